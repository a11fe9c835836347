'use strict';

// ---- Elements ----

// An element with attributes, listeners (`onclick`) and children; false and null are left out.
function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let names = 0;
const unique = () => `n${(names += 1)}`;

// A control under its label.
function labelled(label, control, help = null) {
  control.id ||= unique();
  let about = null;
  if (help) {
    about = el('span', { class: 'help', id: unique() }, help);
    control.setAttribute('aria-describedby', about.id);
  }
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control, about);
}

function choice(options, chosen, onchange) {
  const select = el('select', { onchange: () => onchange(select.value) });
  for (const [value, title] of options) select.append(el('option', { value }, title));
  select.value = options.some(([value]) => value === chosen) ? chosen : options[0]?.[0] ?? '';
  return select;
}

function input(type, value, oninput, attributes = {}) {
  const field = el('input', { type, value, autocomplete: 'off', spellcheck: 'false', ...attributes, oninput: () => oninput(field.value) });
  return field;
}

function button(title, onclick, attributes = {}) {
  return el('button', { type: 'button', onclick, ...attributes }, title);
}

// Buttons of which one is chosen.
function radios(legend, options, chosen, onchange) {
  const name = unique();
  return el('fieldset', { class: 'radios' }, el('legend', {}, legend), options.map(([value, title]) => {
    const radio = el('input', { type: 'radio', name, id: unique(), checked: value === chosen, onchange: () => onchange(value) });
    return el('span', {}, radio, el('label', { for: radio.id }, title));
  }));
}

// A whole number with a button at either side.
function stepper(label, value, least, most, onchange) {
  let now = value;
  const shown = el('output', {}, String(now));
  const put = (value) => {
    now = Math.max(least, Math.min(most, value));
    shown.textContent = now;
  };
  const step = (by) => {
    put(now + by);
    onchange(now);
  };
  return Object.assign(el('div', { class: 'stepper', role: 'group', 'aria-label': label }, el('span', { class: 'label' }, label),
    button('−', () => step(-1), { 'aria-label': `${label}: one less` }), shown, button('+', () => step(1), { 'aria-label': `${label}: one more` })), { put });
}

const FACES = ['1', '3', '4', '6'];
const SHAPES = { 1: 'flat', 3: 'concave', 4: 'convex', 6: 'sinuous' };

// Tapping faces: each that is tapped comes last, and each that lies can be taken away.
function cast(label, text, most, onchange) {
  let lies = text;
  const lying = el('div', { class: 'lying' });
  const box = el('div', { class: 'cast', role: 'group', 'aria-label': label });
  const set = (now) => {
    lies = now;
    draw();
    onchange(lies);
  };
  function draw() {
    const bones = [...lies].map((face, place) => button(face, () => set(lies.slice(0, place) + lies.slice(place + 1)), { class: 'bone', 'aria-label': `${label}: take away the ${face}` }));
    lying.replaceChildren(...bones, ...Array.from({ length: most - lies.length }, () => el('span', { class: 'bone none', 'aria-hidden': 'true' })));
  }
  const tap = (face) => set((lies.length < most ? lies : '') + face);
  box.append(el('span', { class: 'label' }, label), lying, el('div', { class: 'taps' },
    FACES.map((face) => button(face, () => tap(face), { class: 'face', 'aria-label': `${label}: a ${face}, ${SHAPES[face]}` })),
    button('Clear', () => set(''), { 'aria-label': `${label}: clear` })));
  draw();
  return box;
}

// Asks before what was typed gives way.
function asking(place, words, replace) {
  const answer = (then) => () => { place.replaceChildren(); then?.(); };
  place.replaceChildren(el('p', { role: 'alert' }, words, ' ', button('Replace it', answer(replace)), ' ', button('Keep it', answer())));
}

function say(words) {
  document.getElementById('said').textContent = words;
}

// A file to be saved: a text, or what makes one. Its address is made when it is wanted.
function saved(name, text, type = 'text/plain') {
  const link = el('a', { href: '#', download: name, onclick: () => {
    const url = URL.createObjectURL(new Blob([typeof text === 'function' ? text() : text], { type }));
    link.href = url;
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  } }, `Save ${name}`);
  return link;
}

// ---- What is set: it stands in the address ----

const LONGEST = 20000;
const state = new Map();

function readAddress() {
  state.clear();
  clearTimeout(telling);
  here = location.hash;
  const text = location.hash.slice(1);
  if (text.length > LONGEST) {
    say('The address is too long to be one of this page; it begins anew.');
    return;
  }
  for (const [key, value] of new URLSearchParams(text)) state.set(key, value);
}

