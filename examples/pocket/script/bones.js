'use strict';

// ---- The bones: what is set of them, and as what the engine reads them ----

const BONES_FILE = 'my-bones.toml';
const THROWS_FILE = 'throws.csv';
const MOST_THROWN = 1000000;

// Counts of the four faces, of several bones or throwers: `12.40.38.10_9.41.40.10`.
function counts(text, most) {
  const rows = text.split('_').slice(0, most).map((row) => {
    const four = row.split('.').map((count) => number(count, 0, MOST_THROWN, 0));
    return FACES.map((_, place) => four[place] ?? 0);
  });
  return rows.length ? rows : [[0, 0, 0, 0]];
}

const written = (rows) => rows.map((row) => row.join('.')).join('_');
const thrown = (row) => row.reduce((all, count) => all + count, 0);
const added = (rows) => FACES.map((_, place) => rows.reduce((all, row) => all + row[place], 0));
const asTable = (values) => `{ ${FACES.map((face, place) => `${face} = ${values[place]}`).join(', ')} }`;

// The four weights as a faces file takes them.
const weights = () => {
  const four = get('w', '1/10_2/5_2/5_1/10').split('_');
  return FACES.map((_, place) => (four[place] ?? '0').trim() || '0');
};

const KINDS = ['preset', 'weights', 'taps', 'class', 'file'];
const kindOfBones = () => (KINDS.includes(get('b')) ? get('b') : 'preset');
const chosenPreset = () => (kindOfBones() === 'preset' ? get('p', 'traditional') : 'traditional');

function bonesFile() {
  const name = `name = ${JSON.stringify(get('bn', 'my bones'))}\n`;
  switch (kindOfBones()) {
    case 'weights':
      return `${name}faces = ${asTable(weights().map((weight) => JSON.stringify(weight)))}\n`;
    case 'taps': {
      const rows = counts(get('taps'), 4);
      if (rows.length === 1) return `${name}counts = ${asTable(rows[0])}\n`;
      return name + rows.map((row, place) => `\n[[tali]]\nname = "bone ${place + 1}"\ncounts = ${asTable(row)}\n`).join('');
    }
    case 'class':
      return `${name}counts = ${asTable(added(counts(get('cls'), MOST_THROWERS)))}\n`;
    case 'file':
      return get('bf');
    default:
      return '';
  }
}

// How the program is told of the bones.
function bones() {
  const file = bonesFile();
  if (file) return { words: ['--faces', BONES_FILE], files: { [BONES_FILE]: file } };
  const preset = chosenPreset();
  return { words: preset === 'traditional' ? [] : ['--faces', preset], files: {} };
}

function bonesInWords() {
  const kind = kindOfBones();
  if (kind === 'preset') return chosenPreset();
  if (kind === 'weights') return `${get('bn', 'my bones')}, by four weights`;
  if (kind === 'file') return 'a faces file';
  const all = kind === 'class' ? counts(get('cls'), MOST_THROWERS) : counts(get('taps'), 4);
  return `${get('bn', 'my bones')}, thrown ${all.reduce((sum, row) => sum + thrown(row), 0)} times`;
}

const bonesLine = () => el('p', { class: 'note' }, `Bones: ${bonesInWords()}. `, el('a', { href: '#at=bones', onclick: (event) => { event.preventDefault(); go('bones'); } }, 'Change them'));

// The bones, and a game of one's own, stay in this browser where it keeps anything for a page that is a file.
const REMEMBERED = ['b', 'p', 'w', 'bn', 'taps', 'cls', 'bf', 'og'];
const STORE = 'tali-odds';

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]').filter(([key]) => REMEMBERED.includes(key)).map(([key, value]) => [key, String(value)]);
  } catch {
    return [];
  }
};
const ours = () => REMEMBERED.filter((key) => state.has(key)).map((key) => [key, state.get(key)]);

// Whether what is set is this browser's own: what came with a link does not take the place of what was tallied here.
let isOwn = true;

function remember() {
  if (!isOwn) return;
  try {
    localStorage.setItem(STORE, JSON.stringify(ours()));
  } catch { /* Nothing is kept here. */ }
}

// An address says all that is set; without one it is as it was left.
function recall() {
  const old = kept();
  if (state.has(LEFT_OUT)) for (const [key, value] of old) if (key === 'og') state.set(key, value);
  state.delete(LEFT_OUT);
  if (!state.size) for (const [key, value] of old) state.set(key, value);
  isOwn = !old.length || JSON.stringify(old) === JSON.stringify(ours());
}

