// ---- What should I do? ----
import { answering, asked, bars, commandOf, experts, headlined, heading, isGivenUp, more, sayReady, tables } from '../answers.js';
import { board, composed, formControls, knowledge, lacking, saidOption, throwing } from '../board.js';
import { button, el, input, labelled, redraw } from '../elements.js';
import { engine } from '../engine.js';
import { get, isSet, packed, set, unpacked } from '../set.js';
import { bonesChip, chosenGame, fewerPieces, gameChip, games, isChosen, isTooLarge, rulesChip, setup, tableWords, unknownGame } from '../table.js';
import { amount, capital, percent, valueOf } from '../words.js';

export async function adviseDoor({ go }) {
  const all = (await games()).filter((game) => isChosen(game) && game.notation);
  const game = () => chosenGame(all, 'ag', 'mendax-single');
  return adviseScreen({ game, go, chips: (changed) => [gameChip(all, game(), 'ag', () => changed(true))] }).parts;
}

// The games found to have a board instead of a form.
const boards = new Set();

// The largest search depth, the time in milliseconds in which a deeper search may begin, and the most positions for undo.
const DEEPEST = 8;
const PATIENCE = 6000;
const MOST_UNDONE = 60;

// Advice on a position of a game, from the catalogue or of the user's own.
export function adviseScreen({ game, go, chips = () => [] }) {
  const element = el('div', { class: 'setup' });
  const answer = answering('What to do');
  // The form being filled in, and its game.
  let form = null;
  // The taps of an incomplete move or throw, and their position.
  let held = {};

  const key = (what) => `${what}.${game().game}`;
  // The positions played so far, and the index of the one shown.
  const line = () => get(key('line')).split('|').filter(Boolean).map(unpacked);
  const ply = () => Math.min(Number(get(key('ply'), '0')) || 0, line().length);
  const position = () => line()[ply() - 1] ?? '';
  const goOn = (next) => {
    const before = [...line().slice(0, ply()), next].slice(-MOST_UNDONE);
    set(key('line'), before.map(packed).join('|'));
    set(key('ply'), String(before.length));
    ask();
  };
  const move = (by) => { set(key('ply'), String(ply() + by)); form = null; ask(); };
  const enter = (text) => {
    const before = line().slice(0, Math.max(0, ply() - 1));
    const all = text ? [...before, text] : before;
    set(key('line'), all.map(packed).join('|'));
    set(key('ply'), String(all.length));
    ask();
  };

  const changed = (redrawn = false) => { if (redrawn) { form = null; draw(); } ask(); };
  const draw = () => setup([...chips(changed), rulesChip(game(), changed), bonesChip(go)].filter(Boolean), element);

  function ask() {
    const now = game();
    if (now.unknown) { answer.show(unknownGame(now)); return; }
    if (form?.game !== now.game) form = null;
    const { words, files } = tableWords(now, { play: false });
    const at = position();
    const asks = ['advise', ...(at ? words.filter((word, here) => word !== '--players' && words[here - 1] !== '--players') : words), ...(at ? ['--position', at] : []), ...(engine.tables.has(tableName(now)) ? ['--table', tableName(now)] : [])];
    // An incomplete throw is not a position.
    if (form && lacking(form.fields)) { answer.show(tapFirst(lacking(form.fields)), shownForm(), typed(now)); return; }
    answer.ask({ key: `advise ${now.game} ${words.join(' ')}`, doing: 'Finding the best play', beside: () => typed(now), work: async (engineAsk, isLatest, drawn, part) => {
      if (now.game === 'own' && now.isHidden) return hidden(now, words, files, engineAsk);
      try {
        return await consider({ now, asks, files, engineAsk, isLatest, drawn, part });
      } catch (error) {
        if (isGivenUp(error) || (!isSet(key('line')) && !tookTooMuch(error))) throw error;
        return wrong(now, error);
      }
    } });
  }

  // Analyses a position, searching deeper and deeper until the next move.
  async function consider({ now, asks, files, engineAsk, isLatest, drawn, part }) {
    let late = null;
    if (!boards.has(now.game)) {
      const parts = await engineAsk([...asks, '--parts', '--format', 'json'], files, { screen: null });
      if (!isLatest()) return null;
      if (parts.code === 0) {
        const { form: fields, complete } = JSON.parse(parts.out);
        takeForm(now, fields);
        if (!complete) return [tapFirst(form.fields.find(({ value, values, optional }) => !optional && value.length < values[0]) ?? form.fields[0]), shownForm(), typed(now)];
        // If the answer takes a while, shows the form alone.
        late = setTimeout(() => part(shownForm(), typed(now)), 500);
      } else boards.add(now.game);
    }
    const looks = now.policies.some(({ policy }) => policy === 'search');
    const began = performance.now();
    for (let depth = 1; depth <= (looks ? DEEPEST : 1); depth += 1) {
      const before = performance.now();
      let answered;
      try {
        answered = await asked(engineAsk, [...asks, ...(looks ? ['--play', `search:${depth}`] : [])], files);
      } catch (error) {
        // Some games limit the depth.
        if (depth > 1 && !isGivenUp(error)) break;
        throw error;
      } finally {
        clearTimeout(late);
      }
      if (!isLatest()) return null;
      drawn(...shown(now, answered, looks ? depth : null));
      sayReady();
      const took = performance.now() - before;
      if (!answered.said.options?.length || isSolved(answered.said) || performance.now() - began + 6 * took > PATIENCE) break;
    }
    return null;
  }

  // Shows the position in the form, and keeps an incomplete throw.
  const takeForm = (now, fields) => {
    const pending = (name) => (form?.game === now.game ? form.fields.find((field) => field.name === name)?.pending : '') ?? '';
    form = { game: now.game, fields: fields.map((field) => ({ ...field, pending: field.value.length ? '' : pending(field.name) })) };
  };

  const tapFirst = ({ title }) => headlined(`${title}: tap it below.`);

  const isSolved = ({ value }) => ['exact', 'numerical'].includes(value?.method);

  // The error for a position that cannot be read, with the form and the notation.
  const wrong = (now, error) => [el('div', { class: 'error', role: 'alert' }, el('p', {}, error.message)), form && shownForm(), el('div', { class: 'buttons' }, button('Start afresh', () => { set(key('line'), ''); set(key('ply'), ''); form = null; ask(); }), tookTooMuch(error) && isTooLarge(now) && fewerPieces(now, () => { set(key('line'), ''); changed(true); })), typed(now)];

  function shown(now, answered, depth) {
    const { said } = answered;
    const options = [...(said.options ?? [])];
    if (held.at !== said.position) held = { at: said.position };
    const isBefore = said.throws?.length > 1;
    const best = isBefore ? [] : ranked(said, options).slice(0, 3);
    if (said.form) takeForm(now, said.form);
    return [
      said.board && board(said, best, held, (option) => goOn(option.next)),
      isBefore && said.throws.some(({ next }) => next) && el('div', {}, el('p', { class: 'label' }, 'What was thrown?'), throwing(said.throws, held, (one) => goOn(one.next))),
      headline(said, best, depth, isBefore),
      options.length > 0 && !isBefore && choices(said, best),
      form && shownForm(),
      said.casts && el('p', { class: 'note' }, 'Tap what you throw, or see every throw under “More figures”.'),
      said.board && el('div', { class: 'buttons' }, button('Undo', () => move(-1), { disabled: ply() < 1 }), button('Redo', () => move(1), { disabled: ply() >= line().length }), button('Start afresh', () => move(-ply()), { disabled: !ply() })),
      more('More figures', () => [heading(answered), tables(answered.sheets)]),
      typed(now, said.position),
      experts([answered]),
    ];
  }

  // The options with the best one first. That is not always the highest value: a gift is chosen by the opponent.
  const ranked = (said, options) => {
    const first = options.find(({ option }) => option === said.best);
    return first ? [first, ...options.filter((one) => one !== first)] : options;
  };

  const isMove = (option) => option.next && option.steps;

  function headline(said, best, depth, isBefore) {
    const unit = said.unit;
    const hasBids = /:/.test(said.position);
    const [first] = best;
    if (isBefore || (!first && said.casts)) return headlined(`Before the throw: ${valueInWords(said.value, unit)}`);
    if (first && valueOf(first.value) === null && first.holds) return headlined(`${saidOption(first.do, hasBids)}: right ${percent(valueOf(first.holds))} of the time`, ['With three or more players there is no proven best move; these are the odds.']);
    if (!first) return headlined('No move is possible here.');
    const chance = valueOf(first.probability);
    const often = typeof chance === 'number' && chance > 0 && chance < 0.995 ? ` ${percent(chance)} of the time` : '';
    return headlined(`${first.steps ? `Play ${first.do}` : saidOption(first.do, hasBids)}${often}: ${valueInWords(first.value, unit)}`,
      [depth && !isSolved(said) && `This looks ${depth} ${depth === 1 ? 'move' : 'moves'} ahead.`, first.holds && `This assumes that the others bluff perfectly. By the bones alone it is right ${percent(valueOf(first.holds))} of the time.`]);
  }

  function choices(said, best) {
    const hasBids = /:/.test(said.position);
    const isShare = said.unit === 'chance';
    if (best.every(isMove)) return el('div', { class: 'buttons moves' }, best.map((option, index) => button([el('b', {}, option.do), ` ${valueInWords(option.value, said.unit)}`], () => goOn(option.next), { class: index ? '' : 'main', 'data-name': `move ${index}` })));
    const all = ranked(said, said.options).slice(0, 8);
    const options = (partOf, prefix) => bars(all.map((option) => ({ name: saidOption(option.do, hasBids), part: partOf(option), text: prefix + percent(partOf(option)), best: option.option === said.best })), { label: 'Every option', whole: true });
    if (all.every(({ value, holds }) => valueOf(value) === null && holds)) return options(({ holds }) => valueOf(holds), 'right ');
    if (!isShare) return el('ul', { class: 'plain' }, all.map((option) => el('li', {}, el('b', {}, saidOption(option.do, hasBids)), ` ${valueInWords(option.value, said.unit)}`)));
    return options(({ value }) => valueOf(value), '');
  }

  // A field to type a position in notation.
  function typed(now, at = position()) {
    const field = input(at, (text) => { clearTimeout(field.timer); field.timer = setTimeout(() => { form = null; enter(text.trim()); }, 700); }, { maxlength: '4000', 'data-name': 'notation' });
    return more('Type the position', () => [labelled('The position', field, `${capital(now.notation ?? '')}.`), TABLES.includes(now.game) && tableFile(now, ask)], { open: document.activeElement?.dataset.name === 'notation' });
  }

  function shownForm() {
    const box = el('div', { class: 'form' });
    const fill = () => redraw(box, formControls(form.fields, put));
    const put = () => {
      fill();
      enter(composed(form.fields));
    };
    fill();
    return box;
  }

  // For an own game with hidden information: the user taps what they know, and the strategy of the whole game answers.
  async function hidden(now, words, files, engineAsk) {
    const answered = await asked(engineAsk, ['strategy', ...words], files);
    const box = el('div', { role: 'status' });
    const known = answered.said.knowledge ?? [];
    const tap = knowledge(known, (found) => {
      if (!found) { redraw(box); return; }
      const options = [...found.options].sort((one, other) => valueOf(other.probability) - valueOf(one.probability));
      redraw(box, headlined(`${capital(options[0].do ?? options[0].option)}: ${percent(valueOf(options[0].probability))} of the time`),
        bars(options.map((option) => ({ name: capital(option.do ?? option.option), part: valueOf(option.probability), text: percent(valueOf(option.probability)) })), { label: 'How often to choose each option' }));
    });
    return [known.length > 0 && tap, box, more('The whole strategy', () => [answered.sheets.map(({ heading }) => heading.map((text) => el('p', {}, text))), tables(answered.sheets)]), experts([answered])];
  }

  draw();
  requestAnimationFrame(ask);
  return { parts: [element, answer.element], again: () => changed(true) };
}

