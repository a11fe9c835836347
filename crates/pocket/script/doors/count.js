// ---- Count my bones ----
import { answering, asked, bars, experts, headlined, heading, more, picture, tables } from '../answers.js';
import { FACES, KINDS, MOST_THROWERS, MOST_THROWN, SHAPES, THROWS_FILE, added, bones, bonesFile, cells, chosenPreset, counts, drawnBone, kindOfBones, nameOfBones, ready, tallied, thrown, weights, written } from '../bones.js';
import { asking, button, choice, el, input, labelled, radios, redraw, saving, say, stepper } from '../elements.js';
import { get, set } from '../set.js';
import { setup } from '../table.js';
import { capital, counted, oneIn, oneInBetween, percent, valueOf } from '../words.js';

const TITLES = { preset: 'Ready-made bones', taps: 'Tap what I throw', class: 'A class’s tallies', weights: 'Four weights', file: 'A file' };

export function countDoor({ remember }) {
  const answer = answering('What the bones do');
  const chips = el('div', {});
  const controls = el('div', {});
  const panels = { preset: readyBones, taps: tappedBones, class: classBones, weights: weighedBones, file: filedBones };
  const tell = () => { tellBones(answer, remember); drawChips(true); };
  const drawChips = (quietly = false) => {
    const list = [kindChip(), ...(['preset', 'file'].includes(kindOfBones()) ? [] : [ownerChip()])];
    setup(list, chips, quietly);
  };
  const kindChip = () => ({ key: 'kind', title: 'Where the odds come from', shows: TITLES[kindOfBones()], panel: () => radios('Where do the odds come from?', KINDS.map((kind) => [kind, TITLES[kind]]), kindOfBones(), (kind) => { set('b', kind); chips.dataset.open = ''; draw(); tell(); }) });
  const ownerChip = () => ({ key: 'whose', title: 'Whose bones', shows: get('bn') || 'Whose bones?', panel: () => [nameField(tell), kindOfBones() === 'taps' && several(draw, tell)] });
  const draw = () => { drawChips(); redraw(controls, panels[kindOfBones()](tell, draw)); };
  // This screen starts with counting taps.
  if (!get('b')) set('b', 'taps');
  draw();
  requestAnimationFrame(tell);
  return [el('div', { class: 'setup' }, chips, controls), answer.element];
}

function readyBones(tell) {
  return labelled('Bones', choice(['traditional', 'uniform'].map((preset) => [preset, ready(preset)]), chosenPreset(), (preset) => { set('p', preset === 'traditional' ? '' : preset); tell(); }));
}

const nameField = (tell) => labelled('Whose bones are they?', input(get('bn'), (name) => { set('bn', name.trim()); tell(); }, { maxlength: '60', placeholder: 'for example: Livia’s goat bones' }));

// ---- Throws by tapping ----

// The last taps, stored for undo: one hexadecimal digit for the bone and face of each.
const MOST_TAPS = 400;
const asLetter = (bone, face) => (4 * bone + face).toString(16);

function tappedBones(tell, draw) {
  const rows = counts(get('taps'), 4);
  const isSeveral = rows.length > 1;
  const taps = () => get('tq');
  const next = () => thrown(added(rows)) % rows.length;
  const store = () => set('taps', written(rows));
  const tallies = el('div', { class: 'tally' });
  const whose = el('p', { class: 'big' });
  const undo = button('Undo', () => {
    const letter = taps().at(-1);
    if (!letter) return;
    const index = parseInt(letter, 16);
    set('tq', taps().slice(0, -1));
    const row = rows[isSeveral ? Math.floor(index / 4) : 0];
    row[index % 4] = Math.max(0, row[index % 4] - 1);
    store();
    show();
    tell();
  });
  const tap = (face) => {
    const bone = next();
    if (rows[bone][face] >= MOST_THROWN) return;
    rows[bone][face] += 1;
    set('tq', (taps() + asLetter(bone, face)).slice(-MOST_TAPS));
    store();
    say(`${FACES[face]}: ${rows[bone][face]}`);
    show();
    tell();
  };
  const asks = el('div');
  const over = button('Start over', () => asking(asks, 'Delete all throws?', 'Delete them', 'Keep them', () => { set('tq', ''); set('taps', isSeveral ? '_'.repeat(3) : ''); draw(); tell(); }));
  const show = () => {
    const all = added(rows);
    const many = thrown(all);
    redraw(tallies, el('p', {}, `${counted(many, 'throw')}: ${FACES.map((face, index) => `${all[index]} × ${face}`).join(', ')}`));
    whose.textContent = isSeveral ? `Bone ${next() + 1}: what does it show?` : 'What does it show?';
    undo.disabled = !taps();
    over.disabled = !many;
  };
  show();
  return [whose,
    el('div', { class: 'sides' }, FACES.map((face, index) => el('button', { type: 'button', class: 'side large', 'aria-label': `It shows the ${face}, ${SHAPES[face]}`, onclick: () => tap(index) }, drawnBone(face), el('b', {}, face), el('small', {}, SHAPES[face])))),
    el('div', { class: 'buttons' }, undo, over), asks,
    tallies];
}

