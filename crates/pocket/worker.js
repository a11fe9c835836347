// The engine in a thread of its own, so that the page stays usable while it works, and can stop it.
'use strict';

let engine = null;
// The request that is worked at.
let current = null;

async function start({ packed }) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = await new Response(stream).arrayBuffer();
  // The library that draws could ask a page how wide texts are, and never does.
  const unused = new Proxy({}, { get: (_, name) => () => { throw new Error(`the engine asked for ${String(name)}`); } });
  const page = { progress: (done) => postMessage({ id: current, done }) };
  const imports = new Proxy({ page }, { get: (known, name) => known[name] ?? unused });
  engine = (await WebAssembly.instantiate(bytes, imports)).instance.exports;
}

function write(...parts) {
  let place = engine.room(parts.reduce((all, part) => all + part.length, 0)) >>> 0;
  for (const part of parts) {
    new Uint8Array(engine.memory.buffer, place, part.length).set(part);
    place += part.length;
  }
}

// What the engine answers to a text.
function answer(question, text) {
  write(new TextEncoder().encode(text));
  const length = engine[question]() >>> 0;
  const place = engine.answer() >>> 0;
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, place, length));
}

const COMMANDS = {
  start,
  async keep({ name, file }) {
    const contents = new Uint8Array(await file.arrayBuffer());
    const called = new TextEncoder().encode(name);
    write(contents, called);
    engine.keep(called.length);
  },
  ask: ({ request }) => JSON.parse(answer('ask', JSON.stringify(request))),
  qr: ({ text }) => answer('qr', text),
};

// One after the other, as they come.
let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(async () => {
    current = data.id;
    try {
      const answered = await COMMANDS[data.command](data);
      postMessage({ id: data.id, answer: answered, bytes: engine.memory.buffer.byteLength });
    } catch (error) {
      postMessage({ id: data.id, failed: String(error) });
    }
  });
};
