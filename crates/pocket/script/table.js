// ---- The table that all screens share: game, guests, bones, coins and house rules ----
import { button, choice, el, input, labelled, redraw, unique } from './elements.js';
import { bones, bonesInWords } from './bones.js';
import { engine } from './engine.js';
import { get, isSet, number, packed, set, step, unpacked } from './set.js';
import { capital, counted } from './words.js';

let catalogue = null;

export async function games() {
  catalogue ??= (await engine.json(['games'])).games;
  return catalogue;
}

// The game set under a key, or the usual one. For an unknown name, `unknown` holds it for the error message.
export function chosenGame(all, key, usual) {
  const found = all.find(({ game }) => game === get(key, usual));
  return found ?? { ...all.find(({ game }) => game === usual), unknown: get(key) };
}

export const unknownGame = ({ unknown, title }) => el('div', { class: 'error', role: 'alert' }, el('p', {}, `There is no game called “${unknown.slice(0, 60)}” here. Choose one above: ${title}, for example.`));

// ---- Guests ----

const MOST_GUESTS = 12;

export function guests() {
  return get('who').split('_').filter(Boolean).slice(0, MOST_GUESTS).map((guest) => {
    const [name = '', coins = ''] = guest.split(':').map(unpacked);
    return { name: name.slice(0, 40), coins };
  });
}

const setGuests = (list) => set('who', list.map(({ name, coins }) => `${packed(name)}:${packed(coins)}`).join('_'));

// The number of guests who play this game: as many as it allows.
export const players = (game) => {
  const many = guests().length;
  return many ? Math.max(game.least_players, Math.min(game.most_players, many)) : game.players;
};

export const names = (game) => guests().slice(0, players(game)).map(({ name }) => name);

// The name of a seat: that of its guest, or one by the order of play.
export function calling(game) {
  const [many, called] = [players(game), names(game)];
  return (seat, going = false) => called[seat - 1] || (many === 1 ? 'you' : seat === 1 ? (going ? 'going first' : 'the starter') : seat === many ? (going ? 'going last' : many === 2 ? 'the second player' : 'the last player') : `player ${seat}`);
}

// The smallest purse of the guests, or null if nobody has entered one.
const purse = () => {
  const coins = guests().map(({ coins: brought }) => number(brought, 1, 1e9, null)).filter((brought) => brought !== null);
  return coins.length ? Math.min(...coins) : null;
};

// ---- Arguments for the engine ----

export const GAME_FILE = 'my.game';
export const OWN = 'own';

export const isChosen = (game) => Boolean(game.policies?.length);

// Whether best play takes more memory than a phone can spare, because the number of pieces is not reduced.
export const isTooLarge = (game) => ['aseb', 'duodecim-scriptorum'].includes(game.game) && !isSet(`r.${game.game}.pieces`);

export const fewerPieces = (game, then) => button('Play with two pieces', () => { set(`r.${game.game}.pieces`, '2'); then(); }, { class: 'main' });

// The arguments for a game: its name in the catalogue, or the file of an own game.
export const gameWords = (game) => (game.game === OWN ? { words: [GAME_FILE], files: { [GAME_FILE]: game.text } } : { words: [game.game], files: {} });

export const ruleKey = (game, rule) => `r.${game.game}.${rule}`;
export const rulesSet = (game) => game.rules.filter(({ rule }) => isSet(ruleKey(game, rule)));

// The arguments and files for all settings of a game.
export function tableWords(game, { play = true, withPurse = false } = {}) {
  const { words, files } = gameWords(game);
  const many = players(game);
  const policy = play && playing(game);
  const faces = bones();
  const brought = withPurse && game.coins ? purse() : null;
  return {
    words: [...words, ...(many === game.players ? [] : ['--players', String(many)]), ...rulesSet(game).flatMap(({ rule }) => ['--rule', `${rule}=${get(ruleKey(game, rule))}`]),
      ...(policy ? ['--play', policy] : []), ...(brought ? ['--purse', String(brought)] : []), ...faces.words],
    files: { ...files, ...faces.files },
  };
}