// The choice between pooled bones and four separate bones.
function several(draw, tell) {
  const rows = counts(get('taps'), 4);
  return radios('I throw', [['1', 'bones that are all alike'], ['4', 'four bones in turn, each counted separately']], rows.length > 1 ? '4' : '1', (many) => {
    set('taps', many === '4' ? written([rows[0], ...Array.from({ length: 3 }, () => [0, 0, 0, 0])]) : written([added(rows)]));
    set('tq', '');
    draw();
    tell();
  });
}

// The rarest throw so far, where every four consecutive taps are a throw.
function rarest(casts) {
  const faces = [...get('tq')].map((letter) => FACES[parseInt(letter, 16) % 4]);
  const start = (thrown(added(counts(get('taps'), 4))) - faces.length) % 4;
  const throws = [];
  for (let at = (4 - start) % 4; at + 4 <= faces.length; at += 4) throws.push(faces.slice(at, at + 4).sort().reverse().join(''));
  const known = throws.map((cast) => casts.find((one) => one.cast === cast)).filter(Boolean);
  return known.reduce((least, one) => (!least || one.probability.value < least.probability.value ? one : least), null);
}

// ---- The odds of the bones ----

function tellBones(answer, remember) {
  const kind = kindOfBones();
  const counting = ['taps', 'class'].includes(kind);
  const rows = counting ? tallied() : [];
  if (counting && !thrown(added(rows))) {
    answer.show(el('p', { class: 'note' }, `Nothing is counted yet. Until then, all odds are for ${ready()}.`));
    return;
  }
  if (kind === 'file' && !get('bf')) {
    answer.show(el('p', { class: 'note' }, `Choose a file, or write one. Until then, all odds are for ${ready()}.`));
    return;
  }
  const { words, files } = bones();
  answer.ask({ key: 'bones', doing: 'Looking at the bones', work: async (ask, isLatest) => {
    const fit = counting ? await fitted(ask, rows) : null;
    const venus = await asked(ask, ['venus', ...words], files, { screen: null });
    const casts = await asked(ask, ['casts', ...words], files);
    if (!isLatest()) return null;
    return whatIsKnown({ kind, fit, venus, casts, rows, remember });
  } });
}

function fitted(ask, rows) {
  const by = kindOfBones() === 'class' ? 'thrower' : 'bone';
  const lines = rows.map((row, index) => [row, `${by} ${index + 1},${row.join(',')}`]).filter(([row]) => thrown(row)).map(([, line]) => line);
  const several = by === 'bone' && rows.length > 1;
  return asked(ask, ['fit', THROWS_FILE, ...(several ? [] : ['--pool', 'all'])], { [THROWS_FILE]: `${by},1,3,4,6\n${lines.join('\n')}\n` });
}

function whatIsKnown({ kind, fit, venus, casts, rows, remember }) {
  const chance = venus.said.probability.value;
  const credible = venus.said.posterior?.credible;
  const counting = Boolean(fit);
  const many = thrown(added(rows));
  const isSure = !credible || credible.high < 1.25 * credible.low;
  const surer = credible && !isSure ? ` Throw ${many < 100 ? 100 : 2 * Math.ceil(many / 100) * 100 - Math.floor(many / 100) * 100} more to be surer.` : '';
  const headline = credible ? `Venus: ${oneInBetween(credible)}` : `Venus: 1 throw in ${oneIn(chance).replace('1 in ', '')}`;
  const first = kind === 'taps' && rarest(casts.said.casts);
  const kinds = [...new Map(casts.said.casts.map((one) => [one.kind, 0])).keys()].map((one) => ({ name: capital(one), part: casts.said.casts.filter((cast) => cast.kind === one).reduce((sum, cast) => sum + cast.probability.value, 0) })).sort((one, other) => other.part - one.part);
  remember({ bones: nameOfBones(), venus: credible ? oneInBetween(credible) : oneIn(chance) });
  return [
    headlined(headline, [surer && surer.trim(), first && `Rarest throw of four so far: ${first.cast}, ${oneIn(first.probability.value)}.`].filter(Boolean)),
    counting && fit.said.estimates.length === 1 && sideBars(fit.said.estimates[0].faces),
    !counting && el('div', {}, el('p', { class: 'label' }, 'What four bones show'), bars(kinds.map(({ name, part }) => ({ name, part, text: `${percent(part)}, ${oneIn(part)}` })), { label: 'What four bones show' })),
    counting && kind === 'taps' && more('A code for a teacher', () => [el('p', {}, 'Your tally, to read out or copy:'), el('p', { class: 'big code' }, added(rows).join('-'))]),
    more('More figures', () => [fit && [heading(fit), picture(fit), tables(fit.sheets)], picture(casts), tables(casts.sheets)]),
    bonesFile() && el('div', { class: 'buttons' }, saving('Save these bones', 'my-bones.toml', bonesFile())),
    experts([fit, venus, casts]),
  ];
}

