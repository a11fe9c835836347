// ---- Boards and hands, as described by the engine: only legal moves can be tapped ----
import { cast } from './bones.js';
import { button, choice, el, input, labelled, stepper, svg } from './elements.js';
import { capital } from './words.js';

// Draws a board with the best moves as arrows. A tap on a square takes the next step of a legal move; a complete move is
// played. Each option has its steps, as pairs of squares; a square off the board is null. `held` stores the taps so far, and
// lasts while better values come in.
export function board(said, best, held, onplay) {
  const { columns, squares, safe = [] } = said.board;
  const rows = squares.length / columns;
  const holdsPebbles = said.unit === 'pebbles';
  const options = said.options?.filter(({ steps, next }) => steps && next) ?? [];
  const grid = el('div', { class: 'board', role: 'group', 'aria-label': 'The board', style: `--columns:${columns};--rows:${rows}` });
  // `done`: the steps tapped so far; `from`: the square where the next one begins.
  held.done ??= [];

  // The steps of an option that remain after the tapped ones, in any order. Null if a tapped step is not among its steps.
  const left = ({ steps }) => {
    const rest = steps.map(String);
    for (const step of held.done) {
      const at = rest.indexOf(String(step));
      if (at < 0) return null;
      rest[at] = null;
    }
    return steps.filter((_, at) => rest[at] !== null);
  };
  const possible = () => options.map(left).filter((rest) => rest?.length);
  const step = () => possible().flat();

  function tap(index) {
    if (held.from === undefined) {
      const ways = step().filter(([start]) => start === index);
      const isOne = new Set(ways.map(String)).size === 1;
      if (!ways.length) {
        // To enter a piece, tap the square where it lands.
        take(step().find(([start, end]) => start === null && end === index));
      } else if (isOne && (holdsPebbles || ways[0][1] === null)) take(ways[0]);
      else held.from = index;
    } else if (index === held.from) held.from = undefined;
    else {
      const way = step().find(([start, end]) => start === held.from && end === index);
      if (way) take(way);
      else { held.from = undefined; tap(index); return; }
    }
    draw();
  }

  function take(way) {
    if (!way) return;
    held.from = undefined;
    held.done = [...held.done, way];
    const whole = options.find((option) => left(option)?.length === 0);
    if (whole && !possible().length) onplay(whole);
  }

  function draw() {
    const active = grid.contains(document.activeElement) ? document.activeElement.dataset.square : null;
    const legal = new Set(held.from === undefined ? step().map(([start, end]) => start ?? end) : step().flatMap(([start, end]) => (start === held.from ? [start, end] : [start ?? end])));
    const ends = new Set(held.from === undefined ? [] : step().filter(([start]) => start === held.from).map(([, end]) => end));
    const moved = new Set(held.done.flat());
    grid.replaceChildren(...squares.map((square, index) => cell(square, index, legal, moved, ends)), arrows());
    if (active !== null) grid.querySelector(`button[data-square="${active}"]`)?.focus({ preventScroll: true });
  }

  function cell(square, index, legal, moved, ends) {
    if (!square) return el('span', { class: 'outside' });
    const { name, piece, count } = square;
    // Boards with squares named by letter and number show letters only at the bottom and numbers only at the left.
    const shown = /^[a-z]\d+$/.test(name) ? [index % columns === 0 && name.slice(1), index >= squares.length - columns && name[0]].filter(Boolean).reverse().join('') : name;
    const classes = ['square', safe.includes(index) && 'safe', legal.has(index) && 'legal', ends.has(index) && 'end', (held.from === index || moved.has(index)) && 'taken'].filter(Boolean).join(' ');
    const inside = [el('small', {}, shown), piece ? el('span', { class: `piece ${piece}` }, count > 1 ? String(count) : '') : holdsPebbles && el('b', { class: count ? '' : 'none' }, String(count))].filter(Boolean);
    const description = `${name}: ${piece ? `${PIECES[piece] ?? piece}${count > 1 ? ` × ${count}` : ''}` : holdsPebbles ? count : 'empty'}`;
    return legal.has(index) || held.from === index ? el('button', { type: 'button', class: classes, 'aria-label': description, 'data-square': String(index), onclick: () => tap(index) }, inside)
      : el('span', { class: classes, role: 'img', 'aria-label': description }, inside);
  }

  // The best moves as arrows; the best one is drawn the boldest.
  function arrows() {
    const middle = (index) => [(index % columns) + 0.5, Math.floor(index / columns) + 0.5];
    const lines = best.flatMap(({ steps }, rank) => (steps ?? []).filter(([start, end]) => start !== null && end !== null && start !== end).map(([start, end]) => {
      const [[x, y], [to, down]] = [middle(start), middle(end)];
      const [dx, dy] = [to - x, down - y];
      const length = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / length, dy / length];
      const [tipX, tipY] = [to - ux * 0.2, down - uy * 0.2];
      return svg('path', { class: `arrow rank${rank}`, d: `M${x + ux * 0.3} ${y + uy * 0.3}L${tipX} ${tipY}M${tipX - ux * 0.25 - uy * 0.15} ${tipY - uy * 0.25 + ux * 0.15}L${tipX} ${tipY}L${tipX - ux * 0.25 + uy * 0.15} ${tipY - uy * 0.25 - ux * 0.15}` });
    }));
    return svg('svg', { class: 'arrows', viewBox: `0 0 ${columns} ${rows}`, 'aria-hidden': 'true' }, lines);
  }

  draw();
  return el('div', {}, el('p', { class: 'note' }, said.board.above), grid, el('p', { class: 'note' }, said.board.below));
}

