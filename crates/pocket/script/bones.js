// ---- The bones: their settings, their drawings, and their files for the engine ----
import { el, svg } from './elements.js';
import { get, number } from './set.js';

export const FACES = ['1', '3', '4', '6'];
export const SHAPES = { 1: 'flat', 3: 'concave', 4: 'convex', 6: 'sinuous' };

const SIDES = JSON.parse(document.getElementById('sides').textContent);

// The drawing of a bone with that side up.
export function drawnBone(face, attributes = {}) {
  const { outline, within } = SIDES[face];
  return svg('svg', { viewBox: '0 0 40 60', class: 'bone', 'aria-hidden': 'true', ...attributes },
    svg('path', { class: 'outline', d: outline }), svg('path', { class: `within side${face}`, d: within }));
}

export const sideOf = (face) => SIDES[face];

// A control to enter a throw: a tap on a face adds it, a tap on an entered face removes it.
export function cast(label, text, most, onchange) {
  const set = (now) => onchange(now);
  return el('div', { class: 'cast', role: 'group', 'aria-label': label }, el('span', { class: 'label', 'aria-hidden': 'true' }, label),
    el('div', { class: 'thrown-bones' },
      [...text].map((face, index) => el('button', { type: 'button', class: 'thrown', 'aria-label': `${label}, remove bone ${index + 1}: ${face}`, onclick: () => set(text.slice(0, index) + text.slice(index + 1)) }, drawnBone(face), face)),
      Array.from({ length: Math.max(0, most - text.length) }, () => el('span', { class: 'thrown none', 'aria-hidden': 'true' }))),
    el('div', { class: 'taps' },
      FACES.map((face) => el('button', { type: 'button', class: 'side', disabled: text.length >= most, 'aria-label': `${label}, add ${face}, ${SHAPES[face]}`, onclick: () => set(text + face) }, drawnBone(face), el('span', {}, face))),
      el('button', { type: 'button', 'aria-label': `${label}, clear`, disabled: !text.length, onclick: () => set('') }, 'Clear')));
}

// ---- Settings ----

export const BONES_FILE = 'my-bones.toml';
export const THROWS_FILE = 'throws.csv';
export const MOST_THROWN = 1000000;
export const MOST_THROWERS = 60;

// Parses the counts of the four faces for several bones or throwers, `12.40.38.10_9.41.40.10`: as texts, and as numbers, with
// `none` for a text that is not a count.
export const cells = (text, most) => text.split('_').slice(0, most).map((row) => FACES.map((_, index) => row.split('.')[index] ?? ''));
export const counts = (text, most, none = 0) => cells(text, most).map((row) => row.map((count) => (count ? number(count, 0, MOST_THROWN, none) : 0)));

export const written = (rows) => rows.map((row) => row.join('.')).join('_');
export const thrown = (row) => row.reduce((all, count) => all + count, 0);
export const added = (rows) => FACES.map((_, index) => rows.reduce((all, row) => all + row[index], 0));
const asTable = (values) => `{ ${FACES.map((face, index) => `${face} = ${values[index]}`).join(', ')} }`;

// The four weights, as texts for a faces file.
export const weights = () => {
  const four = get('w', '1/10_2/5_2/5_1/10').split('_');
  return FACES.map((_, index) => (four[index] ?? '').trim());
};

export const KINDS = ['preset', 'taps', 'class', 'weights', 'file'];
export const kindOfBones = () => (KINDS.includes(get('b')) ? get('b') : 'preset');
export const chosenPreset = () => get('p', 'traditional');
export const nameOfBones = () => get('bn') || 'my bones';

// The counts of each bone or each thrower. A thrower's row with an invalid count is all 0.
export const tallied = () => (kindOfBones() === 'class' ? counts(get('cls'), MOST_THROWERS, null).map((row) => (row.includes(null) ? [0, 0, 0, 0] : row)) : counts(get('taps'), 4));

// The faces file of the user's bones. Empty for ready-made bones, and until every bone has been thrown.
export function bonesFile() {
  const kind = kindOfBones();
  if (kind === 'preset') return '';
  if (kind === 'file') return get('bf');
  const name = `name = ${JSON.stringify(nameOfBones())}\n`;
  if (kind === 'weights') return `${name}faces = ${asTable(weights().map((weight) => JSON.stringify(weight)))}\n`;
  const rows = kind === 'class' ? [added(tallied())] : tallied();
  if (!rows.every(thrown)) return '';
  if (rows.length === 1) return `${name}counts = ${asTable(rows[0])}\n`;
  return name + rows.map((row, index) => `\n[[tali]]\nname = "bone ${index + 1}"\ncounts = ${asTable(row)}\n`).join('');
}

// The arguments and files that give the bones to the engine.
export function bones() {
  const file = bonesFile();
  if (file) return { words: ['--faces', BONES_FILE], files: { [BONES_FILE]: file } };
  const preset = chosenPreset();
  return { words: preset === 'traditional' ? [] : ['--faces', preset], files: {} };
}

const READY = { traditional: 'sheep bones', uniform: 'fair four-sided dice' };
export const ready = (preset = chosenPreset()) => READY[preset] ?? preset;

export function bonesInWords() {
  const kind = kindOfBones();
  if (kind === 'preset') return ready();
  if (!bonesFile()) return `${ready()} (until ${kind === 'file' ? 'you choose a file' : 'you have thrown yours'})`;
  return kind === 'file' ? 'bones from a file' : nameOfBones();
}
