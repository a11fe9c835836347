'use strict';

// ---- The bones: what is set of them, and as what the engine reads them ----

const BONES_FILE = 'my-bones.toml';
const THROWS_FILE = 'throws.csv';
const MOST_THROWN = 1000000;

// What is written of the four faces, of several bones or throwers: `12.40.38.10_9.41.40.10`; and as numbers, with another
// thing in the place of what is none.
const cells = (text, most) => text.split('_').slice(0, most).map((row) => FACES.map((_, place) => row.split('.')[place] ?? ''));
const counts = (text, most, none = 0) => cells(text, most).map((row) => row.map((count) => (count ? number(count, 0, MOST_THROWN, none) : 0)));

const written = (rows) => rows.map((row) => row.join('.')).join('_');
const thrown = (row) => row.reduce((all, count) => all + count, 0);
const added = (rows) => FACES.map((_, place) => rows.reduce((all, row) => all + row[place], 0));
const asTable = (values) => `{ ${FACES.map((face, place) => `${face} = ${values[place]}`).join(', ')} }`;

// The four weights as a faces file takes them.
const weights = () => {
  const four = get('w', '1/10_2/5_2/5_1/10').split('_');
  return FACES.map((_, place) => (four[place] ?? '').trim());
};

const KINDS = ['preset', 'weights', 'taps', 'class', 'file'];
const kindOfBones = () => (KINDS.includes(get('b')) ? get('b') : 'preset');
const chosenPreset = () => get('p', 'traditional');

// What was thrown by each bone, or by each thrower; nothing where a count is no number.
const tallied = () => (kindOfBones() === 'class' ? counts(get('cls'), MOST_THROWERS, null).map((row) => (row.includes(null) ? [0, 0, 0, 0] : row)) : counts(get('taps'), 4));

// The bones as a file, if they are not ready-made: those serve until each of one's own was thrown.
function bonesFile() {
  const kind = kindOfBones();
  if (kind === 'preset') return '';
  if (kind === 'file') return get('bf');
  const name = `name = ${JSON.stringify(get('bn', 'my bones'))}\n`;
  if (kind === 'weights') return `${name}faces = ${asTable(weights().map((weight) => JSON.stringify(weight)))}\n`;
  const rows = kind === 'class' ? [added(tallied())] : tallied();
  if (!rows.every(thrown)) return '';
  if (rows.length === 1) return `${name}counts = ${asTable(rows[0])}\n`;
  return name + rows.map((row, place) => `\n[[tali]]\nname = "bone ${place + 1}"\ncounts = ${asTable(row)}\n`).join('');
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
  if (!bonesFile()) return `${chosenPreset()}, until ${kind === 'file' ? 'there is a faces file' : 'each of yours was thrown'}`;
  if (kind === 'weights') return `${get('bn', 'my bones')}, by four weights`;
  if (kind === 'file') return 'a faces file';
  return `${get('bn', 'my bones')}, thrown ${thrown(added(tallied()))} times`;
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

// Whether what is set is this browser's own: what came with a link does not take the place of what was tallied here. And
// whether this browser keeps anything.
let isOwn = true;
let isStored = true;

function remember() {
  if (!isOwn) return;
  try {
    localStorage.setItem(STORE, JSON.stringify(ours()));
    isStored = true;
  } catch {
    isStored = false;
  }
}

function tellKept(isLong) {
  const place = document.getElementById('kept');
  const isKept = isOwn && isStored;
  if (isLong) place.textContent = `What you have written is too long for a link${isKept ? ': save its file. It stays in this browser.' : ', and this browser does not keep it: save its file.'}`;
  else if (!isOwn) place.textContent = 'The bones and the game came with a link. Your own stay in this browser; what you change of these does not, and is only in the address.';
  else place.textContent = 'This browser keeps nothing for this page. Save the address or your files before you close it.';
  place.hidden = !isLong && isKept;
}

function adopt(old) {
  for (const key of REMEMBERED) state.delete(key);
  for (const [key, value] of old) state.set(key, value);
}

// A link says all that is set. In an address that says nothing of these, and in what was set here before, they are as they
// were left.
function recall(old = kept()) {
  const wasOwn = history.state?.isOwn;
  const isLeft = old.length > 0 && (wasOwn || !ours().length);
  if (isLeft) adopt(old);
  else if (state.has(LEFT_OUT) && wasOwn !== false) for (const [key, value] of old) if (TEXTS.includes(key)) state.set(key, value);
  state.delete(LEFT_OUT);
  if (!state.has('b')) state.set('b', KINDS[0]);
  isOwn = isLeft || !old.length || JSON.stringify(old) === JSON.stringify(ours());
  tellAddress('replaceState');
}

// Another tab has gone on with them. What takes long here goes on as well.
addEventListener('storage', ({ key }) => {
  if (key !== STORE || !isOwn) return;
  adopt(kept());
  writeAddress();
  if (!engine.waiting.size || ['bones', 'own'].includes(current())) show();
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
      radios('Where do the odds come from?', titles, kindOfBones(), (kind) => { set('b', kind); draw(); }), controls),
    answer.place,
  ];
}

