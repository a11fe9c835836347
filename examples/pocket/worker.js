// The engine in a thread of its own, so that the page can be used while it works, and can stop it.
'use strict';

let engine = null;

async function start(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = await new Response(stream).arrayBuffer();
  // The library that draws can ask a page how wide texts are; it is never asked to here.
  const unused = new Proxy({}, { get: () => () => 0 });
  const made = await WebAssembly.instantiate(bytes, new Proxy({}, { get: () => unused }));
  engine = made.instance.exports;
}

function write(bytes) {
  const place = engine.room(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
}

const COMMANDS = {
  start: ({ packed }) => start(packed),
  keep({ name, bytes }) {
    const head = new TextEncoder().encode(`${name}\n`);
    const all = new Uint8Array(head.length + bytes.byteLength);
    all.set(head);
    all.set(new Uint8Array(bytes), head.length);
    write(all);
    engine.keep();
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
      postMessage({ id: data.id, answer: await COMMANDS[data.command](data) });
    } catch (error) {
      postMessage({ id: data.id, failed: String(error) });
    }
  });
};