// A bar for each side, with its credible interval.
const sideBars = (faces) => el('div', {}, el('p', { class: 'label' }, 'How often each side comes up'),
  bars(faces.map(({ face, mean, credible }) => ({ name: `${face} ${SHAPES[face]}`, part: valueOf(mean), text: `${percent(credible.low)} to ${percent(credible.high)}`, low: credible.low, high: credible.high })), { label: 'How often each side comes up' }));

// ---- A class ----

function classBones(tell, draw) {
  const rows = cells(get('cls', '_'.repeat(9)), MOST_THROWERS);
  const total = el('p', { class: 'big' });
  const wrong = el('p', { class: 'error', role: 'status', hidden: true });
  const spare = [];
  const grid = el('div', { class: 'grid', role: 'group', 'aria-label': 'Tallies' });
  const show = () => {
    const all = added(tallied());
    total.textContent = `${counted(thrown(all), 'throw')}: ${FACES.map((face, index) => `${all[index]} × ${face}`).join(', ')}`;
    const found = counts(written(rows), MOST_THROWERS, null).flat();
    const none = [...grid.querySelectorAll('input')].filter((field, index) => { field.setAttribute('aria-invalid', String(found[index] === null)); return found[index] === null; });
    wrong.hidden = !none.length;
    wrong.textContent = none.length ? `These are not counts from 0 to ${MOST_THROWN.toLocaleString('en')}: ${none.map((field) => `${field.getAttribute('aria-label')} (“${field.value}”)`).join('; ')}. Their rows are left out.` : '';
  };
  const change = () => { set('cls', written(rows)); show(); tell(); };
  const paste = el('textarea', { rows: '5', spellcheck: 'false' });
  const about = el('div', { role: 'status' });
  const read = (isMore) => {
    const { taken, left, notes } = tallies(paste.value);
    const words = [left.length && `Left out: line${left.length === 1 ? '' : 's'} ${left.join(', ')} (not four counts).`, ...notes].filter(Boolean).join(' ');
    if (!taken.length) { redraw(about, el('p', { class: 'error' }, words || 'Nothing is pasted.')); return; }
    const before = rows.map((row) => [...row]);
    const others = isMore ? rows.filter((row) => row.some((count) => count && count !== '0')) : [];
    const all = [...others, ...taken.map((row) => row.map(String))];
    put(all.slice(0, MOST_THROWERS));
    const spared = all.length > MOST_THROWERS ? ` Only ${MOST_THROWERS} pupils are counted.` : '';
    redraw(about, el('p', {}, `${counted(taken.length, 'tally', 'tallies')} read.${spared} ${words} `, button('Undo this', () => { put(before); about.replaceChildren(); })));
  };
  const put = (table) => {
    rows.splice(0, rows.length, ...table);
    fill();
    change();
  };
  const fill = () => redraw(grid, el('table', {}, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Pupil'), FACES.map((face) => el('th', { scope: 'col' }, drawnBone(face), face)))),
    el('tbody', {}, rows.map((row, index) => el('tr', {}, el('th', { scope: 'row' }, String(index + 1)), FACES.map((face, column) => el('td', {},
      input(row[column] === '0' ? '' : row[column], (text) => { row[column] = text.trim().replace(/[._]/g, ','); change(); }, { inputmode: 'numeric', 'aria-label': `Pupil ${index + 1}, ${face}`, maxlength: '7' }))))))));
  fill();
  show();
  return [el('p', { class: 'big' }, 'Paste or type the tallies'),
    labelled('A table, or the codes shown on pupils’ phones: one pupil per line, with counts of 1, 3, 4 and 6', paste), el('div', { class: 'buttons' }, button('Use these', () => read(false), { class: 'main' }), button('Add these', () => read(true))), about,
    total,
    more('Type them', () => [wrong, stepper('Pupils', rows.length, 1, MOST_THROWERS, (many) => {
      // Rows that come back keep their counts.
      while (rows.length < many) rows.push(spare.pop() ?? ['', '', '', '']);
      while (rows.length > many) spare.push(rows.pop());
      fill();
      change();
    }), grid], { open: rows.flat().some(Boolean) && draw !== null })];
}

