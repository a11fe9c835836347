// ---- The page: its screens and navigation ----
import { button, el, say } from './elements.js';
import { sweep } from './answers.js';
import { engine } from './engine.js';
import { backToOurs, drop, follow, fromCode, get, isSaved, isOurs, keepAsOurs, readAddress, recall, remembered, set, step, takeHandedOn, tellAddress } from './set.js';
import { given, handingOn } from './share.js';
import { adviseDoor } from './doors/advise.js';
import { countDoor } from './doors/count.js';
import { fairDoor } from './doors/fair.js';
import { homeDoor } from './doors/home.js';
import { oddsDoor } from './doors/odds.js';
import { ownDoor } from './doors/own.js';
import { tonightDoor } from './doors/tonight.js';

// The screens: title, purpose and build function.
export const DOORS = {
  home: { title: 'Knucklebones', build: (tools) => homeDoor(tools) },
  fair: { title: 'Is our game fair?', about: 'who wins, what it costs, and what fixes it', build: (tools) => fairDoor(tools) },
  best: { title: 'What should I do?', about: 'this board, this hand, this throw', build: (tools) => adviseDoor(tools) },
  bones: { title: 'Count my bones', about: 'throw, tap, and know your own odds', build: (tools) => countDoor(tools) },
  tonight: { title: 'Tonight', build: (tools) => tonightDoor(tools) },
  own: { title: 'A game of my own', build: (tools) => ownDoor(tools) },
  cast: { title: 'Odds of a throw', build: (tools) => oddsDoor(tools) },
};

const current = () => (Object.hasOwn(DOORS, get('at')) ? get('at') : 'home');

// The latest results, for the result card.
const found = {};

const link = (at, inside, kind = '') => el('a', { href: `#at=${at}`, class: kind, 'data-at': at, onclick: (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(at);
} }, inside);

const tools = { go: (at) => go(at), link, remember: (more) => Object.assign(found, more), handing: () => handingOn({ remembered: () => found, opened: () => { tellAddress('pushState'); show(true); } }) };

let shows = 0;

async function show(focus = false) {
  const mine = (shows += 1);
  const at = current();
  const { title, build } = DOORS[at];
  const isHome = at === 'home';
  document.title = isHome ? 'Knucklebones: the odds' : `${title} – knucklebones`;
  document.body.dataset.at = at;
  document.getElementById('top').replaceChildren(...(isHome ? [] : [el('nav', { 'aria-label': 'Home' }, link('home', '‹ Home', 'back')), el('h1', { tabindex: '-1' }, title)]));
  notice();
  const main = document.getElementById('main');
  main.replaceChildren();
  sweep();
  try {
    const parts = await build(tools);
    if (mine !== shows) return;
    main.replaceChildren(...(isHome ? parts : [el('div', { class: 'screen' }, parts), tools.handing()]));
  } catch (error) {
    if (mine === shows) main.replaceChildren(el('div', { class: 'error', role: 'alert' }, el('p', {}, error.message)));
  }
  if (focus) (document.querySelector('#top h1') ?? main).focus({ preventScroll: true });
}

// Shows whose settings these are, if they are not this browser's own, and whether the browser saves them.
function notice() {
  const element = document.getElementById('notice');
  const whose = get('by') ? `Shared by ${get('by')}.` : 'This was shared by someone else.';
  if (!isOurs()) {
    element.replaceChildren(el('p', {}, `${whose} Your own settings are safe.`), el('div', { class: 'buttons' }, button('Keep as mine', () => { set('by', ''); keepAsOurs(); show(); say('Saved.'); }), button('Back to mine', () => { backToOurs(); show(true); })));
  } else if (!isSaved()) element.replaceChildren(el('p', {}, 'This browser saves nothing for this page. Share it with yourself, below, before you close it.'));
  else element.replaceChildren();
}

function go(at) {
  step(() => set('at', at === 'home' ? '' : at));
  scrollTo(0, 0);
  show(true);
}

async function arrive(old) {
  readAddress();
  const code = get('code') && await fromCode(get('code'));
  drop('code');
  if (code) {
    takeHandedOn(code);
    tellAddress('replaceState');
  } else recall(old);
  show();
}

addEventListener('hashchange', () => {
  const old = remembered();
  arrive(old);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => show());
follow(() => { if (!engine.queue.length || ['bones', 'own'].includes(current())) show(); });

// A shared copy of the page begins with the settings saved in it.
const brought = given();
readAddress();
if (get('code')) arrive();
else if (brought.length && !location.hash) {
  takeHandedOn(brought);
  tellAddress('replaceState');
  show();
} else {
  recall();
  show();
}
if (!engine.worker) engine.start();