function presetBones(tell) {
  const presets = JSON.parse(document.getElementById('presets').textContent);
  const about = el('p', { class: 'help' });
  const show = () => { about.textContent = presets.find(([name]) => name === get('p', 'traditional'))?.[1] ?? ''; };
  show();
  return el('div', {}, labelled('Bones', choice(presets.map(([name]) => [name, name]), get('p', 'traditional'), (name) => { set('p', name === 'traditional' ? '' : name); show(); tell(); })), about);
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
  const rows = cells(get('cls', '_'.repeat(9)), MOST_THROWERS);
  const total = el('p', { class: 'big' });
  const wrong = el('p', { class: 'error', role: 'status', hidden: true });
  const spare = [];
  const show = () => {
    const all = added(tallied());
    total.textContent = `Together: ${FACES.map((face, place) => `${face}: ${all[place]}`).join(', ')}`;
    const found = counts(written(rows), MOST_THROWERS, null).flat();
    const none = [...grid.querySelectorAll('input')].filter((field, place) => { field.setAttribute('aria-invalid', found[place] === null); return found[place] === null; });
    wrong.hidden = !none.length;
    wrong.textContent = `No whole number from 0 to ${MOST_THROWN.toLocaleString('en')}: ${none.map((field) => `${field.getAttribute('aria-label')} (“${field.value}”)`).join('; ')}. Whoever has one is left out.`;
  };
  const change = () => { set('cls', written(rows)); show(); tell(); };
  const paste = el('textarea', { rows: '4', spellcheck: 'false' });
  const about = el('p', { class: 'error', role: 'status' });
  const read = () => {
    const { taken, left } = tallies(paste.value);
    const words = left.length ? `Left out: line${left.length === 1 ? '' : 's'} ${left.join(', ')}, which ${left.length === 1 ? 'has' : 'have'} no four whole numbers, or ${left.length === 1 ? 'is' : 'are'} more than ${MOST_THROWERS} throwers.` : '';
    if (!taken.length) { about.textContent = words || 'Nothing was pasted.'; return; }
    const before = rows.map((row) => [...row]);
    put(taken.map((row) => row.map(String)));
    about.replaceChildren(`${taken.length} throwers taken. ${words} `, button('Take that back', () => { put(before); about.replaceChildren(); }));
  };
  const put = (table) => {
    rows.splice(0, rows.length, ...table);
    throwers.put(rows.length);
    fill();
    change();
  };
  const grid = el('tbody');
  const fill = () => grid.replaceChildren(...rows.map((row, place) => el('tr', {}, el('th', { scope: 'row' }, String(place + 1)), FACES.map((face, column) => el('td', {},
    input('text', row[column] === '0' ? '' : row[column], (text) => { row[column] = text.trim().replace(/[._]/g, ','); change(); },
      { inputmode: 'numeric', 'aria-label': `Thrower ${place + 1}, ${face}`, maxlength: '7' }))))));
  const throwers = stepper('Throwers', rows.length, 1, MOST_THROWERS, (many) => {
    // Who comes back has thrown what they had.
    while (rows.length < many) rows.push(spare.pop() ?? ['', '', '', '']);
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
    total, wrong,
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
  const asks = el('div');
  text.value = get('bf');
  const file = el('input', { type: 'file', accept: '.toml,text/plain', onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > 65536) { tell(`${chosen.name} is larger than 64 KiB; a faces file has a few lines.`); return; }
    const contents = await chosen.text();
    const put = () => { text.value = contents; set('bf', contents); tell(); };
    if (text.value.trim() && text.value !== contents) asking(asks, `${chosen.name} takes the place of the contents below.`, put);
    else put();
  } });
  return el('div', {}, labelled('A file', file), asks, labelled('Contents of the file', text, 'As the program reads it: faces = { 1 = 0.1, 3 = 0.4, 4 = 0.4, 6 = 0.1 }, or counts = { … }.'));
}

// What is known of the bones: of throws how sure it is, of anything else what it makes of a cast.
function tellBones(answer, wrong = null) {
  const kind = kindOfBones();
  if (wrong) { answer.ask(async () => answer.complain(wrong)); return; }
  if (['taps', 'class'].includes(kind)) {
    const rows = tallied();
    if (!thrown(added(rows))) { answer.note(`Nothing was thrown so far: until then the bones are ${chosenPreset()}.`); return; }
    const by = kind === 'class' ? 'thrower' : 'bone';
    const lines = rows.map((row, place) => `${place + 1},${row.join(',')}`).filter((_, place) => thrown(rows[place]));
    const several = kind === 'taps' && rows.length > 1;
    const csv = `${by},1,3,4,6\n${lines.map((line) => (by === 'bone' ? `bone ${line}` : line)).join('\n')}\n`;
    answer.show(['fit', THROWS_FILE, ...(several ? [] : ['--pool', 'all'])], { [THROWS_FILE]: csv }, { after: () => { if (bonesFile()) answer.place.append(el('p', {}, saved(BONES_FILE, bonesFile()))); } });
    return;
  }
  if (kind === 'file' && !get('bf')) { answer.note(`Choose a file, or write one: until then the bones are ${chosenPreset()}.`); return; }
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
    if (text.length !== 4) { answer.note('Tap what the four bones show.'); return; }
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
