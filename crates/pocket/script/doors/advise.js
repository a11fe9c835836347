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

// The games that have a board, and no parts to tap, as far as is known.
const boards = new Set();

// The deepest that anybody looks ahead, and until when another step is begun.
const DEEPEST = 8;
const PATIENCE = 6000;
const MOST_UNDONE = 60;

// Advice on a position of a game, of the catalogue or of one's own.
export function adviseScreen({ game, go, chips = () => [] }) {
  const place = el('div', { class: 'setup' });
  const answer = answering('What to do');
  // The form that is being filled in, of which game, and for which position it was given.
  let form = null;
  // What was tapped of a move or a throw, at which position.
  let held = {};

  const key = (what) => `${what}.${game().game}`;
  // The positions that were played through, and which of them is shown.
  const line = () => get(key('line')).split('|').filter(Boolean).map(unpacked);
  const ply = () => Math.min(Number(get(key('ply'), '0')) || 0, line().length);
  const position = () => line()[ply() - 1] ?? '';
  const goOn = (next) => {
    const kept = [...line().slice(0, ply()), next].slice(-MOST_UNDONE);
    set(key('line'), kept.map(packed).join('|'));
    set(key('ply'), String(kept.length));
    ask();
  };
  const move = (by) => { set(key('ply'), String(ply() + by)); form = null; ask(); };
  const enter = (text) => {
    const kept = line().slice(0, Math.max(0, ply() - 1));
    const all = text ? [...kept, text] : kept;
    set(key('line'), all.map(packed).join('|'));
    set(key('ply'), String(all.length));
    ask();
  };

  const changed = (redrawn = false) => { if (redrawn) { form = null; draw(); } ask(); };
  const draw = () => setup([...chips(changed), rulesChip(game(), changed), bonesChip(go)].filter(Boolean), place);

  function ask() {
    const now = game();
    if (now.unknown) { answer.show(unknownGame(now)); return; }
    if (form?.game !== now.game) form = null;
    const { words, files } = tableWords(now, { play: false });
    const at = position();
    const asks = ['advise', ...(at ? words.filter((word, here) => word !== '--players' && words[here - 1] !== '--players') : words), ...(at ? ['--position', at] : []), ...(engine.kept.has(tableName(now)) ? ['--table', tableName(now)] : [])];
    // Half a throw is no position.
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

  // Looks at a position, further and further ahead while nobody moves.
  async function consider({ now, asks, files, engineAsk, isLatest, drawn, part }) {
    let late = null;
    if (!boards.has(now.game)) {
      const parts = await engineAsk([...asks, '--parts', '--format', 'json'], files, { screen: null });
      if (!isLatest()) return null;
      if (parts.code === 0) {
        const { form: fields, complete } = JSON.parse(parts.out);
        takeForm(now, fields);
        if (!complete) return [tapFirst(form.fields.find(({ value, values, optional }) => !optional && value.length < values[0]) ?? form.fields[0]), shownForm(), typed(now)];
        // The form alone, where the answer takes a while.
        late = setTimeout(() => part(shownForm(), typed(now)), 500);
      } else boards.add(now.game);
    }
    const looks = now.policies.some(({ policy }) => policy === 'search');
    const began = performance.now();
    for (let depth = 1; depth <= (looks ? DEEPEST : 1); depth += 1) {
      const before = performance.now();
      let told;
      try {
        told = await asked(engineAsk, [...asks, ...(looks ? ['--play', `search:${depth}`] : [])], files);
      } catch (error) {
        // Some games look only so far.
        if (depth > 1 && !isGivenUp(error)) break;
        throw error;
      } finally {
        clearTimeout(late);
      }
      if (!isLatest()) return null;
      drawn(...shown(now, told, looks ? depth : null));
      sayReady();
      const took = performance.now() - before;
      if (!told.said.options?.length || isSolved(told.said) || performance.now() - began + 6 * took > PATIENCE) break;
    }
    return null;
  }

  // The form shows what was understood. A throw that is only partly tapped is kept.
  const takeForm = (now, fields) => {
    const pending = (name) => (form?.game === now.game ? form.fields.find((field) => field.name === name)?.pending : '') ?? '';
    form = { game: now.game, fields: fields.map((field) => ({ ...field, pending: field.value.length ? '' : pending(field.name) })) };
  };

  const tapFirst = ({ title }) => headlined(`${title}: tap it below.`);

  const isSolved = ({ value }) => ['exact', 'numerical'].includes(value?.method);

  // A position that cannot be read, under the form or the notation that was typed.
  const wrong = (now, error) => [el('div', { class: 'error', role: 'alert' }, el('p', {}, error.message)), form && shownForm(), el('div', { class: 'buttons' }, button('Start afresh', () => { set(key('line'), ''); set(key('ply'), ''); form = null; ask(); }), tookTooMuch(error) && isTooLarge(now) && fewerPieces(now, () => { set(key('line'), ''); changed(true); })), typed(now)];

  function shown(now, told, depth) {
    const { said } = told;
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
      more('More figures', () => [heading(told), tables(told.sheets)]),
      typed(now, said.position),
      experts([told]),
    ];
  }

  // The best first. A gift is made by the other, who likes the lowest.
  const ranked = (said, options) => {
    const first = options.find(({ option }) => option === said.best);
    return first ? [first, ...options.filter((one) => one !== first)] : options;
  };

  const isMove = (option) => option.next && option.steps;

  function headline(said, best, depth, isBefore) {
    const unit = said.unit;
    const hasBids = /:/.test(said.position);
    const [first] = best;
    if (isBefore || (!first && said.casts)) return headlined(`Before the throw: ${worth(said.value, unit)}`);
    if (first && valueOf(first.value) === null && first.holds) return headlined(`${saidOption(first.do, hasBids)}: right ${percent(valueOf(first.holds))} of the time`, ['With three or more players there is no proven best move; these are the odds.']);
    if (!first) return headlined('Nothing can be done here.');
    const chance = valueOf(first.probability);
    const often = typeof chance === 'number' && chance > 0 && chance < 0.995 ? ` ${percent(chance)} of the time` : '';
    return headlined(`${first.steps ? `Play ${first.do}` : saidOption(first.do, hasBids)}${often}: ${worth(first.value, unit)}`,
      [depth && !isSolved(said) && `This looks ${depth} ${depth === 1 ? 'move' : 'moves'} ahead.`, first.holds && `This assumes that the others bluff as well as can be. By the bones alone it is right ${percent(valueOf(first.holds))} of the time.`]);
  }

  function choices(said, best) {
    const hasBids = /:/.test(said.position);
    const isShare = said.unit === 'chance';
    if (best.every(isMove)) return el('div', { class: 'buttons moves' }, best.map((option, place) => button([el('b', {}, option.do), ` ${worth(option.value, said.unit)}`], () => goOn(option.next), { class: place ? '' : 'main', 'data-name': `move ${place}` })));
    const all = ranked(said, said.options).slice(0, 8);
    const options = (partOf, told) => bars(all.map((option) => ({ name: saidOption(option.do, hasBids), part: partOf(option), told: told + percent(partOf(option)), best: option.option === said.best })), { label: 'Every option', whole: true });
    if (all.every(({ value, holds }) => valueOf(value) === null && holds)) return options(({ holds }) => valueOf(holds), 'right ');
    if (!isShare) return el('ul', { class: 'plain' }, all.map((option) => el('li', {}, el('b', {}, saidOption(option.do, hasBids)), ` ${worth(option.value, said.unit)}`)));
    return options(({ value }) => valueOf(value), '');
  }

  // Notation, for those who have it.
  function typed(now, at = position()) {
    const field = input(at, (text) => { clearTimeout(field.timer); field.timer = setTimeout(() => { form = null; enter(text.trim()); }, 700); }, { maxlength: '4000', 'data-name': 'notation' });
    return more('Type it', () => [labelled('The position', field, `${capital(now.notation ?? '')}.`), TABLES.includes(now.game) && tableFile(now, ask)], { open: document.activeElement?.dataset.name === 'notation' });
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

  // Of a game of one's own with hidden things: what one knows is tapped, and answered from the strategy of the whole game.
  async function hidden(now, words, files, engineAsk) {
    const told = await asked(engineAsk, ['strategy', ...words], files);
    const box = el('div', { role: 'status' });
    const known = told.said.knowledge ?? [];
    const tap = knowledge(known, (found) => {
      if (!found) { redraw(box); return; }
      const options = [...found.options].sort((one, other) => valueOf(other.probability) - valueOf(one.probability));
      redraw(box, headlined(`${capital(options[0].do ?? options[0].option)}: ${percent(valueOf(options[0].probability))} of the time`),
        bars(options.map((option) => ({ name: capital(option.do ?? option.option), part: valueOf(option.probability), told: percent(valueOf(option.probability)) })), { label: 'How often to do what' }));
    });
    return [known.length > 0 && tap, box, more('The whole strategy', () => [told.sheets.map(({ heading }) => heading.map((text) => el('p', {}, text))), tables(told.sheets)]), experts([told])];
  }

  draw();
  requestAnimationFrame(ask);
  return { parts: [place, answer.place], again: () => changed(true) };
}

// What something is worth, in words.
function worth(figure, unit) {
  const value = valueOf(figure);
  if (value === null || value === undefined) return 'value unknown';
  if (unit === 'pebbles') return value ? `${amount(Math.abs(value))} pebbles ${value > 0 ? 'ahead' : 'behind'}` : 'level';
  if (unit === 'hundredths_of_a_stone') return Math.abs(value) >= 999000 ? (value > 0 ? 'wins by force' : 'loses by force') : Math.abs(value) < 5 ? 'level' : `${amount(Math.abs(value) / 100)} stones ${value > 0 ? 'ahead' : 'behind'}`;
  if (unit === 'coins' || unit === 'coppers') return `${amount(value, true)} ${unit}`;
  return `you win ${percent(value)}`;
}

const tookTooMuch = ({ message }) => message.includes('more memory');

// ---- Best play that was solved on a computer ----

const TABLES = ['aseb', 'duodecim-scriptorum'];
const tableName = (game) => `${game.game}.table`;

// Best play is looked up as soon as its table is there.
function tableFile(game, lookUp) {
  const about = el('p', { class: 'note', role: 'status' }, engine.kept.has(tableName(game)) ? 'A table is there.' : '');
  const file = el('input', { type: 'file', onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > 256 << 20) { about.textContent = 'This is larger than 256 MB, more than a phone has to spare.'; return; }
    about.textContent = 'Reading it.';
    try {
      await engine.keep(tableName(game), chosen);
      lookUp();
    } catch (error) {
      about.textContent = `${chosen.name} cannot be read: ${error.message}`;
    }
  } });
  return el('div', {}, labelled('A table of best play', file, ['To make one, type this on a computer: ', commandOf(['strategy', ...tableWords(game, { play: false }).words, '--solve', '-o', tableName(game)])]), about);
}