// Parses a pasted table. Returns the counts of each line (from the columns headed 1, 3, 4 and 6 or by shape, else from the last
// four), the numbers of lines left out, and notes. A code is a line of four counts with dashes.
function tallies(text) {
  const lines = text.split('\n').map((line) => line.trim()).map((line) => (/^\D*\d+(-\d+){3}$/.test(line) ? line.replace(/^\D*/, '').split('-') : line.split([';', '\t'].find((one) => line.includes(one)) ?? /[,\s]+/)).map((field) => field.trim()).filter(Boolean));
  const head = lines.findIndex((fields) => fields.length);
  const columns = FACES.map((face) => lines[head]?.findLastIndex((field) => field === face || field.toLowerCase() === SHAPES[face]) ?? -1);
  const isHeaded = columns.every((column) => column >= 0) && lines.length > head + 1;
  const isCount = (field) => /^\d{1,6}$/.test(field ?? '');
  // Without a heading, a last column that is the sum of the others on every line is a total.
  const complete = lines.filter((fields) => fields.filter(isCount).length >= 4);
  const hasTotals = !isHeaded && complete.length > 0 && complete.every(isTotalled);
  const taken = [];
  const left = [];
  const notes = [];
  for (const [index, fields] of lines.entries()) {
    if (!fields.length || (isHeaded && index === head)) continue;
    const four = isHeaded ? columns.map((column) => fields[column]) : hasTotals ? fields.slice(-5, -1) : fields.slice(-4);
    if (four.length === 4 && four.every(isCount)) taken.push(four.map(Number));
    // A heading with other words is not a pupil.
    else if (!(index === head && !fields.some((field) => /\d/.test(field)))) left.push(index + 1);
  }
  // A last line that is the sum of the others is not a pupil.
  const last = taken.at(-1);
  if (taken.length > 2 && last.every((count, column) => count === taken.slice(0, -1).reduce((sum, row) => sum + row[column], 0))) {
    taken.pop();
    notes.push('The last line is a total and is not counted.');
  }
  return { taken, left, notes };
}

// Whether the last of five counts is the sum of the four before it.
function isTotalled(fields) {
  const five = fields.slice(-5).map(Number);
  return five.length === 5 && five[4] > 0 && five[0] + five[1] + five[2] + five[3] === five[4];
}

// ---- Weights and files ----

function weighedBones(tell) {
  const four = weights();
  return [el('div', { class: 'row' }, FACES.map((face, index) => labelled(`${face}, ${SHAPES[face]}`,
    input(four[index], (weight) => { four[index] = weight.trim().replace(/^(\d+),(\d+)$/, '$1.$2').replaceAll('_', ' '); set('w', four.join('_')); tell(); }, { class: 'short' })))),
  el('p', { class: 'help' }, 'Decimals, fractions such as 1/10, or whole numbers. Only their ratios matter.')];
}

function filedBones(tell) {
  const text = el('textarea', { rows: '8', spellcheck: 'false', oninput: () => { set('bf', text.value); tell(); } });
  const asks = el('div');
  text.value = get('bf');
  const file = el('input', { type: 'file', accept: '.toml,text/plain', onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > 65536) { redraw(asks, el('p', { class: 'error', role: 'alert' }, `${chosen.name} is larger than 64 KiB. A faces file has a few lines.`)); return; }
    const contents = await chosen.text();
    const put = () => { text.value = contents; set('bf', contents); tell(); };
    if (text.value.trim() && text.value !== contents) asking(asks, `Replace the text below with ${chosen.name}?`, 'Replace it', 'Keep it', put);
    else put();
  } });
  return [labelled('A file', file), asks, labelled('Contents of the file', text, 'For example: faces = { 1 = 0.1, 3 = 0.4, 4 = 0.4, 6 = 0.1 }, or counts = { … }.')];
}