// A value in words.
function valueInWords(figure, unit) {
  const value = valueOf(figure);
  if (value === null || value === undefined) return 'value unknown';
  if (unit === 'pebbles') return value ? `${amount(Math.abs(value))} pebbles ${value > 0 ? 'ahead' : 'behind'}` : 'level';
  if (unit === 'hundredths_of_a_stone') return Math.abs(value) >= 999000 ? (value > 0 ? 'wins by force' : 'loses by force') : Math.abs(value) < 5 ? 'level' : `${amount(Math.abs(value) / 100)} stones ${value > 0 ? 'ahead' : 'behind'}`;
  if (unit === 'coins' || unit === 'coppers') return `${amount(value, true)} ${unit}`;
  return `you win ${percent(value)}`;
}

const tookTooMuch = ({ message }) => message.includes('more memory');

// ---- Best play solved on a computer ----

const TABLES = ['aseb', 'duodecim-scriptorum'];
const tableName = (game) => `${game.game}.table`;

// A field to load a table of best play, which is then used at once.
function tableFile(game, lookUp) {
  const about = el('p', { class: 'note', role: 'status' }, engine.tables.has(tableName(game)) ? 'A table is loaded.' : '');
  const file = el('input', { type: 'file', onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > 256 << 20) { about.textContent = 'This file is larger than 256 MB, more than a phone can spare.'; return; }
    about.textContent = 'Reading the file…';
    try {
      await engine.keep(tableName(game), chosen);
      lookUp();
    } catch (error) {
      about.textContent = `${chosen.name} cannot be read: ${error.message}`;
    }
  } });
  return el('div', {}, labelled('A table of best play', file, ['To make one, type on a computer: ', commandOf(['strategy', ...tableWords(game, { play: false }).words, '--solve', '-o', tableName(game)])]), about);
}
