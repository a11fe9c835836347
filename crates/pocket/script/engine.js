// ---- The engine ----

// The most memory that is kept between two questions; more is given back by beginning anew.
const MOST_KEPT = 256 << 20;

const isFailure = ({ message }) => /RuntimeError|RangeError|unreachable/.test(message);

export const engine = {
  worker: null,
  // What waits, and the first of it is worked at.
  queue: [],
  // Files for all questions, by their names.
  kept: new Map(),
  last: 0,

  start() {
    const source = JSON.parse(document.getElementById('worker').textContent);
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail('the engine does not start in this browser');
    };
    const bytes = unpackedEngine();
    this.worker.postMessage({ id: 0, command: 'start', packed: bytes.buffer }, [bytes.buffer]);
    for (const [name, file] of this.kept) this.worker.postMessage({ id: -1, command: 'keep', name, file });
  },

  hear({ id, done, answer, failed, bytes }) {
    if (id === 0 && failed !== undefined) this.fail(`the engine does not start in this browser: ${failed}`);
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
    else task.reject(new Error(isBroken ? 'This needs more memory than a phone has to spare. The program on a computer can do it.' : failed));
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
        const place = this.queue.indexOf(task);
        if (place < 0) return;
        this.queue.splice(place, 1);
        if (task.isSent) this.stop();
        reject(signal.reason);
        this.next();
      }, { once: true });
      this.next();
    });
  },

  // What the program would answer: its exit code, what it would print and write; for a screen, tables and a picture as well.
  ask(words, files = {}, { screen = null, ...how } = {}) {
    const request = { arguments: words, files, ...(screen && { screen }) };
    return this.send({ command: 'ask', request }, how);
  },

  // An answer that is a document.
  async json(words, files = {}, how = {}) {
    const answer = await this.ask([...words, '--format', 'json'], files, how);
    if (answer.code !== 0) throw new Error(plainly(answer));
    return JSON.parse(answer.out);
  },

  // Keeps a file for all that is asked from now on.
  async keep(name, file) {
    await this.send({ command: 'keep', name, file });
    this.kept.set(name, file);
  },

  // A text as a QR code: how wide it is, and the path of its squares; nothing if it is too long.
  async qr(text) {
    const drawn = await this.send({ command: 'qr', text });
    const end = drawn.indexOf(' ');
    return drawn ? { size: Number(drawn.slice(0, end)), path: drawn.slice(end + 1) } : null;
  },
};

function unpackedEngine() {
  const text = atob(document.getElementById('engine').textContent);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return bytes;
}

// An error in the words of the page, which knows no options and no names of files.
export function plainly({ err, wrong }) {
  if (!wrong) return err.trim().replace(/^error: /, '');
  const what = wrong.what?.replace(/^rule /, 'House rule ').replace(/^(\w+)\.(\d+)(?:\.(\w+))?$/, (_, list, place, key) => `${LISTS[list] ?? list} ${place}${key ? `, ${key}` : ''}`);
  return [what && (OPTIONS[what] ?? what), wrong.line && !what && `line ${wrong.line}`, wrong.message].filter(Boolean).join(': ');
}

const OPTIONS = { position: 'Position', play: 'How they play', players: 'Guests', faces: 'Bones', purse: 'Coins' };
const LISTS = { games: 'Game', players: 'Guest', tali: 'Bone' };