const PIECES = { b: 'black', w: 'white', B: 'black dux', W: 'white dux' };

// ---- Throws ----

// A control to enter a throw, whole or die by die.
export function throwing(throws, held, onthrow) {
  const chance = ({ probability }) => probability.value ?? probability;
  const anyThrow = () => {
    let left = Math.random();
    onthrow(throws.find((one) => (left -= chance(one)) < 0) ?? throws.at(-1));
  };
  const some = button('Throw for me', anyThrow);
  if (throws.length <= 12) return el('div', { class: 'taps' }, throws.map((one) => button(String(one.throw), () => onthrow(one), { class: 'side', 'aria-label': `Thrown: ${one.throw}` })), some);
  const dice = String(throws[0].throw).length;
  held.dice ??= '';
  const dicePad = el('p', { class: 'big', role: 'status' }, held.dice || `Tap what the ${dice} dice show.`);
  const tap = (face) => {
    held.dice = (held.dice.length < dice ? held.dice : '') + face;
    dicePad.textContent = held.dice;
    const sorted = [...held.dice].sort().reverse().join('');
    const found = throws.find((one) => String(one.throw) === sorted);
    if (held.dice.length === dice && found) onthrow(found);
  };
  const clear = button('Clear', () => { held.dice = ''; dicePad.textContent = `Tap what the ${dice} dice show.`; });
  return el('div', {}, dicePad, el('div', { class: 'taps' }, ['1', '2', '3', '4', '5', '6'].map((face) => button(face, () => tap(face), { class: 'side', 'aria-label': `A die shows ${face}` })), clear, some));
}

// ---- Hands ----

// The position composed from the fields of its form that have a value.
export const composed = (fields) => fields.filter(({ value }) => value.length).map(({ before, between, behind = '', value }) => before + value.join(between) + behind).join('').trim();

// The first field that still has to be filled in.
export const lacking = (fields) => fields.find(({ kind, value, values, optional, pending }) => (kind === 'cast' && pending) || (kind === 'faces' && !optional && value.length < values[0]));

