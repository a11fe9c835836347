'use strict';

// ---- Positions, entered by tapping ----
//
// Each game has an editor: `read` takes a position in the game's notation apart, `write` puts it together, and `draw` gives
// controls that change it; `lacks` says what has to be tapped before there is an answer. What an editor cannot read, of which
// `read` makes nothing, it leaves to the text field. Where fields are `blank` they are as by the rules.

const between = (least, most) => Array.from({ length: most - least + 1 }, (_, place) => least + place);

// A cell of a board.
const cell = (label, shown, small, onclick) => button([small ? el('small', {}, small) : null, shown], onclick, { 'aria-label': label });
const board = (columns, cells) => el('div', { class: 'board', role: 'group', 'aria-label': 'The board', style: `grid-template-columns: repeat(${columns}, minmax(2.75rem, 3.2rem))` }, cells);

const EDITORS = {
  'coin-tali': {
    blank: true,
    read(text) {
      const [turn = '1/3', ...rest] = text.split(/\s+/).filter(Boolean);
      if (!/^\d+\/\d+$/.test(turn) || !rest.every((part) => /^\w+=\S+$/.test(part))) return null;
      const [seat, of] = turn.split('/').map(Number);
      const told = Object.fromEntries(rest.map((part) => part.split('=')));
      return { seat: seat || 1, of: of || 3, told };
    },
    write: ({ seat, of, told }) => [`${seat}/${of}`, ...Object.entries(told).filter(([, value]) => value).map(([key, value]) => `${key}=${value}`)].join(' '),
    lacks: ({ told }) => [told.roll, told.best].some((lies) => lies && lies.length < 4) && 'Tap what all four bones show.',
    draw(at, changed, redraw) {
      const faces = (label, key) => cast(label, at.told[key] ?? '', 4, (text) => {
        at.told[key] = text;
        // Whoever throws first finds no cast to beat.
        if (key === 'best' && text.length === 4 && at.seat === 1) { at.seat = 2; redraw(); }
        changed();
      });
      const coins = (label, key, about) => labelled(label, input('text', at.told[key] ?? '', (text) => { at.told[key] = text.replace(/\s/g, ''); changed(); }, { inputmode: 'numeric', size: '8', maxlength: '9' }), about);
      return [
        stepper('Seats', at.of, 2, 8, (of) => { at.of = of; at.seat = Math.min(at.seat, of); redraw(); changed(); }),
        stepper('Whose turn', at.seat, 1, at.of, (seat) => { at.seat = seat; changed(); }),
        faces('What the bones show', 'roll'), faces('Best cast so far', 'best'),
        el('div', { class: 'row' }, coins('Round pot', 'pot', 'coppers; if empty, the antes'), coins('Game pot', 'game', 'coppers; if empty, as by the rules')),
      ];
    },
  },

  'mendax-single': {
    read(text) {
      const found = (text || '4 tali v 4').match(/^\s*(?:\d+ tali|(\d*))\s*v\s*([\d ,]*?)\s*(?::\s*([^@]*))?(?:@\s*(\d+))?\s*$/);
      if (!found) return null;
      const bids = (found[3] ?? '').trim().split(/\s+/).filter(Boolean);
      return { hand: found[1] ?? '', others: found[2].split(/[\s,]+/).filter(Boolean).map(Number), bids, seat: found[4] ?? '' };
    },
    lacks: ({ hand }) => !hand && 'Tap your hand.',
    write: ({ hand, others, bids, seat }) => `${hand} v ${others.join(' ')}${bids.length ? `: ${bids.join(' ')}` : ''}${seat ? ` @${seat}` : ''}`,
    draw(at, changed, redraw) {
      let many = at.bids.length ? Number(at.bids.at(-1).split('x')[0]) || 1 : 1;
      const again = () => { redraw(); changed(); };
      return [
        cast('Your hand', at.hand, 4, (hand) => { at.hand = hand; changed(); }),
        stepper('Others', at.others.length, 1, 11, (others) => { while (at.others.length < others) at.others.push(at.others.at(-1) ?? 4); at.others.length = others; again(); }),
        ...at.others.map((tali, place) => stepper(`Bones of the ${['next', 'second', 'third'][place] ?? `${place + 1}th`} player`, tali, 1, 4, (now) => { at.others[place] = now; changed(); })),
        el('p', {}, at.bids.length ? `Bids: ${at.bids.map((bid) => bid.replace('x', ' times ')).join(', ')}` : 'Nobody has bid.'),
        stepper('Bid: how many?', many, 1, 48, (now) => { many = now; }),
        el('div', { class: 'taps' }, FACES.map((face) => button(`× ${face}`, () => { at.bids.push(`${many}x${face}`); again(); }, { 'aria-label': `Bid as many of the ${face}` })),
          button('Take back a bid', () => { at.bids.pop(); again(); })),
      ];
    },
  },

  'mendax-common': {
    read(text) {
      const [counters = '10-10', hand = '', call = '', bones = '', lies = '', last = '', ...rest] = text.split(/\s+/).filter(Boolean);
      if (!/^\d+-\d+$/.test(counters) || rest.length) return null;
      const [own, other] = counters.split('-').map(Number);
      return { own: own || 10, other: other || 10, hand, call, bones, lies, last };
    },
    lacks({ hand, call, bones, lies, last }) {
      if (hand && hand.length < 4) return 'Tap what all four bones show.';
      const parts = [[hand, 'the hand that you accepted'], [call, 'what it was called'], [bones, 'how many bones were thrown since'], [lies, 'what lies there'], [last, 'its call']];
      const gap = parts.find(([part], place) => !part && parts.slice(place + 1).some(([later]) => later));
      return gap && `Say ${gap[1]}.`;
    },
    write: ({ own, other, ...rest }) => [`${own}-${other}`, ...['hand', 'call', 'bones', 'lies', 'last'].map((key) => rest[key])].filter(Boolean).join(' '),
    draw(at, changed) {
      const word = (label, key, about) => labelled(label, input('text', at[key], (text) => { at[key] = text.trim(); changed(); }, { size: '8', maxlength: '12' }), about);
      return [
        stepper('Your counters', at.own, 1, 20, (now) => { at.own = now; changed(); }),
        stepper('Counters of the other', at.other, 1, 20, (now) => { at.other = now; changed(); }),
        cast('The hand you accepted', at.hand, 4, (hand) => { at.hand = hand; changed(); }),
        el('div', { class: 'row' }, word('What it was called', 'call', 'such as S16, a senio of 16'), word('Bones thrown since', 'bones', '0 to 4'), word('What lies there', 'lies', 'four faces, or ? if it is the other’s'), word('Its call', 'last', 'such as S18')),
      ];
    },
  },

  mancala: {
    read(text) {
      const found = text.match(/^([\d,]+)\/([\d,]+)(?:\s+(\d))?(?:\s+(\d+)-(\d+))?$/);
      const cells = found ? [...found[1].split(','), ...found[2].split(',')].map(Number) : [];
      if (cells.length !== 12) return text ? null : { cells: [0, 9, 9, 9, 9, 0, 0, 9, 9, 9, 9, 0], turn: 1, taken: [0, 0] };
      return { cells, turn: Number(found[3] ?? 1), taken: [Number(found[4] ?? 0), Number(found[5] ?? 0)] };
    },
    write: ({ cells, turn, taken }) => `${cells.slice(0, 6).join(',')}/${cells.slice(6).join(',')} ${turn} ${taken.join('-')}`,
    draw(at, changed, redraw) {
      let by = 1;
      const tap = (place) => { at.cells[place] = Math.max(0, at.cells[place] + by); redraw(); changed(); };
      const row = (places) => places.map((place) => cell(`Cell ${place + 1}: ${at.cells[place]} pebbles`, String(at.cells[place]), String(place + 1), () => tap(place)));
      return [
        radios('A tap', [['1', 'puts one in'], ['-1', 'takes one out']], at.by ?? '1', (way) => { at.by = way; by = Number(way); }),
        (by = Number(at.by ?? 1), board(6, [...row(between(6, 11).reverse()), ...row(between(0, 5))])),
        el('p', { class: 'note' }, `${at.cells.reduce((sum, one) => sum + one, 0)} pebbles on the board, ${at.taken[0] + at.taken[1]} taken.`),
        stepper('Whose turn', at.turn, 1, 2, (turn) => { at.turn = turn; changed(); }),
        ...[0, 1].map((seat) => stepper(`Taken by seat ${seat + 1}`, at.taken[seat], 0, 72, (now) => { at.taken[seat] = now; changed(); })),
      ];
    },
  },

  latrunculi: {
    read(text) {
      const start = 'wwwwwwwwwwww/5W6/12/12/12/12/6B5/bbbbbbbbbbbb b';
      if (text && !/^[\dbwBW/]+( |$)/.test(text)) return null;
      const [ranks, turn = 'b', ...rest] = (text || start).split(/\s+/);
      const rows = ranks.split('/').map((rank) => [...rank.matchAll(/\d+|[bwBW]/g)].flatMap(([part]) => (/\d/.test(part) ? Array(Math.min(Number(part), 20)).fill('') : [part])));
      return { rows, turn, rest };
    },
    write({ rows, turn, rest }) {
      const rank = (row) => row.map((stone) => stone || '.').join('').replace(/\.+/g, (empty) => String(empty.length));
      return [rows.map(rank).join('/'), turn, ...rest].join(' ');
    },
    draw(at, changed, redraw) {
      const next = { '': 'b', b: 'w', w: 'B', B: 'W', W: '' };
      const shown = { '': '·', b: '●', w: '○', B: '♚', W: '♔' };
      const called = { '': 'empty', b: 'black stone', w: 'white stone', B: 'black dux', W: 'white dux' };
      const columns = at.rows[0].length;
      const cells = at.rows.flatMap((row, down) => row.map((stone, across) => {
        const name = `${String.fromCharCode(97 + across)}${at.rows.length - down}`;
        return cell(`${name}: ${called[stone]}`, shown[stone], name, () => { row[across] = next[stone]; redraw(); changed(); });
      }));
      return [board(columns, cells), el('p', { class: 'note' }, 'A tap goes on from empty to black, white, black dux, white dux.'),
        radios('To move', [['b', 'Black'], ['w', 'White']], at.turn, (turn) => { at.turn = turn; changed(); })];
    },
  },

  aseb: {
    read(text) {
      const found = text.match(/^([\d,-]+)(?:\+(\d+))?\/([\d,-]+)(?:\+(\d+))?(?::(\d))?(?:\s*@(\d))?$/);
      const squares = (list) => new Set((list ?? '').split(',').map(Number).filter((square) => square > 0));
      if (!found) return text ? null : { own: new Set(), other: new Set(), off: [0, 0], thrown: '', seat: '' };
      return { own: squares(found[1]), other: squares(found[3]), off: [Number(found[2] ?? 0), Number(found[4] ?? 0)], thrown: found[5] ?? '', seat: found[6] ?? '' };
    },
    write({ own, other, off, thrown, seat }) {
      const side = (squares, gone) => `${[...squares].sort((one, two) => one - two).join(',') || '-'}${gone ? `+${gone}` : ''}`;
      return `${side(own, off[0])}/${side(other, off[1])}${thrown ? `:${thrown}` : ''}${seat === '2' ? '@2' : ''}`;
    },
    draw(at, changed, redraw) {
      const tap = (side, square) => { if (!at[side].delete(square)) { at[side].add(square); if (square > 4) at[side === 'own' ? 'other' : 'own'].delete(square); } redraw(); changed(); };
      const row = (side, title) => [el('p', { class: 'label' }, title), board('auto-fill', between(1, 16).map((square) => cell(`${title}, square ${square}: ${at[side].has(square) ? 'a piece' : 'none'}`, at[side].has(square) ? (side === 'own' ? '●' : '○') : '·', String(square), () => tap(side, square))))];
      return [...row('own', 'Pieces of the player to move'), ...row('other', 'Pieces of the other'),
        el('p', { class: 'note' }, 'Each player has their own squares 1 to 4; those from 5 on are shared.'),
        stepper('Borne off: the player to move', at.off[0], 0, 7, (now) => { at.off[0] = now; changed(); }), stepper('Borne off: the other', at.off[1], 0, 7, (now) => { at.off[1] = now; changed(); }),
        radios('Thrown', [['', 'nothing yet'], ...between(1, 6).map((squares) => [String(squares), String(squares)])], at.thrown, (thrown) => { at.thrown = thrown; changed(); })];
    },
  },

  'duodecim-scriptorum': {
    read(text) {
      const found = text.match(/^([\dx,-]+)(?:\+(\d+))?\/([\dx,-]+)(?:\+(\d+))?(?:\s+([\d]+))?$/);
      const pieces = (list) => new Map((list ?? '').split(',').filter((part) => /\d/.test(part)).map((part) => part.split('x').map(Number)).map(([space, many = 1]) => [space, many]));
      if (!found) return text ? null : { own: new Map(), other: new Map(), off: [0, 0], thrown: '' };
      return { own: pieces(found[1]), other: pieces(found[3]), off: [Number(found[2] ?? 0), Number(found[4] ?? 0)], thrown: found[5] ?? '' };
    },
    write({ own, other, off, thrown }) {
      const side = (pieces, gone) => `${[...pieces].filter(([, many]) => many).sort(([one], [two]) => one - two).map(([space, many]) => (many > 1 ? `${space}x${many}` : space)).join(',') || '-'}${gone ? `+${gone}` : ''}`;
      return `${side(own, off[0])}/${side(other, off[1])}${thrown ? ` ${thrown}` : ''}`;
    },
    draw(at, changed, redraw) {
      const way = at.way ?? 'own';
      const tap = (space) => {
        if (way === 'none') { at.own.delete(space); at.other.delete(space); } else at[way].set(space, (at[way].get(space) ?? 0) + 1);
        redraw();
        changed();
      };
      const shown = (space) => [['own', '●'], ['other', '○']].map(([side, sign]) => { const many = at[side].get(space) ?? 0; return many ? `${sign}${many}` : ''; }).join(' ') || '·';
      return [radios('A tap', [['own', 'adds a piece of the player to move ●'], ['other', 'adds a piece of the other ○'], ['none', 'empties a space']], way, (now) => { at.way = now; redraw(); }),
        board(6, between(1, 30).map((space) => cell(`Space ${space}: ${shown(space)}`, shown(space), String(space), () => tap(space)))),
        el('p', { class: 'note' }, 'Spaces count from where the player to move comes in.'),
        stepper('Borne off: to move', at.off[0], 0, 15, (now) => { at.off[0] = now; changed(); }), stepper('Borne off: the other', at.off[1], 0, 15, (now) => { at.off[1] = now; changed(); }),
        labelled('Thrown', input('text', at.thrown, (text) => { at.thrown = text.trim(); changed(); }, { inputmode: 'numeric', size: '6', maxlength: '3' }), 'what three dice show, such as 641; nothing before the throw')];
    },
  },
};