function get(key, fallback = '') {
  return state.get(key) ?? fallback;
}

// What stands for nothing where nothing is not what is usual.
const NONE = '-';

function set(key, value) {
  if (value === '' || value === null || value === undefined) state.delete(key);
  else state.set(key, String(value));
  if (REMEMBERED.includes(key)) remember();
  writeAddress();
}

// Each section has settings of its own under these names, so that the rules of one game do not go with another.
let scope = '';
const scoped = (key) => `${scope}${key}`;

// The address follows, but not at every letter: browsers refuse to be told so often.
let telling = null;
let told = -Infinity;
// The address as it was last read or told. If the browser has another, Back was pressed, and what is set does not belong to it.
let here = null;

function writeAddress() {
  clearTimeout(telling);
  telling = setTimeout(() => tellAddress('replaceState'), Math.max(0, told + 400 - performance.now()));
}

// The entry of the browser's history says besides whether what is set is this browser's own.
function tellAddress(how) {
  clearTimeout(telling);
  told = performance.now();
  const whole = `#${new URLSearchParams([...state])}`;
  const isLong = whole.length > LONGEST;
  const address = isLong ? `#${new URLSearchParams([...state].filter(([key]) => !TEXTS.includes(key)).concat([[LEFT_OUT, '1']]))}` : whole;
  tellKept(isLong);
  try {
    if (address.length > LONGEST || (how === 'replaceState' && (location.hash !== here || isTold(address)))) return;
    history[how]({ isOwn }, '', address);
    here = location.hash;
  } catch { /* It is told the next time. */ }
}

// A browser that is told its own address again may lose a Forward that was pressed meanwhile.
const isTold = (address) => address === location.hash && history.state?.isOwn === isOwn;

// A change that Back takes back.
function step(change) {
  tellAddress('replaceState');
  change();
  tellAddress('pushState');
}

// What can be too long for a link, and stays in this browser then.
const TEXTS = ['og', 'bf'];
const LEFT_OUT = 'long';

const number = (text, least, most, fallback) => {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most ? value : fallback;
};

// A whole number that was typed, or an error that says what was.
function whole(label, text, least, most) {
  const value = number(text.trim(), least, most, null);
  if (value === null) throw new Error(`${label}: “${text}” is no whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`);
  return value;
}

