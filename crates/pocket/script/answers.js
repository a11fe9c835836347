// ---- Answer sections ----
//
// A section computes only the answer to its latest question, shows progress and can be stopped. Before work of more than six
// seconds it asks once.
import { button, el, flat, redraw, say, saving, unique } from './elements.js';
import { engine, plainly } from './engine.js';
import { seconds } from './words.js';

const AT_ONCE = 6000;
const SOON = 250;
const STOPPABLE = 'You can stop at any time.';

// If an answer replaces a control while a finger is on it, the browser drops the tap. So an answer waits until the finger is
// lifted, but not forever: the end of a tap is not always reported, and never for a tap that opens a list.
const LONG_TAP = 5000;
let lift = () => {};
let lifted = Promise.resolve();
document.addEventListener('pointerdown', ({ target }) => {
  if (target.closest('select')) return;
  lift();
  lifted = new Promise((resolve) => { lift = resolve; });
  setTimeout(lift, LONG_TAP);
}, true);
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => setTimeout(lift), true);

const NEWER = new Error('newer');
const STOPPED = new Error('stopped');
class Long extends Error {
  constructor(about) {
    super('long');
    this.about = about;
  }
}

export const isGivenUp = (error) => error === NEWER || error === STOPPED || error instanceof Long;

// The keys of questions that the user has agreed to wait for.
const agreed = new Set();

// All running work. `sweep` cancels work that is no longer shown, or is inside a section that is asked again.
const running = new Set();

export function sweep(anew = null) {
  for (const run of [...running]) if (!run.element.isConnected || (anew && anew !== run.element && anew.contains(run.element))) run.controller.abort(NEWER);
}

// The width of the frame around a picture, in pixels.
const FRAME = 28;

// The screen to draw a picture for.
const screenOf = (element) => ({ width: Math.floor(Math.min(900, Math.max(280, (element.clientWidth || document.documentElement.clientWidth - 32) - FRAME))), dark: matchMedia('(prefers-color-scheme: dark)').matches });

export function answering(label) {
  const busy = el('div', { class: 'busy', role: 'status' });
  const body = el('div', { class: 'body' });
  const element = el('section', { class: 'answer', 'aria-label': label }, busy, body);
  let now = null;
  let timer = null;
  let latest = 0;

  // Shows progress if the work takes more than a moment.
  function working(run) {
    const elapsed = performance.now() - run.began;
    if (elapsed < SOON) return;
    const whole = run.done > 0.01 ? elapsed / run.done / 1000 : null;
    const left = whole ? `, ${seconds(Math.max(1, whole - elapsed / 1000))} to go` : elapsed > 2000 ? ` for ${Math.round(elapsed / 1000)} seconds` : '';
    if (!busy.firstChild) busy.append(el('span', {}), el('progress', { 'aria-label': 'Progress', max: '1' }), button('Stop', () => run.controller.abort(STOPPED)));
    busy.firstChild.textContent = `${run.doing}${left}…`;
    if (run.done > 0) busy.querySelector('progress').value = run.done;
    if (agreed.has(run.key) || !run.isSent) return;
    if (elapsed > AT_ONCE) run.controller.abort(new Long(`${run.doing} takes more than a few seconds here.`));
    else if (elapsed > 1200 && whole > AT_ONCE / 1000 && run.done > 0.02) run.controller.abort(new Long(`${run.doing} takes ${seconds(whole)} here.`));
  }

  // Asks whether to begin. If a part of the answer is already shown, asks above it.
  function askFirst(about, question, isPart = false) {
    // A second tap must not start it again.
    const start = button('Work it out', () => {
      if (now) return;
      agreed.add(question.key);
      begin(question, latest);
    }, { class: 'main' });
    const asking = el('div', { class: 'ask' }, el('p', {}, about), start);
    if (isPart) body.prepend(asking);
    else redraw(body, asking, question.beside?.());
  }

  async function begin(question, mine) {
    if (question.slow && !agreed.has(question.key)) {
      askFirst(`${question.slow} ${STOPPABLE}`, question);
      return;
    }
    const run = { key: question.key, doing: question.doing ?? 'Working it out', controller: new AbortController(), began: performance.now(), done: 0, isSent: false, shown: null, element };
    now = run;
    running.add(run);
    const ticking = setInterval(() => working(run), 200);
    element.setAttribute('aria-busy', 'true');
    // The time starts when the engine begins to work.
    const how = { signal: run.controller.signal, onstart: () => { if (!run.isSent) { run.isSent = true; run.began = performance.now(); } }, onprogress: (done) => { run.done = done; } };
    const ask = async (words, files = {}, more = {}) => {
      try {
        return await engine.ask(words, files, { screen: screenOf(element), ...how, ...more });
      } finally {
        await lifted;
      }
    };
    try {
      // Shows a preliminary answer, or a part of the answer.
      const shows = (what) => async (...children) => {
        await lifted;
        if (mine !== latest) return;
        run.shown = what;
        redraw(body, ...children);
      };
      const children = await question.work(ask, () => mine === latest && element.isConnected, shows('answer'), shows('part'));
      if (mine === latest && children) redraw(body, children);
    } catch (error) {
      // An answer that is already shown stays if only refining it takes long.
      if (mine !== latest || error === NEWER || (run.shown === 'answer' && (error instanceof Long || error === STOPPED))) return;
      if (error instanceof Long) askFirst(`${error.about} ${STOPPABLE}`, question, run.shown);
      else if (error === STOPPED) askFirst('Stopped.', question, run.shown);
      else redraw(body, el('div', { class: 'error', role: 'alert' }, el('p', {}, error.message)));
    } finally {
      clearInterval(ticking);
      running.delete(run);
      if (now === run) {
        now = null;
        busy.replaceChildren();
        element.removeAttribute('aria-busy');
      }
    }
  }

  return {
    element,
    body,
    // Asks a question. Its `key` identifies the agreement to wait, and `work` returns the elements to show. `slow` says why it
    // takes long, and `beside` gives the elements below "Work it out".
    ask(question, delay = 120) {
      const mine = (latest += 1);
      clearTimeout(timer);
      now?.controller.abort(NEWER);
      sweep(element);
      timer = setTimeout(() => { if (element.isConnected) begin(question, mine); }, delay);
    },
    show(...children) {
      latest += 1;
      clearTimeout(timer);
      now?.controller.abort(NEWER);
      redraw(body, ...children);
    },
  };
}