// Another tab has gone on with them.
addEventListener('storage', ({ key }) => {
  if (key !== STORE || !isOwn) return;
  for (const one of REMEMBERED) state.delete(one);
  for (const [one, value] of kept()) state.set(one, value);
  writeAddress();
  if (current() === 'bones') show();
});

function bonesSection() {
  const answer = answering('What the bones do');
  const controls = el('div');
  const tell = (wrong = null) => tellBones(answer, wrong);
  const kinds = { preset: presetBones, weights: weighedBones, taps: tappedBones, class: classBones, file: filedBones };
  const draw = () => {
    controls.replaceChildren(kinds[kindOfBones()](tell, draw));
    tell();
  };
  const titles = [['preset', 'Ready-made'], ['weights', 'Four weights'], ['taps', 'Tap my throws'], ['class', 'A class’s tallies'], ['file', 'A faces file']];
  draw();
  return [
    el('div', { class: 'controls' },
      radios('Where do the odds come from?', titles, kindOfBones(), (kind) => { set('b', kind === 'preset' ? '' : kind); draw(); }), controls),
    answer.place,
  ];
}

function presetBones(tell) {
  const place = el('div');
  engine.json(['presets']).then(({ presets }) => {
    const about = el('p', { class: 'help' });
    const show = () => { about.textContent = presets.find((preset) => preset.name === get('p', 'traditional'))?.source ?? ''; };
    place.append(labelled('Bones', choice(presets.map(({ name }) => [name, name]), get('p', 'traditional'), (name) => { set('p', name === 'traditional' ? '' : name); show(); tell(); })), about);
    show();
  }).catch((error) => place.append(el('p', { class: 'error' }, error.message)));
  return place;
}

const nameOfBones = (tell) => labelled('Name of these bones', input('text', get('bn', 'my bones'), (name) => { set('bn', name.trim()); tell(); }, { maxlength: '60' }));

function weighedBones(tell) {
  const four = weights();
  return el('div', {}, nameOfBones(tell), el('div', { class: 'row' }, FACES.map((face, place) => labelled(`${face}, ${SHAPES[face]}`,
    input('text', four[place], (weight) => { four[place] = weight.trim().replace(/^(\d+),(\d+)$/, '$1.$2').replaceAll('_', ' '); set('w', four.join('_')); tell(); }, { size: '7', inputmode: 'text' })))),
  el('p', { class: 'help' }, 'Decimals, fractions such as 1/10, or whole numbers: what counts is how they stand to one another.'));
}

// What was tapped before, to be undone, as long as the page is open; and the four bones that were told apart.
const tapped = [];
let apart = null;

function tappedBones(tell, draw) {
  const rows = counts(get('taps'), 4);
  const several = rows.length > 1;
  // Bones are thrown in turn.
  const next = () => thrown(added(rows)) % rows.length;
  const totals = el('div', { class: 'table', role: 'group', tabindex: '0', 'aria-label': 'What was thrown' });
  const whose = el('p', { class: 'big' });
  const show = () => {
    totals.replaceChildren(el('table', {}, el('caption', {}, 'What was thrown'), el('thead', {}, el('tr', {}, several ? el('th', { scope: 'col' }, 'Bone') : null,
      FACES.map((face) => el('th', { scope: 'col', class: 'n' }, face)), el('th', { scope: 'col', class: 'n' }, 'Throws'))),
    el('tbody', {}, rows.map((row, place) => el('tr', {}, several ? el('th', { scope: 'row' }, String(place + 1)) : null,
      row.map((count) => el('td', { class: 'n' }, String(count))), el('td', { class: 'n' }, String(thrown(row))))))));
    whose.textContent = several ? `Bone ${next() + 1}: what does it show?` : 'What does it show?';
  };
  const tap = (place) => {
    const bone = next();
    tapped.push(get('taps'));
    rows[bone][place] += 1;
    say(`${FACES[place]}: ${rows[bone][place]}`);
    set('taps', written(rows));
    show();
    tell();
  };
  const put = (text) => { set('taps', text); draw(); };
  show();
  const alike = [['1', 'count all alike'], ['4', 'tell four apart']];
  return el('div', {}, nameOfBones(tell),
    radios('Bones', alike, String(several ? 4 : 1), (many) => {
      tapped.push(get('taps'));
      if (many === '1') {
        apart = rows;
        put(written([added(rows)]));
      } else {
        const isSame = apart && String(added(apart)) === String(rows[0]);
        put(written(isSame ? apart : [rows[0], ...Array.from({ length: 3 }, () => [0, 0, 0, 0])]));
      }
    }),
    whose,
    el('div', { class: 'taps' }, FACES.map((face, place) => button([face, el('small', { class: 'help' }, SHAPES[face])], () => tap(place), { class: 'face', 'aria-label': `It shows the ${face}, ${SHAPES[face]}` })),
      button('Undo', () => { if (tapped.length) put(tapped.pop()); })),
    totals, button('Start over', () => { tapped.push(get('taps')); put(''); }));
}