// The position as controls and as a text; either changes the other.
function positionControls(game, changed) {
  const editor = EDITORS[game.game];
  const place = el('div');
  let at = editor?.read(get(scoped('pos')));
  const field = input('text', get(scoped('pos')), (text) => {
    set(scoped('pos'), text.trim());
    at = editor?.read(text.trim());
    draw();
    changed();
  }, { maxlength: '400' });
  const edited = () => { field.value = editor.write(at); set(scoped('pos'), field.value); changed(); };
  function draw() {
    if (!editor) return;
    if (!at) { place.replaceChildren(el('p', { class: 'note' }, 'This position is set in its notation alone.')); return; }
    const focus = place.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
    place.replaceChildren(...editor.draw(at, edited, draw).flat());
    // Whoever goes by the keyboard stays where they were.
    const again = focus && [...place.querySelectorAll('button')].find((one) => sameButton(one.getAttribute('aria-label'), focus));
    again?.focus({ preventScroll: true });
  }
  draw();
  return {
    // What has to be tapped first.
    lacks: () => at && get(scoped('pos')) && editor.lacks?.(at),
    // The position that was answered for, where none is set.
    show(text) {
      if (!editor || editor.blank || get(scoped('pos'))) return;
      at = editor.read(text) ?? at;
      draw();
    },
    controls: el('fieldset', {}, el('legend', {}, 'The position'), place, labelled('In notation', field, game.notation)),
    put(text) { field.value = text; set(scoped('pos'), text); at = editor?.read(text); draw(); },
  };
}

// Labels tell after a colon what lies there, which changes.
const sameButton = (one, other) => one?.split(':')[0] === other.split(':')[0] && !one.includes('take away');