// Texts in a list, whose signs between them are no part of a text.
const packed = (text) => text.replace(/[%_:,]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const unpacked = (text) => text.replace(/%(25|5f|3a|2c)/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

// ---- The engine ----

// Why it was stopped.
const LONG = 'It takes long.';
const NEWER = 'Something else is asked.';
const STOPPED = 'Stopped.';
const isStop = ({ message }) => [LONG, NEWER, STOPPED].includes(message);

const MOST_MEMORY = 512 << 20;

const engine = {
  worker: null,
  waiting: new Map(),
  kept: new Map(),
  last: 0,

  packed() {
    const text = atob(document.getElementById('engine').textContent);
    const bytes = new Uint8Array(text.length);
    for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
    return bytes;
  },

  start() {
    const source = JSON.parse(document.getElementById('worker').textContent);
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.onmessage = ({ data }) => {
      const waits = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (!waits) return;
      // Memory that was needed once is given back by beginning anew.
      if (data.bytes > MOST_MEMORY && !this.waiting.size) this.end(STOPPED);
      if (data.failed === undefined) waits.resolve(data.answer);
      else waits.reject(new Error(data.failed));
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stopAll('the engine does not start in this browser');
    };
    this.bytes ??= this.packed();
    const bytes = this.bytes.slice();
    this.started = this.send('start', { packed: bytes.buffer }, [bytes.buffer]);
    this.started.catch((error) => { if (!isStop(error)) this.stopAll(`the engine does not start in this browser: ${error.message}`); });
    for (const [name, file] of this.kept) this.send('keep', { name, file }).catch((error) => { if (!isStop(error)) this.kept.delete(name); });
  },

  send(command, data, moved = []) {
    const id = (this.last += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { id, command, data, resolve, reject, since: performance.now() });
      this.worker.postMessage({ id, command, ...data, place: null }, moved);
    });
  },

  // Ends it with all that it works at, and tells which questions had no answer so far.
  end(why) {
    this.worker?.terminate();
    this.worker = null;
    const questions = this.questions();
    for (const { command, reject } of this.waiting.values()) if (command !== 'ask') reject(new Error(why));
    this.waiting.clear();
    return questions;
  },

  // Begins anew with these.
  resume(questions) {
    if (questions.length) this.start();
    for (const { data, resolve, reject } of questions) this.send('ask', data).then(resolve, reject);
  },

  questions() {
    return [...this.waiting.values()].filter(({ command }) => command === 'ask');
  },

  // Gives up what this place waits for; what others wait for is done all the same.
  giveUp(place, why = STOPPED) {
    const given = this.questions().find(({ data }) => data.place === place);
    if (!given) return;
    given.reject(new Error(why));
    if (this.questions()[0] === given) this.resume(this.end(why).filter((one) => one !== given));
    else this.waiting.delete(given.id);
  },

  // Stops all, which nobody wants any more.
  stopAll(why = STOPPED) {
    for (const { reject } of this.end(why)) reject(new Error(why));
  },

  // The same if that has gone on for a while; what began just now is soon done.
  stopOld() {
    const [first] = this.questions();
    if (first && performance.now() - first.since > 1000) this.stopAll(NEWER);
  },

  // What the program would answer, to be shown at a place.
  async ask(words, files = {}, place = null) {
    if (!this.worker) this.start();
    try {
      return await this.send('ask', { request: { arguments: words, files }, place });
    } catch (error) {
      // After a failure of its own nothing of it can be relied on.
      if (error.message.includes('RuntimeError') || error.message.includes('RangeError')) {
        this.resume(this.end(STOPPED));
        throw new Error('This is more than the memory or the engine of this browser can do; the program itself may do it');
      }
      throw error;
    }
  },

  async json(words, files = {}, place = null) {
    const answer = await this.ask([...words, '--format', 'json'], files, place);
    if (answer.code !== 0) throw new Error(answer.err);
    return JSON.parse(answer.out);
  },

  // Keeps a file for all that is asked from now on, also if what is asked before it is given up meanwhile.
  async keep(name, file) {
    for (let there = false; !there;) {
      if (!this.worker) this.start();
      there = await this.send('keep', { name, file }).then(() => true, (error) => {
        if (!isStop(error)) throw error;
        return false;
      });
    }
    this.kept.set(name, file);
  },
};

// ---- Answers ----

