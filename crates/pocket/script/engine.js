// ---- The engine ----

// The most memory in bytes that the engine may keep between two requests. Beyond that it is restarted.
const MOST_KEPT = 256 << 20;

const isFailure = ({ message }) => /RuntimeError|RangeError|unreachable/.test(message);

export const engine = {
  worker: null,
  // The waiting requests. The first one is being answered.
  queue: [],
  // Files for all requests, by their names.
  tables: new Map(),
  last: 0,

  start() {
    const source = JSON.parse(document.getElementById('worker').textContent);
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail('The engine does not start in this browser.');
    };
    const bytes = unpackedEngine();
    this.worker.postMessage({ id: 0, command: 'start', packed: bytes.buffer }, [bytes.buffer]);
    for (const [name, file] of this.tables) this.worker.postMessage({ id: -1, command: 'keep', name, file });
  },

  hear({ id, done, answer, failed, bytes }) {
    if (id === 0 && failed !== undefined) this.fail(`The engine does not start in this browser: ${failed}`);
    const task = this.queue[0];
    if (task?.id !== id) return;
    if (done !== undefined) {
      task.onprogress?.(done);
      return;
    }
    this.queue.shift();
    const isBroken = failed !== undefined && isFailure({ message: failed });
    if (isBroken || bytes > MOST_KEPT) this.stop();
    if (failed === undefined) task.resolve(answer);
    else task.reject(new Error(isBroken ? 'This needs more memory than a phone can spare. Use the program on a computer.' : failed));
    this.next();
  },

  fail(why) {
    this.stop();
    for (const { reject } of this.queue.splice(0)) reject(new Error(why));
  },

  stop() {
    this.worker?.terminate();
    this.worker = null;
  },

  next() {
    const [task] = this.queue;
    if (!task || task.isSent) return;
    if (!this.worker) this.start();
    task.isSent = true;
    task.onstart?.();
    this.worker.postMessage({ id: task.id, ...task.data });
  },

  // Sends a command once those before it are done; a signal that is given up ends it.
  send(data, { signal = null, onstart = null, onprogress = null } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const task = { id: (this.last += 1), data, resolve, reject, onstart, onprogress };
      this.queue.push(task);
      signal?.addEventListener('abort', () => {
        const index = this.queue.indexOf(task);
        if (index < 0) return;
        this.queue.splice(index, 1);
        if (task.isSent) this.stop();
        reject(signal.reason);
        this.next();
      }, { once: true });
      this.next();
    });
  },

  // The answer of the program: exit code, output and files. For a screen, also tables and a picture.
  ask(words, files = {}, { screen = null, ...how } = {}) {
    const request = { arguments: words, files, ...(screen && { screen }) };
    return this.send({ command: 'ask', request }, how);
  },

  // The answer as a JSON document.
  async json(words, files = {}, how = {}) {
    const answer = await this.ask([...words, '--format', 'json'], files, how);
    if (answer.code !== 0) throw new Error(plainly(answer));
    return JSON.parse(answer.out);
  },

  // Stores a file for all further requests.
  async keep(name, file) {
    await this.send({ command: 'keep', name, file });
    this.tables.set(name, file);
  },

  // The QR code of a text: its size and the path of its squares. Null if the text is too long.
  async qr(text) {
    const drawn = await this.send({ command: 'qr', text });
    const end = drawn.indexOf(' ');
    return drawn ? { size: Number(drawn.slice(0, end)), path: drawn.slice(end + 1) } : null;
  },
};

function unpackedEngine() {
  const text = atob(document.getElementById('engine').textContent);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

// The message of an error, with the page's labels instead of options and file names.
export function plainly({ err, wrong }) {
  if (!wrong) return err.trim().replace(/^error: /, '');
  const what = wrong.what?.replace(/^rule /, 'House rule ').replace(/^(\w+)\.(\d+)(?:\.(\w+))?$/, (_, list, index, key) => `${LISTS[list] ?? list} ${index}${key ? `, ${key}` : ''}`);
  return [what && (OPTIONS[what] ?? what), wrong.line && !what && `line ${wrong.line}`, wrong.message].filter(Boolean).join(': ');
}

const OPTIONS = { position: 'Position', play: 'How they play', players: 'Guests', faces: 'Bones', purse: 'Coins' };
const LISTS = { games: 'Game', players: 'Guest', tali: 'Bone' };