const playKey = (game) => `play.${game.game}`;
function playing(game) {
  const play = get(playKey(game));
  return game.policies?.some(({ policy }) => policy === play.split(':')[0]) ? play : '';
}

// ---- Settings as chips that open panels ----

// Each chip has a key, a title, a text to show, and a function that makes its panel. On a wide screen all panels are open. If
// `quietly`, only the chips are redrawn, so that typing in a panel is not interrupted.
export function setup(chips, element = el('div', { class: 'setup' }), quietly = false) {
  const open = element.dataset.open ?? '';
  element.dataset.name ??= unique();
  const idOf = (key) => `${element.dataset.name}-${key}`;
  const row = el('div', { class: 'chips', role: 'group', 'aria-label': 'Settings' }, chips.map(({ key, title, shows }) => button([el('span', { class: 'unseen' }, `${title}: `), shows], () => {
    element.dataset.open = open === key ? '' : key;
    setup(chips, element);
  }, { class: 'chip', 'data-name': `chip ${key}`, 'aria-expanded': String(open === key), 'aria-controls': idOf(key) })));
  const old = element.querySelector(':scope > .chips');
  if (quietly && old && !old.contains(document.activeElement)) old.replaceWith(row);
  else redraw(element, row, chips.map(({ key, title, panel }) => el('div', { class: `panel${open === key ? ' open' : ''}`, id: idOf(key), role: 'group', 'aria-label': title }, panel())));
  return element;
}

export const gameChip = (all, game, key, changed) => ({
  key: 'game',
  title: 'Game',
  shows: game.title,
  panel: () => [labelled('Game', choice(all.map(({ game: name, title }) => [name, title]), game.game, (name) => { step(() => set(key, name)); changed(); })),
    el('p', { class: 'help' }, game.summary ? `${game.summary}.` : '')],
});

export const guestsChip = (game, changed) => ({
  key: 'guests',
  title: 'Guests',
  shows: game.most_players === 1 ? (names(game)[0] || 'One player') : names(game).filter(Boolean).length ? names(game).map((name, index) => name || `player ${index + 1}`).join(', ') : counted(players(game), 'player'),
  panel: () => guestsPanel(game, changed),
});

export function guestsPanel(game, changed) {
  const least = game?.least_players ?? 1;
  const most = game?.most_players ?? MOST_GUESTS;
  const list = guests();
  while (list.length < (game ? players(game) : 2)) list.push({ name: '', coins: '' });
  const keep = (redrawn = false) => { setGuests(list); changed(redrawn); };
  const one = (guest, index) => el('div', { class: 'guest' },
    el('div', { class: 'field' }, input(guest.name, (name) => { guest.name = name.trim(); keep(); }, { maxlength: '40', 'aria-label': `Name of guest ${index + 1}`, placeholder: index ? `Guest ${index + 1}` : 'Guest 1 (starts)' })),
    (game?.coins ?? true) && el('div', { class: 'field coins' }, input(guest.coins, (coins) => { guest.coins = coins.trim(); check(); keep(); }, { inputmode: 'numeric', maxlength: '7', 'aria-label': `Coins of guest ${index + 1}`, placeholder: 'coins' })),
    list.length > Math.max(1, least) && button('×', () => { list.splice(index, 1); keep(true); }, { 'aria-label': `Remove guest ${index + 1}` }));
  const left = list.length - most;
  const wrong = el('p', { class: 'error', role: 'status' });
  const check = () => { wrong.textContent = list.filter(({ coins }) => coins && number(coins, 1, 1e9, null) === null).map(({ coins }) => `“${coins}” is not a whole number of coins.`).join(' '); };
  check();
  return [el('p', { class: 'label' }, 'Guests, in playing order'), list.map(one),
    list.length < MOST_GUESTS && button('Add a guest', () => { list.push({ name: '', coins: '' }); keep(true); }), wrong,
    (game?.coins ?? true) && el('p', { class: 'help' }, 'Coins are optional. Enter what each of you brings to see who may run out.'),
    left > 0 && el('p', { class: 'note' }, most === 1 ? `${game.title} is for one player: the first of you plays.` : `${game.title} is for up to ${most} players: the first ${most} of you play.`)];
}