const CHART = 'chart.svg';
// The verbs with a picture.
const PICTURED = ['balance', 'pot', 'tune', 'casts', 'odds', 'venus', 'fit'];

// The engine's answer, or its error. If the game is played without bones, asks again without `--faces`.
export async function asked(ask, words, files, more = {}) {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const drawn = PICTURED.includes(words[0]) && more.screen !== null && more.picture !== false ? ['--chart', CHART] : [];
  const answer = await ask([...words.slice(0, end), '--format', 'json', ...drawn, ...words.slice(end)], files, more);
  const index = words.indexOf('--faces');
  if (answer.code === 2 && index >= 0 && /without bones/.test(answer.err)) {
    const fewer = [...words.slice(0, index), ...words.slice(index + 2)];
    const rest = Object.fromEntries(Object.entries(files).filter(([name]) => name !== words[index + 1]));
    return asked(ask, fewer, rest, more);
  }
  if (answer.code !== 0 && !answer.out) throw new Error(plainly(answer));
  return { ...answer, words, files, said: JSON.parse(answer.out), picture: answer.files[CHART] };
}

// ---- Parts of an answer ----

// A headline with explanatory lines. A verdict also has a tone and a sign.
export const headlined = (headline, lines = [], { tone = 'plain', sign = null } = {}, ...rest) => el('div', { class: `verdict ${tone}` },
  el('h2', {}, sign && [el('span', { class: 'sign', 'aria-hidden': 'true' }, sign), ' '], headline), flat([lines]).map((line) => el('p', {}, line)), rest);

// The sentences above the tables of an answer.
export const heading = ({ sheets }) => sheets.map((sheet) => sheet.heading.slice(1).map((line) => el('p', {}, line)));

// The picture that the engine has drawn, with the names of the guests.
export function picture(answer, names = []) {
  if (!answer.picture) return null;
  const drawn = document.importNode(new DOMParser().parseFromString(answer.picture, 'image/svg+xml').documentElement, true);
  named(drawn, names.map((name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name)));
  return el('div', { class: 'picture' }, drawn);
}

// Replaces seats by the names of their guests.
function named(node, names) {
  if (!names.length) return;
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const replaced = withNames(text.data, names);
    // A name need not be as wide as the seat it replaces.
    if (replaced !== text.data) text.parentNode.removeAttribute('textLength');
    text.data = replaced;
  }
}

const withNames = (text, names) => text.replace(/\b[Ss]eat (\d+)\b/g, (seat, index) => names[index - 1] || seat);

// The tables of an answer. A table that is too wide shows only its two main columns, and a tap opens a row.
export function tables(sheets, names = []) {
  return sheets.map((sheet) => el('div', {}, sheet.sections.map((section) => table(section, names)),
    sheet.notes.map((note) => el('p', { class: 'note' }, withNames(note, names)))));
}

