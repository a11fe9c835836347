// The engine in a thread of its own, so that the page can be used while it works, and can stop it.
'use strict';

let engine = null;

async function start(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = await new Response(stream).arrayBuffer();
  // The library that draws could ask a page how wide texts are, and never does.
  const unused = new Proxy({}, { get: (_, name) => () => { throw new Error(`the engine asked for ${String(name)}`); } });
  const made = await WebAssembly.instantiate(bytes, new Proxy({}, { get: () => unused }));
  engine = made.instance.exports;
}

function write(...parts) {
  let place = engine.room(parts.reduce((all, part) => all + part.length, 0)) >>> 0;
  for (const part of parts) {
    new Uint8Array(engine.memory.buffer, place, part.length).set(part);
    place += part.length;
  }
}

const COMMANDS = {
  start: ({ packed }) => start(packed),
  async keep({ name, file }) {
    const contents = new Uint8Array(await file.arrayBuffer());
    const called = new TextEncoder().encode(name);
    write(contents, called);
    engine.keep(called.length);
  },
  ask({ request }) {
    write(new TextEncoder().encode(JSON.stringify(request)));
    const length = engine.ask() >>> 0;
    const place = engine.answer() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, place, length)));
  },
};

// One after the other, as they come.
let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      const answer = await COMMANDS[data.command](data);
      postMessage({ id: data.id, answer, bytes: engine.memory.buffer.byteLength });
    } catch (error) {
      postMessage({ id: data.id, failed: String(error) });
    }
  });
};
