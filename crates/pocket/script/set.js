// ---- Settings, stored in the address and in this browser ----
import { say } from './elements.js';

const LONGEST = 20000;
const STORE = 'tali-odds';
// Keys that are not stored in the browser.
const PASSING = ['at', 'by'];
// Long texts, which are left out of an address that gets too long.
const isText = (key) => key === 'bf' || key.startsWith('own.');
const LEFT_OUT = 'long';

const state = new Map();

export const get = (key, fallback = '') => state.get(key) ?? fallback;
export const isSet = (key) => state.has(key);
export const keys = (start) => [...state.keys()].filter((key) => key.startsWith(start));

// The value for "none" where an absent key means the default.
export const NONE = '-';

export function set(key, value) {
  if (value === '' || value === null || value === undefined) state.delete(key);
  else state.set(key, String(value));
  if (!PASSING.includes(key)) remember();
  writeAddress();
}

// Removes a key that is used only once.
export const drop = (key) => state.delete(key);

export const number = (text, least, most, fallback) => {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most ? value : fallback;
};

// Escapes the characters that separate texts in a list.
export const packed = (text) => text.replace(/[%_:,|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
export const unpacked = (text) => text.replace(/%(25|5f|3a|2c|7c)/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

// ---- The address ----

// Updates of the address are throttled: browsers reject too many.
let telling = null;
let writtenAt = -Infinity;
// The address last read or written. If the browser has another one, Back was pressed, and the settings do not belong to it.
let here = null;

const entries = () => [...state].sort(([one], [other]) => (one < other ? -1 : 1));
const asText = (pairs) => String(new URLSearchParams(pairs));

export function readAddress() {
  state.clear();
  clearTimeout(telling);
  here = location.hash;
  const text = location.hash.slice(1);
  if (text.length > LONGEST) {
    say('This address is too long. The page starts with the usual settings.');
    return;
  }
  for (const [key, value] of new URLSearchParams(text)) state.set(key, value);
}

function writeAddress() {
  clearTimeout(telling);
  telling = setTimeout(() => tellAddress('replaceState'), Math.max(0, writtenAt + 400 - performance.now()));
}

// The history entry also records whether the settings are this browser's own.
export function tellAddress(how) {
  clearTimeout(telling);
  writtenAt = performance.now();
  const whole = `#${asText(entries())}`;
  const address = whole.length > LONGEST ? `#${asText([...entries().filter(([key]) => !isText(key)), [LEFT_OUT, '1']])}` : whole;
  try {
    if (address.length > LONGEST || (how === 'replaceState' && (location.hash !== here || isCurrent(address)))) return;
    history[how]({ isOwn, position }, '', address);
    here = location.hash;
  } catch { /* The next update tries again. */ }
}

// Writing the current address again could cancel a Forward pressed in the meantime.
const isCurrent = (address) => address === location.hash && history.state?.isOwn === isOwn;

// The index of the current entry in the browser's history, and the keys that each step changed. Back undoes only those
// changes, and nothing else that was typed or thrown since.
let position = history.state?.position ?? 0;
const changes = new Map();

export function step(change) {
  tellAddress('replaceState');
  const before = new Map(state);
  change();
  position += 1;
  changes.set(position, [...new Set([...before.keys(), ...state.keys()])].filter((key) => before.get(key) !== state.get(key)));
  tellAddress('pushState');
}

// The keys that changed between the entry shown before and the one the browser went to.
function taken() {
  const to = history.state?.position ?? position;
  const [first, last] = [Math.min(position, to), Math.max(position, to)];
  position = to;
  return [...changes].filter(([at]) => at > first && at <= last).flatMap(([, keys]) => keys);
}

// ---- Storage in this browser ----

function stored() {
  try {
    const pairs = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return pairs.filter(([key]) => !PASSING.includes(key)).map(([key, value]) => [key, String(value)]);
  } catch {
    return [];
  }
}

const lasting = () => entries().filter(([key]) => !PASSING.includes(key));

// Whether the settings are this browser's own (shared settings replace them only on request), and whether this browser can
// store anything.
let isOwn = true;
let isStored = true;

export const isOurs = () => isOwn;
export const isSaved = () => isStored;

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

// Merges the address with the stored settings: an address with settings replaces all of them, one without leaves them
// unchanged.
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

// The settings before Back or Forward.
export const remembered = () => (isOwn ? lasting() : stored());

// Makes shared settings this browser's own.
export function keepAsOurs() {
  isOwn = true;
  remember();
  tellAddress('replaceState');
}

// Restores this browser's own settings.
export function backToOurs() {
  adopt(stored());
  state.delete('by');
  isOwn = true;
  tellAddress('pushState');
}

// Follows changes made in another tab.
export function follow(then) {
  addEventListener('storage', ({ key }) => {
    if (key !== STORE || !isOwn) return;
    adopt(stored());
    writeAddress();
    then();
  });
}

// ---- Sharing ----

// All settings to share, without the owner of settings received from others.
export const handedOn = () => entries().filter(([key]) => key !== 'by');

export function takeHandedOn(pairs) {
  state.clear();
  for (const [key, value] of pairs) state.set(String(key), String(value));
  isOwn = !stored().length || JSON.stringify(stored()) === JSON.stringify(lasting());
}

// A short code: the settings, compressed.
export async function asCode(pairs) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(asText(pairs)));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// The settings in a code or a link, or null if it is invalid.
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