// Controls for the fields of a form. Each field has a kind, the number of `values` it takes, and their range or options.
export function formControls(fields, changed) {
  return fields.map((field) => {
    const put = (value) => { field.value = value; field.pending = ''; changed(); };
    const { name, title, kind, value, values: [fewest, most], least, most: largest, options, pending } = field;
    if (kind === 'faces') return cast(title, value.join(''), most, (text) => put([...text]));
    if (kind === 'cast') {
      const bones = options?.[0]?.length ?? 4;
      const unseen = options.includes('?') && button('I can’t see it', () => put(value[0] === '?' ? [] : ['?']), { 'aria-pressed': String(value[0] === '?'), 'data-name': `unseen ${name}` });
      return el('div', {}, cast(title, pending || (value[0] ?? '').replace('?', ''), bones, (text) => {
        const sorted = [...text].sort().reverse().join('');
        if (!text || options.includes(sorted)) { put(text ? [sorted] : []); return; }
        field.value = [];
        field.pending = text;
        changed();
      }), unseen);
    }
    if (kind === 'count') return numeric(capital(title), value[0] ?? String(least), least, largest, (now) => put([String(now)]));
    if (kind === 'counts' && name !== 'others') {
      const numbers = Array.from({ length: fewest }, (_, at) => value[at] ?? String(least));
      const putAt = (at) => (now) => put(numbers.map((other, index) => (index === at ? String(now) : other)));
      return el('div', { class: 'row', role: 'group', 'aria-label': title }, numbers.map((now, at) => numeric(`${capital(title)}, ${at + 1}`, now, least, largest, putAt(at))));
    }
    // The number of other players is not fixed.
    if (kind === 'counts') {
      const numbers = value.length ? value.map(Number) : [largest];
      const who = (at) => (at ? `player ${at + 1} after you` : 'the next player');
      return el('div', { class: 'row', role: 'group', 'aria-label': title },
        stepper('How many others', numbers.length, 1, MOST_OTHERS, (many) => put(Array.from({ length: many }, (_, at) => String(numbers[at] ?? numbers.at(-1))))),
        numbers.map((now, at) => stepper(`${title}, ${who(at)}`, now, least, largest, (many) => put(numbers.map((other, index) => String(index === at ? many : other))), `Tali of ${who(at)}`)));
    }
    if (kind === 'bids') {
      return el('div', { role: 'group', 'aria-label': title }, el('p', { class: 'label' }, value.length ? `${title}: ${value.map(saidBid).join(', then ')}` : 'No bids yet.'),
        el('div', { class: 'row' }, options?.length ? labelled('The next bid', choice([['', 'The next bid'], ...options.map((bid) => [bid, saidBid(bid)])], '', (bid) => bid && put([...value, bid]))) : el('p', { class: 'note' }, 'No higher bid is possible.'),
          value.length > 0 && button('Take back a bid', () => put(value.slice(0, -1)))));
    }
    if (options?.length) return labelled(title, choice([...(field.optional ? [['', '–']] : []), ...options.map((option) => [option, saidBid(option)])], value[0] ?? '', (one) => put(one ? [one] : [])));
    return labelled(title, input(value.join(field.between), (text) => put(text.trim() ? [text.trim()] : []), { inputmode: 'numeric', class: 'short', maxlength: '12', 'data-name': `form ${name}`, placeholder: fewest && field.optional ? 'as usual' : '' }));
  });
}

const MOST_OTHERS = 11;

// A control for a whole number: a stepper for a small range, else a text field.
const numeric = (title, now, least, most, put) => (most - least < 13 ? stepper(title, Number(now), least, most, put)
  : labelled(title, input(now, (text) => put(text.trim()), { inputmode: 'numeric', class: 'short', maxlength: '7', 'data-name': `form ${title}` })));

// A bid in words.
const saidBid = (bid) => bid.replace(/^(\d+)x(\d)$/, '$1 × $2');

// An option in words.
export function saidOption(option, hasBids) {
  if (/^\d+x\d$/.test(option)) return `${hasBids ? 'Raise to' : 'Bid'} ${saidBid(option)}`;
  return capital(option);
}

// A control to enter what a player knows: each group of buttons depends on those before it.
export function knowledge(all, onfound) {
  const element = el('div', {});
  const tapped = [];
  const key = (step) => (step ? `${step.about} ${step.is}` : '');
  function draw() {
    const groups = [];
    let left = all;
    for (let depth = 0; left.some(({ steps }) => steps.length > depth); depth += 1) {
      const ways = new Map(left.map(({ steps }) => [key(steps[depth]), steps[depth]]));
      if (ways.size === 1) { tapped[depth] = [...ways.keys()][0]; continue; }
      const about = left.find(({ steps }) => steps[depth]).steps[depth].about;
      const at = depth;
      groups.push(el('div', { role: 'group', 'aria-label': about }, el('p', { class: 'label' }, capital(about)), el('div', { class: 'taps' }, [...ways].map(([way, step]) => button(step ? step.is : 'now it is your turn', () => { tapped.length = at; tapped[at] = way; draw(); }, { 'aria-pressed': String(tapped[at] === way), 'data-name': `${at} ${way}` })))));
      if (!ways.has(tapped[depth])) { left = []; break; }
      left = left.filter(({ steps }) => key(steps[depth]) === tapped[at]);
    }
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    element.replaceChildren(...groups);
    if (focused) element.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
    onfound(left.length === 1 ? left[0] : null);
  }
  draw();
  return element;
}