function classBones(tell) {
  const rows = counts(get('cls', written(Array.from({ length: 10 }, () => [0, 0, 0, 0]))), MOST_THROWERS);
  const total = el('p', { class: 'big' });
  const spare = [];
  const show = () => { total.textContent = `Together: ${FACES.map((face, place) => `${face}: ${added(rows)[place]}`).join(', ')}`; };
  const change = () => { set('cls', written(rows)); show(); tell(); };
  const paste = el('textarea', { rows: '4', spellcheck: 'false' });
  const about = el('p', { class: 'error', role: 'status' });
  const read = () => {
    const { taken, left } = tallies(paste.value);
    const words = left.length ? `Left out: line${left.length === 1 ? '' : 's'} ${left.join(', ')}, which ${left.length === 1 ? 'has' : 'have'} no four whole numbers, or ${left.length === 1 ? 'is' : 'are'} more than ${MOST_THROWERS} throwers.` : '';
    if (!taken.length) { about.textContent = words || 'Nothing was pasted.'; return; }
    rows.splice(0, rows.length, ...taken);
    throwers.put(rows.length);
    about.textContent = `${taken.length} throwers taken. ${words}`;
    fill();
    change();
  };
  const grid = el('tbody');
  const fill = () => grid.replaceChildren(...rows.map((row, place) => el('tr', {}, el('th', { scope: 'row' }, String(place + 1)), FACES.map((face, column) => el('td', {},
    input('text', row[column] ? String(row[column]) : '', (text) => { row[column] = number(text.trim(), 0, MOST_THROWN, 0); change(); },
      { inputmode: 'numeric', 'aria-label': `Thrower ${place + 1}, ${face}`, maxlength: '7' }))))));
  const throwers = stepper('Throwers', rows.length, 1, MOST_THROWERS, (many) => {
    // Who comes back has thrown what they had.
    while (rows.length < many) rows.push(spare.pop() ?? [0, 0, 0, 0]);
    while (rows.length > many) spare.push(rows.pop());
    fill();
    change();
  });
  fill();
  show();
  return el('div', {}, nameOfBones(tell),
    throwers,
    el('div', { class: 'table grid', role: 'group', tabindex: '0', 'aria-label': 'Tallies' }, el('table', {}, el('caption', {}, 'How often each face was thrown'),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Thrower'), FACES.map((face) => el('th', { scope: 'col' }, face)))), grid)),
    total,
    el('details', {}, el('summary', {}, 'Paste a table'), labelled('One thrower a line, the counts of 1, 3, 4 and 6 last', paste), button('Use this table', read), about));
}

const MOST_THROWERS = 60;

// A table that was pasted: the counts of each line, in the columns that its head calls 1, 3, 4 and 6, else the last four; and
// the lines that are left out.
function tallies(text) {
  const lines = text.split('\n').map((line) => line.trim().split([';', '\t'].find((one) => line.includes(one)) ?? /[,\s]+/).map((field) => field.trim()).filter(Boolean));
  const head = lines.findIndex((fields) => fields.length);
  const at = lines[head]?.findIndex((_, place) => FACES.every((face, more) => lines[head][place + more] === face)) ?? -1;
  const taken = [];
  const left = [];
  for (const [place, fields] of lines.entries()) {
    if (!fields.length || (place === head && at >= 0)) continue;
    const four = at >= 0 ? fields.slice(at, at + 4) : fields.slice(-4);
    if (four.length === 4 && taken.length < MOST_THROWERS && four.every((count) => /^\d{1,6}$/.test(count))) taken.push(four.map(Number));
    else left.push(place + 1);
  }
  return { taken, left };
}

function filedBones(tell) {
  const text = el('textarea', { rows: '8', spellcheck: 'false', oninput: () => { set('bf', text.value); tell(); } });
  text.value = get('bf');
  const file = el('input', { type: 'file', accept: '.toml,text/plain', onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > 65536) { say('This is larger than 64 KiB; a faces file has a few lines.'); text.value = ''; set('bf', ''); tell(`${chosen.name} is larger than 64 KiB; a faces file has a few lines.`); return; }
    text.value = await chosen.text();
    set('bf', text.value);
    tell();
  } });
  return el('div', {}, labelled('A file', file), labelled('Contents of the file', text, 'As the program reads it: faces = { 1 = 0.1, 3 = 0.4, 4 = 0.4, 6 = 0.1 }, or counts = { … }.'));
}

