// ---- A game of my own ----
import { answering, more } from '../answers.js';
import { between, button, choice, el, redraw, saving, unique } from '../elements.js';
import { engine } from '../engine.js';
import { get, isSet, keys, set } from '../set.js';
import { GAME_FILE, OWN } from '../table.js';
import { adviseScreen } from './advise.js';
import { fairScreen } from './fair.js';

const EXAMPLES = JSON.parse(document.getElementById('games').textContent);
const titleOf = (text) => text.match(/^game "([^"]+)"/m)?.[1] ?? 'untitled';

// The user's own games, with number, text and title.
export const ownGames = () => keys('own.').map((key) => ({ id: key.slice(4), text: get(key), title: titleOf(get(key)) })).filter(({ text }) => text.trim());

// The first example to show.
const FIRST = (EXAMPLES.find(([name]) => name === 'augustus') ?? EXAMPLES[0])[0];

// The screen to write a game. `own` is the game that is open: the number of an own game, or `x:NAME` for an example.
export function ownDoor({ go, remember }) {
  const opened = () => (get('own').startsWith('x:') && EXAMPLES.some(([name]) => name === get('own').slice(2)) ? get('own') : isSet(`own.${get('own')}`) ? get('own') : ownGames()[0]?.id ?? `x:${FIRST}`);
  const isExample = () => opened().startsWith('x:');
  const text = () => (isExample() ? EXAMPLES.find(([name]) => name === opened().slice(2))[1] : get(`own.${opened()}`));
  const mine = () => String(1 + Math.max(0, ...ownGames().map(({ id }) => Number(id) || 0)));

  const checked = answering('What the game is');
  const results = el('div', {});
  const stale = el('p', { class: 'note', hidden: true }, 'Results of your last working version:');
  const wrong = el('div', { role: 'status' });
  const area = el('textarea', { id: unique(), rows: '18', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  const lines = el('ol', { 'aria-hidden': 'true' });
  const head = el('div', {});
  let shownFor = null;
  let screen = null;
  let last = null;

  const mark = (wrongLines) => {
    lines.replaceChildren(...between(1, area.value.split('\n').length).map((line) => el('li', { class: wrongLines.has(line) && 'wrong' }, String(line))));
    lines.style.height = `${area.clientHeight}px`;
    lines.scrollTop = area.scrollTop;
  };
  const jump = (line) => {
    const all = area.value.split('\n');
    const start = all.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.focus();
    area.scrollTop = (line - 4) * (area.scrollHeight / all.length);
    area.setSelectionRange(start, start + (all[line - 1]?.length ?? 0));
  };

  const check = () => {
    mark(new Set());
    const now = text();
    if (!now.trim()) { screen = null; shownFor = null; results.replaceChildren(); checked.show(el('p', { class: 'note' }, 'Write a game, or choose an example.')); return; }
    checked.ask({ key: 'check', doing: 'Reading the game', work: async (ask, isLatest) => {
      const answer = await ask(['check', GAME_FILE, '--format', 'json'], { [GAME_FILE]: now });
      if (!isLatest()) return null;
      const wrongLines = new Set(answer.code ? [...answer.err.matchAll(/-->\s*[^\n]*?:(\d+):\d+/g)].map(([, line]) => Number(line)) : []);
      mark(wrongLines);
      results.toggleAttribute('inert', Boolean(answer.code));
      stale.hidden = !answer.code || !screen;
      redraw(wrong, el('div', { class: 'buttons' }, [...wrongLines].map((line) => button(`Go to line ${line}`, () => jump(line)))));
      if (answer.code) return el('div', { class: 'error', role: 'alert' }, el('pre', {}, answer.err.replace(/^error: /, '').replaceAll(`${GAME_FILE}:`, 'line ')));
      const [file] = JSON.parse(answer.out).files;
      await showResults(now, file);
      return more('In plain English', () => el('ul', { class: 'plain' }, file.rules_card.map((line) => el('li', {}, line))));
    } }, 250);
  };

  // Once the game is understood, shows the same screens as for any game.
  async function showResults(now, file) {
    const described = await engine.json(['rules', GAME_FILE], { [GAME_FILE]: now }).catch(() => null);
    if (!described) return;
    last = { ...described, game: OWN, text: now, isHidden: file.hides, isLarge: !file.is_complete };
    const same = JSON.stringify([described.title, described.rules, described.policies, described.least_players, described.most_players, described.coins]);
    if (same === shownFor) { screen.forEach((one) => one.again()); return; }
    shownFor = same;
    const fair = fairScreen({ game: () => last, go, remember });
    const advice = last.policies?.length ? adviseScreen({ game: () => last, go }) : null;
    screen = [fair, ...(advice ? [advice] : [])];
    redraw(results, el('h2', {}, 'Is it fair?'), el('div', { class: 'screen nested' }, fair.parts), advice && [el('h2', {}, 'What should I do?'), el('div', { class: 'screen nested' }, advice.parts)]);
  }

  // Editing an example creates a new own game.
  area.addEventListener('input', () => {
    // An empty text is still an own game.
    const now = (area.value.toWellFormed?.() ?? area.value) || '\n';
    if (isExample()) { const id = mine(); set(`own.${id}`, now); set('own', id); drawHead(); } else set(`own.${opened()}`, now);
    check();
  });
  area.addEventListener('scroll', () => { lines.scrollTop = area.scrollTop; });
  area.addEventListener('keydown', (event) => {
    // Enter keeps the indentation, and indents by two more spaces after a colon. Tab moves the focus, as everywhere.
    if (event.key !== 'Enter') return;
    const before = area.value.slice(0, area.selectionStart).split('\n').at(-1);
    const indent = before.match(/^ */)[0] + (before.trimEnd().endsWith(':') ? '  ' : '');
    if (!indent) return;
    event.preventDefault();
    area.setRangeText(`\n${indent}`, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input'));
  });

  const open = (id) => { set('own', id); area.value = text(); shownFor = null; screen = null; results.replaceChildren(); drawHead(); check(); };
  function drawHead() {
    const games = [...ownGames().map(({ id, title }) => [id, `${title} (yours)`]), ...EXAMPLES.map(([name, one]) => [`x:${name}`, titleOf(one)])];
    redraw(head, labelledChoice(games, open),
      el('p', { class: 'help' }, isExample() ? 'This is an example. If you change it, you get a game of your own; the example stays.' : 'This game is yours. It is saved in this browser, next to the examples.'),
      el('div', { class: 'buttons' }, button('A new game', () => { const id = mine(); set(`own.${id}`, 'game "My game"\nseats 2\n\nturn:\n  roll 4 tali\n  if venus: win\n'); open(id); }),
        saving('Save the file', `${titleOf(text()).toLowerCase().replace(/\W+/g, '-')}.game`, () => text())));
  }
  const labelledChoice = (games, onopen) => {
    const select = choice(games, opened(), onopen);
    select.id = unique();
    return el('div', { class: 'field' }, el('label', { for: select.id }, 'Game'), select);
  };

  drawHead();
  area.value = text();
  requestAnimationFrame(check);
  const reference = el('template');
  reference.innerHTML = document.getElementById('reference').innerHTML;
  return [
    el('div', { class: 'setup' }, head, el('div', { class: 'field' }, el('label', { for: area.id }, 'The text of the game'), el('div', { class: 'editor' }, lines, area)), wrong,
      more('Language reference', () => el('div', { class: 'reference' }, reference.content.cloneNode(true)))),
    el('div', {}, checked.element, stale, results),
  ];
}
