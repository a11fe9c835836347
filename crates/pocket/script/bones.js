// ---- The bones: what is set of them, how they look, and what the engine reads ----
import { el, svg } from './elements.js';
import { get, number } from './set.js';

export const FACES = ['1', '3', '4', '6'];
export const SHAPES = { 1: 'flat', 3: 'concave', 4: 'convex', 6: 'sinuous' };

const SIDES = JSON.parse(document.getElementById('sides').textContent);

// A bone as it lies with that side uppermost.
export function drawnBone(face, attributes = {}) {
  const { outline, within } = SIDES[face];
  return svg('svg', { viewBox: '0 0 40 60', class: 'bone', 'aria-hidden': 'true', ...attributes },
    svg('path', { class: 'outline', d: outline }), svg('path', { class: `within side${face}`, d: within }));
}

export const sideOf = (face) => SIDES[face];

// Faces to tap: each that is tapped comes last, and each that lies can be taken away.
export function cast(label, text, most, onchange) {
  const set = (now) => onchange(now);
  return el('div', { class: 'cast', role: 'group', 'aria-label': label }, el('span', { class: 'label', 'aria-hidden': 'true' }, label),
    el('div', { class: 'lying' },
      [...text].map((face, place) => el('button', { type: 'button', class: 'lies', 'aria-label': `${label}, take away bone ${place + 1}: ${face}`, onclick: () => set(text.slice(0, place) + text.slice(place + 1)) }, drawnBone(face), face)),
      Array.from({ length: Math.max(0, most - text.length) }, () => el('span', { class: 'lies none', 'aria-hidden': 'true' }))),
    el('div', { class: 'taps' },
      FACES.map((face) => el('button', { type: 'button', class: 'side', disabled: text.length >= most, 'aria-label': `${label}, add ${face}, ${SHAPES[face]}`, onclick: () => set(text + face) }, drawnBone(face), el('span', {}, face))),
      el('button', { type: 'button', 'aria-label': `${label}, clear`, disabled: !text.length, onclick: () => set('') }, 'Clear')));
}

// ---- What is set ----

export const BONES_FILE = 'my-bones.toml';
export const THROWS_FILE = 'throws.csv';
export const MOST_THROWN = 1000000;
export const MOST_THROWERS = 60;

// What is written of the four faces, of several bones or throwers, `12.40.38.10_9.41.40.10`; and as numbers, with another
// thing in the place of what is none.
export const cells = (text, most) => text.split('_').slice(0, most).map((row) => FACES.map((_, place) => row.split('.')[place] ?? ''));
export const counts = (text, most, none = 0) => cells(text, most).map((row) => row.map((count) => (count ? number(count, 0, MOST_THROWN, none) : 0)));

export const written = (rows) => rows.map((row) => row.join('.')).join('_');
export const thrown = (row) => row.reduce((all, count) => all + count, 0);
export const added = (rows) => FACES.map((_, place) => rows.reduce((all, row) => all + row[place], 0));
const asTable = (values) => `{ ${FACES.map((face, place) => `${face} = ${values[place]}`).join(', ')} }`;

// The four weights as a faces file takes them.
export const weights = () => {
  const four = get('w', '1/10_2/5_2/5_1/10').split('_');
  return FACES.map((_, place) => (four[place] ?? '').trim());
};

export const KINDS = ['preset', 'taps', 'class', 'weights', 'file'];
export const kindOfBones = () => (KINDS.includes(get('b')) ? get('b') : 'preset');
export const chosenPreset = () => get('p', 'traditional');
export const nameOfBones = () => get('bn') || 'my bones';

// What was thrown by each bone, or by each thrower; nothing where a count is no number.
export const tallied = () => (kindOfBones() === 'class' ? counts(get('cls'), MOST_THROWERS, null).map((row) => (row.includes(null) ? [0, 0, 0, 0] : row)) : counts(get('taps'), 4));

// The bones as a file, if they are not ready-made: those serve until each of one's own was thrown.
export function bonesFile() {
  const kind = kindOfBones();
  if (kind === 'preset') return '';
  if (kind === 'file') return get('bf');
  const name = `name = ${JSON.stringify(nameOfBones())}\n`;
  if (kind === 'weights') return `${name}faces = ${asTable(weights().map((weight) => JSON.stringify(weight)))}\n`;
  const rows = kind === 'class' ? [added(tallied())] : tallied();
  if (!rows.every(thrown)) return '';
  if (rows.length === 1) return `${name}counts = ${asTable(rows[0])}\n`;
  return name + rows.map((row, place) => `\n[[tali]]\nname = "bone ${place + 1}"\ncounts = ${asTable(row)}\n`).join('');
}

// How the engine is told of the bones.
export function bones() {
  const file = bonesFile();
  if (file) return { words: ['--faces', BONES_FILE], files: { [BONES_FILE]: file } };
  const preset = chosenPreset();
  return { words: preset === 'traditional' ? [] : ['--faces', preset], files: {} };
}

const READY = { traditional: 'sheep bones', uniform: 'even four-sided dice' };
export const ready = (preset = chosenPreset()) => READY[preset] ?? preset;

export function bonesInWords() {
  const kind = kindOfBones();
  if (kind === 'preset') return ready();
  if (!bonesFile()) return `${ready()} (until ${kind === 'file' ? 'there is a file' : 'yours are thrown'})`;
  return kind === 'file' ? 'bones of a file' : nameOfBones();
}
