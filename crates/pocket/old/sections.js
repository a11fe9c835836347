'use strict';

// ---- What is best here ----

async function bestSection() {
  const all = (await games()).filter((game) => game.notation);
  const controls = el('div', { class: 'controls' });
  const options = el('div');
  const answer = answering('Every option');

  function draw() {
    const game = all.find(({ game }) => game === get('bg', 'coin-tali')) ?? all[0];
    const usual = USUAL_PLAY[game.game] ?? '';
    const changed = (redraw = false) => (redraw === true ? draw() : question(wanted(game, question)));
    const editor = positionControls(game, changed);
    controls.replaceChildren(...[
      labelled('Game', choice(all.map(({ game, title }) => [game, title]), game.game, (name) => { step(() => { forgetRules(); set('bg', name); }); draw(); }), `${game.summary}.`),
      bonesLine(), editor.controls, ruleControls(game, changed), playControl(game, changed, usual),
      TABLES[game.game] ? tableControls(game, changed) : null,
    ].filter(Boolean));
    answer.clear();
    options.replaceChildren();
    changed();

    function question(later) {
      const { words, files } = tableWords(game, usual);
      const table = engine.kept.has(tableName(game)) ? ['--table', tableName(game)] : [];
      const position = get(scoped('pos'));
      const at = position ? ['--position', position] : [];
      const asked = ['advise', ...words.filter((word, place) => !isPlayers(words, place)), ...at, ...table];
      options.replaceChildren();
      const lacks = editor.lacks();
      if (lacks) { answer.note(lacks); return; }
      answer.show([...asked, ...(EXPLAINED.includes(game.game) ? ['--explain'] : [])], files, { json: true, later, after: (answer) => {
        const told = JSON.parse(answer.files[JSON_FILE] ?? '{}');
        if (told.position) editor.show(told.position);
        const next = (told.options ?? []).filter((option) => option.next);
        if (next.length) options.replaceChildren(el('h3', {}, 'Play one of these'), el('div', { class: 'taps' }, next.slice(0, 60).map((option) => button(`${option.throw ? `${option.throw}: ` : ''}${option.do}`, () => { editor.put(option.next); changed(); }))));
      } });
    }
  }

  // A position says how many play.
  const isPlayers = (words, place) => get(scoped('pos')) && (words[place] === '--players' || words[place - 1] === '--players');
  draw();
  return [controls, answer.place, options];
}

// How far is looked ahead where nobody says it, so that a phone answers soon.
const USUAL_PLAY = { mancala: 'search:2', latrunculi: 'search:2', 'duodecim-scriptorum': 'search:1' };
const EXPLAINED = ['coin-tali'];

// Games whose best play is a table.
const TABLES = { aseb: true, 'duodecim-scriptorum': true };
const tableName = (game) => `${game.game}.table`;

function tableControls(game, changed) {
  const file = el('input', { type: 'file', onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > 1 << 30) { about.textContent = 'This is larger than 1 GiB.'; return; }
    about.textContent = 'It is being read.';
    try {
      await engine.keep(tableName(game), chosen);
      about.textContent = `${chosen.name} is there.`;
    } catch (error) {
      about.textContent = `${chosen.name} could not be read: ${error.message}`;
    }
    changed();
  } });
  const about = el('p', { class: 'note', role: 'status' }, engine.kept.has(tableName(game)) ? 'A table is there.' : '');
  return el('div', {}, labelled('A table of best play', file, `Made on a computer by: tali-odds strategy ${game.game} --solve -o ${tableName(game)}. Without it the positions are solved here, which a phone does in seconds for two pieces left to each, and in minutes or not at all for more.`), about);
}

// ---- Tonight ----

const NIGHT_FILE = 'night.toml';