function table({ title, columns, rows }, names) {
  const texts = rows.map((row) => row.map((text) => withNames(text, names)));
  const isHeaded = columns.some((column) => column.title);
  const head = (column) => (column.title ? el('th', { scope: 'col', class: column.numbers && 'n' }, column.title) : el('td', {}));
  const full = el('table', {}, title && el('caption', {}, withNames(title, names)), isHeaded && el('thead', {}, el('tr', {}, columns.map(head))),
    el('tbody', {}, texts.map((row) => el('tr', {}, row.map((text, index) => el('td', { class: columns[index].numbers && 'n' }, text))))));
  const box = el('div', { class: 'table' }, full);
  // Its width is known only after it is inserted.
  let width = 0;
  const fit = () => {
    if (!box.isConnected || !box.clientWidth || box.clientWidth === width) return;
    width = box.clientWidth;
    const main = columns.map((column, index) => index).filter((index) => columns[index].matters);
    if (!full.parentNode) redraw(box, full);
    if (full.offsetWidth > box.clientWidth + 1 && main.length < columns.length) redraw(box, compact(title && withNames(title, names), columns, texts, main));
  };
  new ResizeObserver(fit).observe(box);
  return box;
}

function compact(title, columns, rows, main) {
  const rest = columns.map((_, index) => index).filter((index) => !main.includes(index));
  const body = rows.flatMap((row) => {
    const id = unique();
    const more = el('tr', { id, class: 'whole', hidden: true }, el('td', { colspan: main.length }, el('dl', {}, rest.filter((index) => row[index]).map((index) => [el('dt', {}, columns[index].title), el('dd', {}, row[index])]))));
    const open = el('button', { type: 'button', class: 'row', 'aria-expanded': 'false', 'aria-controls': id, onclick: () => {
      more.hidden = !more.hidden;
      open.setAttribute('aria-expanded', String(!more.hidden));
    } }, row[main[0]] || '…');
    return [el('tr', {}, main.map((index, first) => el('td', { class: columns[index].numbers && 'n' }, first ? row[index] : open))), more];
  });
  return el('table', { class: 'compact' }, title && el('caption', {}, title), el('thead', {}, el('tr', {}, main.map((index) => (columns[index].title ? el('th', { scope: 'col', class: columns[index].numbers && 'n' }, columns[index].title) : el('td', {}))))), el('tbody', {}, body));
}

// Bars with a name and a figure each. The largest bar fills the width; `even` marks an even share.
export function bars(rows, { even = null, whole = false, label }) {
  // An even share is at most in the middle.
  const most = whole ? 1 : Math.max(...rows.map(({ part, high }) => high ?? part), even === null ? 0 : 2 * even, 1e-9);
  const at = (part) => `${(100 * part) / most}%`;
  return el('ul', { class: 'bars', 'aria-label': label }, rows.map(({ name, part, text, low, high, best }) => el('li', { class: best && 'best' },
    el('span', { class: 'who' }, name), el('span', { class: 'figure' }, text),
    el('span', { class: 'track', 'aria-hidden': 'true' }, el('span', { class: 'bar', style: `width:${at(part)}` }), even !== null && el('span', { class: 'even', style: `left:${at(even)}` }),
      low !== undefined && el('span', { class: 'span', style: `left:${at(low)};width:${at(high - low)}` })))));
}

// A section that is filled when it is first opened.
export function more(title, fill, { open = false } = {}) {
  const inside = el('div', { class: 'inside' });
  let isFilled = false;
  const details = el('details', { open, ontoggle: () => {
    if (!details.open || isFilled) return;
    isFilled = true;
    inside.append(...flat([fill(inside)]));
  } }, el('summary', {}, title), inside);
  return details;
}

// The commands, with their figures as JSON and their files.
export function experts(answers) {
  return more('For experts', () => answers.filter(Boolean).map(({ words, files, out }) => el('div', { class: 'command' },
    el('p', {}, 'On a computer, type: ', commandOf(words)),
    el('div', { class: 'buttons' }, saving('Save the figures (JSON)', `${words[0]}.json`, out, 'application/json'), Object.entries(files).map(([name, text]) => saving(`Save ${name}`, name, text))))));
}

const quoted = (word) => (/^[\w./:=,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// The command to type on a computer.
export const commandOf = (words) => el('code', {}, ['tali-odds', ...words.map(quoted)].join(' '));

export const sayReady = () => say('The answer is ready.');