// What is known of the bones: of throws how sure it is, of anything else what it makes of a cast.
function tellBones(answer, wrong = null) {
  const kind = kindOfBones();
  if (wrong) { answer.ask(async () => answer.complain(wrong)); return; }
  const rows = kind === 'taps' ? counts(get('taps'), 4) : kind === 'class' ? counts(get('cls'), MOST_THROWERS) : null;
  if (rows) {
    if (!thrown(added(rows))) { answer.ask(async () => answer.place.replaceChildren(el('p', { class: 'note' }, 'Nothing was thrown so far.'))); return; }
    const by = kind === 'class' ? 'thrower' : 'bone';
    const lines = rows.map((row, place) => `${place + 1},${row.join(',')}`).filter((_, place) => thrown(rows[place]));
    const several = kind === 'taps' && rows.length > 1;
    const csv = `${by},1,3,4,6\n${lines.map((line) => (by === 'bone' ? `bone ${line}` : line)).join('\n')}\n`;
    answer.show(['fit', THROWS_FILE, ...(several ? [] : ['--pool', 'all'])], { [THROWS_FILE]: csv }, { after: () => answer.place.append(el('p', {}, saved(BONES_FILE, bonesFile()))) });
    return;
  }
  if (kind === 'file' && !get('bf')) { answer.ask(async () => answer.place.replaceChildren(el('p', { class: 'note' }, 'Choose a file, or write one.'))); return; }
  const { words, files } = bones();
  answer.show(['casts', '--by', 'kind', ...words], files);
}

// ---- One cast ----

function castSection() {
  const answer = answering('The odds of this cast');
  const event = answering('The odds of this event');
  const { words, files } = bones();
  const lying = () => [...get('c', '6431')].filter((face) => FACES.includes(face)).slice(0, 4).join('');
  const tell = () => {
    const text = lying();
    if (text.length !== 4) { answer.ask(async () => answer.place.replaceChildren(el('p', { class: 'note' }, 'Tap what the four bones show.'))); return; }
    answer.ask(async (isLatest) => {
      const { casts } = await engine.json(['casts', ...words], files, answer.place);
      const sorted = [...text].sort().reverse().join('');
      const lies = casts.find(({ cast: other }) => other === sorted);
      const asked = ['odds', sorted, `rank>${lies.rank}`, `rank=${lies.rank}`, ...words];
      const answered = await engine.ask([...asked, '--format', 'html'], files, answer.place);
      if (!isLatest()) return;
      if (answered.code) { answer.complain(answered.err); return; }
      const beaten = casts.filter(({ rank }) => rank > lies.rank).map(({ cast: other }) => other);
      const beats = beaten.length ? `Beaten by ${beaten.length === 1 ? beaten[0] : `${beaten.length} of ${casts.length} casts`}: the line rank>${lies.rank} below.` : 'Nothing beats it.';
      const name = lies.kind === 'void' ? 'void, no kind that counts' : lies.kind[0].toUpperCase() + lies.kind.slice(1);
      answer.place.replaceChildren(el('p', { class: 'big' }, `${sorted}: ${name}. ${oneIn(lies.probability)}`), el('p', {}, beats), ...shown(answered, asked, files));
    });
  };
  const ask = () => {
    const text = get('e').trim();
    if (text) event.show(text.startsWith('-') ? ['odds', ...words, '--', text] : ['odds', text, ...words], files);
    else event.clear();
  };
  const field = input('text', get('e'), (text) => { set('e', text); ask(); }, { maxlength: '400' });
  const kinds = ['venus', 'senio', 'vultures', 'canis'].map((kind) => button(kind, () => { field.value = kind; set('e', kind); ask(); }));
  tell();
  ask();
  return [
    el('div', { class: 'controls' }, bonesLine(), cast('What the bones show', lying(), 4, (text) => { set('c', text || NONE); tell(); }),
      labelled('Odds of any other event', field, 'A kind, a cast, or a comparison: sum>=14, 6>=2, rank>4, joined by and, or, not.'), el('div', { class: 'taps' }, kinds)),
    answer.place,
    event.place,
  ];
}

function oneIn({ value, exact }) {
  if (!value) return 'It never falls.';
  const rounds = 1 / value;
  const shown = rounds < 10 ? rounds.toPrecision(3).replace(/\.?0+$/, '') : Math.round(rounds).toLocaleString('en');
  return `1 in ${shown}${exact && exact.length < 16 ? `, exactly ${exact}` : ''}`;
}