async function tonightSection() {
  const all = await games();
  const controls = el('div', { class: 'controls' });
  const answer = answering('The evening at a glance');
  const pages = answering('Pages');
  const guests = () => get('guests', 'Aulus:100_Brutus:100').split('_').filter(Boolean).map((guest) => guest.split(':').map(unpacked));
  const played = () => (get('games') === NONE ? [] : get('games', 'augustus:3_simple-tali:3').split('_').filter(Boolean).map((game) => game.split(':')));
  const keepGuests = (list) => set('guests', list.map(([name, purse]) => `${packed(name)}:${packed(purse)}`).join('_'));
  const keepGames = (list) => set('games', list.map((game) => game.join(':')).join('_') || NONE);

  function night() {
    const file = bonesFile();
    const lines = ['version = 1', `title = ${JSON.stringify(get('title', 'An evening of knucklebones'))}`, `minutes = ${whole('Time available, in minutes', get('minutes', '240'), 1, 10000)}`, `pace = ${whole('Seconds a cast takes', get('pace', '12'), 1, 3600)}`, ''];
    if (file) lines.push('[bones.ours]', `file = "${BONES_FILE}"`, '');
    for (const [name, purse] of guests()) lines.push('[[players]]', `name = ${JSON.stringify(name)}`, ...(purse && purse !== '0' ? [`purse = ${whole(`Purse of ${name}`, purse, 1, 1e9)}`] : []), `bones = ${JSON.stringify(file ? 'ours' : chosenPreset())}`, '');
    for (const [game, times] of played()) lines.push('[[games]]', `game = ${JSON.stringify(game)}`, `times = ${whole(`Times that ${game} is played`, times ?? '1', 1, 1000)}`, '');
    return { [NIGHT_FILE]: lines.join('\n'), ...(file ? { [BONES_FILE]: file } : {}) };
  }

  const tell = () => {
    pages.clear();
    if (played().length) answer.show(['balance', NIGHT_FILE], night, { chart: false });
    else answer.note('Add a game.');
  };

  // The first name that nobody has.
  const another = (list) => between(1, 13).map((place) => `Player ${place}`).find((name) => !list.some(([other]) => other === name));

  function draw() {
    const list = guests();
    const chosen = played();
    const chance = all.filter((game) => !isSlow(game));
    let more = chance[0].game;
    controls.replaceChildren(
      labelled('What the evening is called', input('text', get('title', 'An evening of knucklebones'), (title) => { set('title', title.trim()); tell(); }, { maxlength: '100' })),
      el('div', { class: 'row' }, labelled('Time available, in minutes', input('text', get('minutes', '240'), (minutes) => { set('minutes', minutes); tell(); }, { inputmode: 'numeric', placeholder: '240' })),
        labelled('Seconds a cast takes', input('text', get('pace', '12'), (pace) => { set('pace', pace); tell(); }, { inputmode: 'numeric', placeholder: '12' }))),
      bonesLine(),
      el('fieldset', {}, el('legend', {}, 'Players, in the order in which they sit'), list.map((guest, place) => el('div', { class: 'row' },
        labelled(`Player ${place + 1}`, input('text', guest[0], (name) => { guest[0] = name.trim() || another(list); keepGuests(list); tell(); }, { maxlength: '60', size: '14' })),
        labelled('Purse', input('text', guest[1] ?? '', (purse) => { guest[1] = purse.trim(); keepGuests(list); tell(); }, { inputmode: 'numeric', 'aria-label': `Purse of player ${place + 1}` })),
        list.length > 1 ? button('Remove', () => { list.splice(place, 1); keepGuests(list); draw(); }, { 'aria-label': `Remove ${guest[0]}` }) : null)),
      list.length < 12 ? button('Add a player', () => { list.push([another(list), '100']); keepGuests(list); draw(); }) : null),
      el('fieldset', {}, el('legend', {}, 'Games'), chosen.map((game, place) => el('div', { class: 'row' },
        stepper(`${all.find((one) => one.game === game[0])?.title ?? game[0]}: times played`, number(game[1], 1, 1000, 1), 1, 1000, (times) => { game[1] = times; keepGames(chosen); tell(); }),
        button('Remove', () => { chosen.splice(place, 1); keepGames(chosen); draw(); }, { 'aria-label': `Remove ${game[0]}` }))),
      el('div', { class: 'row' }, labelled('Another game', choice(all.map(({ game, title, policies }) => [game, policies?.length ? `${title} (slow)` : title]), more, (game) => { more = game; })),
        button('Add it', () => { chosen.push([more, '1']); keepGames(chosen); draw(); }))),
    );
    tell();
  }

  // The pages that the program would write, in a frame in which nothing runs.
  const page = (name, title) => pages.ask(async (isLatest) => {
    const files = night();
    const words = ['report', NIGHT_FILE, '-o', 'night', '--handout'];
    const answered = await engine.ask(words, files, pages.place);
    if (!isLatest()) return;
    if (answered.code) { pages.complain(answered.err); return; }
    const html = answered.files[`night/${name}`];
    const frame = el('iframe', { title, sandbox: 'allow-same-origin allow-modals', onload: () => frame.contentDocument.addEventListener('click', follow) });
    // A link would lead to this page once more: it is followed within the frame, to a place there or to another file.
    const follow = (event) => {
      const link = event.target.closest('a[href]');
      if (!link) return;
      event.preventDefault();
      const [file, there] = link.getAttribute('href').split('#');
      if (!file) frame.contentDocument.getElementById(there)?.scrollIntoView();
      else if (answered.files[`night/${file}`]) frame.srcdoc = answered.files[`night/${file}`];
    };
    frame.srcdoc = html;
    pages.place.replaceChildren(el('p', {}, button('Print', () => frame.contentWindow.print(), { class: 'main' }), ' ', saved(name, html, 'text/html')), frame,
      el('div', { class: 'command' }, el('p', {}, 'Same pages on the command line: ', el('code', {}, ['tali-odds', ...words].join(' '))), Object.entries(files).map(([file, text]) => el('p', {}, saved(file, text)))));
  }, null, 0);

  draw();
  return [controls, answer.place, el('p', { class: 'controls' }, button('The page of the evening', () => page('index.html', 'The page of the evening')), ' ', button('Handouts to print', () => page('handout.html', 'Handouts'))), pages.place];
}