const quoted = (word) => (/^[\w./:=,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// Seats by the names of those who sit there.
function named(node, who) {
  if (!who.length) return;
  const short = (name) => (node instanceof SVGElement && name.length > 12 ? `${name.slice(0, 11)}…` : name);
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    text.data = text.data.replace(/\b[Ss]eat (\d+)\b/g, (seat, place) => (who[place - 1] ? short(who[place - 1]) : seat));
  }
}

// Options as this page calls them.
const SAID = { position: 'Position', rule: 'House rule', play: 'Strategy', players: 'Seats', vary: 'Values', want: 'Aim', faces: 'Bones' };

// Begins what takes long, and does not begin it again while it is worked at.
function workOut(begin) {
  const start = button('Work it out', () => { start.disabled = true; begin(); }, { class: 'main' });
  return start;
}

// A place for an answer, which follows what is asked.
function answering(title) {
  const place = el('section', { class: 'answers', 'aria-label': title });
  const wait = el('p', { class: 'wait' });
  let asked = 0;
  let timer = null;
  // Since when something is worked at.
  let began = null;
  let next = null;

  function waiting() {
    const seconds = Math.round((performance.now() - began) / 1000);
    wait.replaceChildren(`Working it out${seconds ? `, for ${seconds} s` : ''}… `, button('Stop', () => engine.giveUp(place)));
    if (!wait.isConnected) place.prepend(wait);
  }

  function complain(words) {
    const plain = words.trim().replace(/^(?:error: )?--(\w+)/, (option, name) => SAID[name] ?? option);
    place.replaceChildren(el('div', { class: 'error', role: 'alert' }, el('pre', {}, plain)));
  }

  // What is not answered in time, if it has to be, is stopped, and `later` is shown in its place.
  async function run({ question, later }) {
    // Nobody waits for it any more.
    if (!place.isConnected) return;
    began = performance.now();
    let limit = null;
    // The time runs once the engine is there, and nothing else is before it.
    const due = () => {
      const isFirst = engine.questions()[0]?.data.place === place;
      limit = isFirst ? setTimeout(() => engine.giveUp(place, LONG), later.after) : setTimeout(due, 100);
    };
    if (later) {
      if (!engine.worker) engine.start();
      engine.started.then(() => { if (began !== null) due(); }, () => {});
    }
    const ticking = setInterval(waiting, 500);
    place.setAttribute('aria-busy', 'true');
    try {
      await question();
    } catch (error) {
      if (later && error.message === LONG) place.replaceChildren(...later.shown);
      else if (error.message === STOPPED || error.message === LONG) place.replaceChildren(el('p', { class: 'note' }, STOPPED), workOut(() => run({ question, later: null })));
      else if (error.message !== NEWER) complain(error.message);
    } finally {
      clearInterval(ticking);
      clearTimeout(limit);
      wait.remove();
      place.removeAttribute('aria-busy');
      began = null;
      if (next) {
        const after = next;
        next = null;
        run(after);
      }
    }
  }

  return {
    place,
    complain,
    clear() {
      asked += 1;
      clearTimeout(timer);
      next = null;
      place.replaceChildren();
    },
    note(words) {
      this.ask(async () => place.replaceChildren(el('p', { class: 'note' }, words)));
    },
    // Works at the latest question alone, once nobody has changed it for a moment.
    ask(question, later = null, delay = 200) {
      const mine = (asked += 1);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const whole = { question: () => question(() => mine === asked && place.isConnected), later };
        if (began === null) {
          run(whole);
          return;
        }
        next = whole;
        // Nobody waits long for what is not asked any more.
        if (performance.now() - began > 1000) engine.giveUp(place, NEWER);
      }, delay);
    },
    // Shows what the program answers to these words, with these files or what makes them.
    show(asked, given = {}, { chart = true, json = false, who = [], after = null, later = null } = {}) {
      this.ask(async (isLatest) => {
        const form = ['--format', 'html', ...(chart ? ['--chart', CHART] : []), ...(json ? ['--json', JSON_FILE] : [])];
        const { answer, words, files } = await answered(asked, typeof given === 'function' ? given() : given, form, place);
        if (!isLatest()) return;
        if (!answer.out) {
          complain(answer.err || 'there is no answer');
          if (after) await after(answer);
          return;
        }
        place.replaceChildren(...shown(answer, words, files, who));
        say('Answer ready.');
        if (after) await after(answer);
      }, later);
    },
  };
}

const CHART = 'chart.svg';
const JSON_FILE = 'answer.json';

// What the engine answers; of a game that is played without bones without those that are set.
async function answered(words, files, form, at) {
  const answer = await engine.ask([...words, ...form], files, at);
  const place = words.indexOf('--faces');
  if (answer.code !== 2 || place < 0 || !/^--faces: .*without bones/s.test(answer.err)) return { answer, words, files };
  const fewer = [...words.slice(0, place), ...words.slice(place + 2)];
  const rest = Object.fromEntries(Object.entries(files).filter(([name]) => name !== words[place + 1]));
  return { answer: await engine.ask([...fewer, ...form], rest, at), words: fewer, files: rest };
}

// An answer with its picture and the command that prints the same.
function shown(answer, words, files, who = []) {
  const text = el('div', { class: 'text' });
  // Nothing but a part of a page is taken for one.
  if (answer.out.startsWith('<section')) text.innerHTML = answer.out;
  else text.append(el('pre', {}, answer.out));
  if (answer.err) text.append(el('p', { class: 'note' }, answer.err));
  named(text, who);
  const parts = [text];
  const drawn = answer.files[CHART];
  if (drawn) parts.push(figure(drawn, who), el('p', { class: 'note narrow' }, 'The picture goes on to the right.'));
  const command = ['tali-odds', ...words.map(quoted)].join(' ');
  parts.push(el('div', { class: 'command' }, el('p', {}, 'Same answer on the command line: ', el('code', {}, command)),
    Object.entries(files).map(([name, text]) => el('p', {}, saved(name, text)))));
  return parts;
}

// A picture as large as its texts can be read; it is moved sideways where it is wider than the screen.
function figure(svg, who) {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [width, height] = ['width', 'height'].map((side) => Number(drawn.getAttribute(side)) * 1.15);
  drawn.setAttribute('width', width);
  drawn.setAttribute('height', height);
  const title = drawn.querySelector('title')?.textContent ?? 'The answer as a picture';
  named(drawn, who);
  return el('div', { class: 'figure', role: 'group', tabindex: '0', 'aria-label': title }, document.importNode(drawn, true));
}