export const bonesChip = (go) => ({
  key: 'bones',
  title: 'Bones',
  shows: capital(bonesInWords()),
  panel: () => [el('p', {}, `Bones: ${bonesInWords()}.`), button('Use other bones, or count mine', () => go('bones'))],
});

export const rulesChip = (game, changed) => {
  const rules = game.rules.filter(({ rule }) => rule !== 'game');
  const changedRules = rulesSet(game);
  if (!rules.length) return null;
  return {
    key: 'rules',
    title: 'House rules',
    shows: [...changedRules.map(({ rule }) => `${inWords(rule)} ${get(ruleKey(game, rule)).replace(/[\[\]{}"]/g, '')}`), get('turns') === game.game && 'the starter rotates'].filter(Boolean).join(', ') || 'Usual rules',
    panel: () => [el('p', { class: 'label' }, 'House rules'), rules.map((rule) => ruleControl(game, rule, changed)),
      changedRules.length > 0 && button('Back to the usual rules', () => { step(() => { for (const { rule } of rules) set(ruleKey(game, rule), ''); }); changed(true); })],
  };
};

export const inWords = (key) => key.replaceAll('_', ' ');

// A value as TOML.
function asToml(value) {
  if (Array.isArray(value)) return `[${value.map(asToml).join(', ')}]`;
  if (value && typeof value === 'object') return `{${Object.entries(value).map(([key, one]) => `${key} = ${asToml(one)}`).join(', ')}}`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

// The control for a house rule, inside its sentence.
function ruleControl(game, rule, changed) {
  const key = ruleKey(game, rule.rule);
  const usual = typeof rule.default === 'string' ? rule.default : asToml(rule.default);
  const take = (value) => { set(key, value.trim() === usual ? '' : value.trim()); changed(); };
  const now = get(key, usual);
  const called = `${capital(inWords(rule.rule))}`;
  let control;
  if (rule.words) control = choice(rule.words.map((word) => [word, inWords(word)]), now, take);
  else if (typeof rule.default === 'boolean' && rule.takes === 'true or false') control = choice([['true', 'yes'], ['false', 'no']], now, take);
  else control = input(now, take, rule.least !== undefined || typeof rule.default === 'number' ? { class: 'short', inputmode: rule.least < 0 ? 'text' : 'numeric', maxlength: '20', placeholder: usual } : { maxlength: '2000', placeholder: usual });
  control.setAttribute('aria-label', called);
  control.dataset.name = key;
  // A rule of an own game may have no sentence with a blank.
  const { before, after, more: rest } = rule.says ?? {};
  const isChanged = isSet(key);
  return el('div', { class: `rule${isChanged ? ' changed' : ''}` },
    before === undefined ? el('p', {}, el('label', {}, el('b', {}, called), ' ', control)) : el('p', {}, before, el('span', { class: 'nowrap' }, control, after.match(/^\S*/)[0]), after.replace(/^\S*/, '')),
    (rest || before === undefined) && el('p', { class: 'help' }, before === undefined ? capital(rule.reading) : rest),
    isChanged && el('p', { class: 'help' }, `Usually ${usual}.`));
}

// The chip for the policy, in games with decisions.
export function playChip(game, changed) {
  if (!isChosen(game)) return null;
  const options = game.policies.flatMap(({ policy, reading }) => (policy === 'search' ? [1, 2, 3].map((depth) => [`search:${depth}`, `looking ${counted(depth, 'move')} ahead`]) : [[policy, PLAYS[policy] ?? `${policy}: ${reading}`]]));
  const now = playing(game);
  return {
    key: 'play',
    title: 'How they play',
    shows: now ? capital(options.find(([policy]) => policy === now)?.[1] ?? now) : 'Usual play',
    panel: () => labelled('How everybody plays', choice([['', 'as usual'], ...options], now, (policy) => { set(playKey(game), policy); changed(true); })),
  };
}

const PLAYS = { best: 'as well as possible', random: 'at random', greedy: 'greedily', first: 'the first legal move' };
