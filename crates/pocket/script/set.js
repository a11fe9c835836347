// ---- What is set: it stands in the address, and stays in this browser ----
import { say } from './elements.js';

const LONGEST = 20000;
const STORE = 'tali-odds';
// Where one is; it does not stay.
const PASSING = ['at', 'by'];
// What can be too long for an address, and stays in this browser then.
const isText = (key) => key === 'bf' || key.startsWith('own.');
const LEFT_OUT = 'long';

const state = new Map();

export const get = (key, fallback = '') => state.get(key) ?? fallback;
export const isSet = (key) => state.has(key);
export const keys = (start) => [...state.keys()].filter((key) => key.startsWith(start));

// What stands for nothing where nothing is not what is usual.
export const NONE = '-';

export function set(key, value) {
  if (value === '' || value === null || value === undefined) state.delete(key);
  else state.set(key, String(value));
  if (!PASSING.includes(key)) remember();
  writeAddress();
}

// Forgets what was only said once.
export const drop = (key) => state.delete(key);

export const number = (text, least, most, fallback) => {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most ? value : fallback;
};

// Texts in a list, whose signs between them are no part of a text.
export const packed = (text) => text.replace(/[%_:,|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
export const unpacked = (text) => text.replace(/%(25|5f|3a|2c|7c)/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

// ---- In the address ----

// The address follows, but not at every letter: browsers refuse to be told so often.
let telling = null;
let told = -Infinity;
// The address as it was last read or told. If the browser has another, Back was pressed, and what is set does not belong to it.
let here = null;

const entries = () => [...state].sort(([one], [other]) => (one < other ? -1 : 1));
const asText = (pairs) => String(new URLSearchParams(pairs));

export function readAddress() {
  state.clear();
  clearTimeout(telling);
  here = location.hash;
  const text = location.hash.slice(1);
  if (text.length > LONGEST) {
    say('This address is too long. The page starts afresh.');
    return;
  }
  for (const [key, value] of new URLSearchParams(text)) state.set(key, value);
}

function writeAddress() {
  clearTimeout(telling);
  telling = setTimeout(() => tellAddress('replaceState'), Math.max(0, told + 400 - performance.now()));
}

// The entry of the browser's history says besides whether what is set is this browser's own.
export function tellAddress(how) {
  clearTimeout(telling);
  told = performance.now();
  const whole = `#${asText(entries())}`;
  const address = whole.length > LONGEST ? `#${asText([...entries().filter(([key]) => !isText(key)), [LEFT_OUT, '1']])}` : whole;
  try {
    if (address.length > LONGEST || (how === 'replaceState' && (location.hash !== here || isTold(address)))) return;
    history[how]({ isOwn, place }, '', address);
    here = location.hash;
  } catch { /* It is told the next time. */ }
}

// A browser that is told its own address again may lose a Forward that was pressed meanwhile.
const isTold = (address) => address === location.hash && history.state?.isOwn === isOwn;

// The place of an entry in the browser's history, and what each step changed. Back takes back what its steps changed, and
// nothing else that was typed or thrown since.
let place = history.state?.place ?? 0;
const changes = new Map();

export function step(change) {
  tellAddress('replaceState');
  const before = new Map(state);
  change();
  place += 1;
  changes.set(place, [...new Set([...before.keys(), ...state.keys()])].filter((key) => before.get(key) !== state.get(key)));
  tellAddress('pushState');
}

// What the steps changed between the entry that was shown and the one that the browser went to.
function taken() {
  const to = history.state?.place ?? place;
  const [first, last] = [Math.min(place, to), Math.max(place, to)];
  place = to;
  return [...changes].filter(([at]) => at > first && at <= last).flatMap(([, keys]) => keys);
}

// ---- In this browser ----

function stored() {
  try {
    const pairs = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return pairs.filter(([key]) => !PASSING.includes(key)).map(([key, value]) => [key, String(value)]);
  } catch {
    return [];
  }
}

const lasting = () => entries().filter(([key]) => !PASSING.includes(key));

// Whether what is set is this browser's own: what came from others does not take its place unasked. And whether this browser
// keeps anything.
let isOwn = true;
let isStored = true;

export const isOurs = () => isOwn;
export const isKept = () => isStored;

function remember() {
  if (!isOwn) return;
  try {
    localStorage.setItem(STORE, JSON.stringify(lasting()));
    isStored = true;
  } catch {
    isStored = false;
  }
}

function adopt(pairs, except = []) {
  for (const [key] of lasting()) if (!except.includes(key)) state.delete(key);
  for (const [key, value] of pairs) if (!except.includes(key)) state.set(key, value);
}

// An address that sets something sets all of it; one that only says where to go leaves all as it was.
export function recall(old = stored()) {
  const wasOwn = history.state?.isOwn;
  const isLeft = old.length > 0 && (wasOwn || !lasting().length);
  const back = taken();
  if (isLeft) adopt(old, back);
  else if (state.has(LEFT_OUT) && wasOwn !== false) for (const [key, value] of old) if (isText(key)) state.set(key, value);
  state.delete(LEFT_OUT);
  isOwn = isLeft || !old.length || JSON.stringify(old) === JSON.stringify(lasting());
  if (back.length) remember();
  tellAddress('replaceState');
}

// What was set before Back or Forward.
export const remembered = () => (isOwn ? lasting() : stored());

// What came from others becomes this browser's own.
export function keepAsOurs() {
  isOwn = true;
  remember();
  tellAddress('replaceState');
}

// What was set in this browser before comes back.
export function backToOurs() {
  adopt(stored());
  state.delete('by');
  isOwn = true;
  tellAddress('pushState');
}

// Another tab has gone on.
export function follow(then) {
  addEventListener('storage', ({ key }) => {
    if (key !== STORE || !isOwn) return;
    adopt(stored());
    writeAddress();
    then();
  });
}

// ---- Handed on ----

// All that is set, as it is handed on: whose it is, and where to begin.
export const handedOn = () => entries().filter(([key]) => key !== 'by');

export function takeHandedOn(pairs) {
  state.clear();
  for (const [key, value] of pairs) state.set(String(key), String(value));
  isOwn = !stored().length || JSON.stringify(stored()) === JSON.stringify(lasting());
}

// A short code: the same, compressed.
export async function asCode(pairs) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(asText(pairs)));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// What a code or a link says; nothing if it is none.
export async function fromCode(text) {
  const plain = text.trim();
  const link = plain.split('#')[1];
  if (link !== undefined) return [...new URLSearchParams(link)];
  try {
    const bytes = Uint8Array.from(atob(plain.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const said = new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));
    return said.length > 10 * LONGEST ? null : [...new URLSearchParams(said)];
  } catch {
    return null;
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
