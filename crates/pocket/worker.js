// Runs the engine in its own thread, so that the page stays responsive and can stop it.
'use strict';

let engine = null;
// The id of the current request.
let current = null;

async function start({ packed }) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = await new Response(stream).arrayBuffer();
  // The drawing library imports functions that measure text, but never calls them.
  const unused = new Proxy({}, { get: (_, name) => () => { throw new Error(`the engine asked for ${String(name)}`); } });
  const page = { progress: (done) => postMessage({ id: current, done }) };
  const imports = new Proxy({ page }, { get: (known, name) => known[name] ?? unused });
  engine = (await WebAssembly.instantiate(bytes, imports)).instance.exports;
}

function write(...parts) {
  let address = engine.room(parts.reduce((all, part) => all + part.length, 0)) >>> 0;
  for (const part of parts) {
    new Uint8Array(engine.memory.buffer, address, part.length).set(part);
    address += part.length;
  }
}

// Passes a text to the engine and returns its answer.
function answer(question, text) {
  write(new TextEncoder().encode(text));
  const length = engine[question]() >>> 0;
  const address = engine.answer() >>> 0;
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, address, length));
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

// Handles messages one after the other, in order.
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