// ---- A game of one's own ----

function ownSection() {
  const files = JSON.parse(document.getElementById('games').textContent);
  if (!state.has('og')) state.set('og', files.find(([name]) => name === 'augustus')?.[1] ?? '');
  const checked = answering('What was understood');
  const more = el('div', { class: 'more' });
  const title = el('h2');
  const stale = el('p', { class: 'note', hidden: true }, 'What follows is of the text as it was last understood.');
  const text = el('textarea', { id: unique(), rows: '16', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-describedby': 'own-errors' });
  const lines = el('ol', { 'aria-hidden': 'true' });
  const wrong = el('div', { id: 'own-errors', 'aria-live': 'polite' });
  let shownFor = null;
  let asked = null;
  text.value = get('og');

  const mark = (places) => {
    const many = text.value.split('\n').length;
    lines.replaceChildren(...between(1, many).map((line) => el('li', { class: places.has(line) ? 'wrong' : null }, String(line))));
    lines.style.height = `${text.clientHeight}px`;
    lines.scrollTop = text.scrollTop;
  };
  const jump = (line) => {
    const start = text.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    text.focus();
    text.scrollTop = (line - 4) * (text.scrollHeight / text.value.split('\n').length);
    text.setSelectionRange(start, start + (text.value.split('\n')[line - 1]?.length ?? 0));
  };

  const check = () => {
    mark(new Set());
    checked.show(['check', GAME_FILE], { [GAME_FILE]: get('og') }, { chart: false, after: async (answered) => {
      const errors = answered.code ? answered.err : '';
      const places = new Set([...errors.matchAll(/-->\s*[^\n]*?:(\d+):\d+/g)].map(([, line]) => Number(line)));
      mark(places);
      more.toggleAttribute('inert', Boolean(errors));
      stale.hidden = !errors || !asked;
      wrong.replaceChildren(...[...places].map((line) => button(`Line ${line} is not understood`, () => jump(line))));
      if (!errors) await answers();
    } });
  };

  // The same questions as of any game, once it is understood.
  const answers = async () => {
    const described = await engine.json(['rules', GAME_FILE], { [GAME_FILE]: get('og') }).catch(() => null);
    if (!described) return;
    const own = { ...described, game: OWN };
    // Controls stay as they are while the rules do.
    const same = JSON.stringify([own.rules, own.policies, own.least_players, own.most_players, own.coins]);
    title.textContent = own.title;
    if (same === shownFor) { asked.again(); return; }
    shownFor = same;
    asked = await gameSection(own);
    more.replaceChildren(title, ...asked);
  };

  text.addEventListener('input', () => {
    state.set('og', text.value.toWellFormed?.() ?? text.value);
    remember();
    writeAddress();
    engine.stopOld();
    check();
  });
  text.addEventListener('scroll', () => { lines.scrollTop = text.scrollTop; });
  text.addEventListener('keydown', (event) => {
    // Tab goes on, as everywhere; blanks are typed, as the language asks.
    if (event.key !== 'Enter') return;
    const before = text.value.slice(0, text.selectionStart).split('\n').at(-1);
    const indent = before.match(/^ */)[0] + (before.trimEnd().endsWith(':') ? '  ' : '');
    if (!indent) return;
    event.preventDefault();
    text.setRangeText(`\n${indent}`, text.selectionStart, text.selectionEnd, 'end');
    text.dispatchEvent(new Event('input'));
  });
  const asks = el('div');
  const begin = choice([['', 'choose an example'], ...files.map(([name, text]) => [name, text.match(/^game "([^"]+)"/m)?.[1] ?? name])], '', (game) => {
    begin.value = '';
    const put = () => { forgetRules(); text.value = files.find(([name]) => name === game)[1]; set('og', text.value); check(); };
    if (text.value.trim() && !files.some(([, other]) => other === text.value)) asking(asks, 'The example takes the place of the game that you have written.', put);
    else put();
  });
  requestAnimationFrame(check);
  return [
    el('div', { class: 'controls' }, labelled('Begin with', begin), asks,
      el('div', { class: 'field' }, el('label', { for: text.id }, 'The game'), el('div', { class: 'editor' }, lines, text)), el('p', {}, saved(GAME_FILE, () => get('og')))),
    wrong, checked.place, stale, more,
  ];
}

// ---- The page ----

// Each with its short name, its heading, and what builds it.
const SECTIONS = {
  bones: ['My bones', 'My bones', bonesSection],
  cast: ['A cast', 'A cast', castSection],
  game: ['A game', 'A game', () => gameSection()],
  best: ['Best play', 'What is best here?', bestSection],
  tonight: ['Tonight', 'Tonight', tonightSection],
  own: ['Own game', 'A game of your own', ownSection],
};

const current = () => (Object.hasOwn(SECTIONS, get('at')) ? get('at') : 'bones');

let shownSections = 0;

async function show(focus = false) {
  const mine = (shownSections += 1);
  const at = current();
  scope = { best: 'best.', own: 'own.' }[at] ?? '';
  for (const link of document.querySelectorAll('#sections a')) {
    if (link.dataset.at === at) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const [, title, build] = SECTIONS[at];
  const main = document.getElementById('main');
  document.title = `${title} – tali-odds`;
  const heading = el('h2', {}, title);
  main.replaceChildren(heading);
  try {
    const parts = await build();
    if (mine !== shownSections) return;
    main.replaceChildren(heading, ...parts);
  } catch (error) {
    if (mine === shownSections) main.replaceChildren(heading, el('div', { class: 'error', role: 'alert' }, el('pre', {}, error.message)));
  }
  if (focus) main.focus({ preventScroll: true });
}

// Whatever is worked at for the section that is left is not wanted any more.
function leave() {
  if (engine.waiting.size) engine.stopAll();
}

function go(at) {
  leave();
  step(() => state.set('at', at));
  scrollTo(0, 0);
  show(true);
}

document.getElementById('sections').append(...Object.entries(SECTIONS).map(([at, [title]]) => el('a', { href: `#at=${at}`, 'data-at': at, onclick: (event) => { event.preventDefault(); go(at); } }, title)));
addEventListener('hashchange', () => {
  leave();
  const old = isOwn ? ours() : kept();
  readAddress();
  recall(old);
  show();
});
readAddress();
recall();
show();
