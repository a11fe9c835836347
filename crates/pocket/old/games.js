'use strict';

// ---- Games, and how they are played ----

const GAME_FILE = 'my.game';
let catalogue = null;

async function games() {
  catalogue ??= (await engine.json(['games'])).games;
  return catalogue;
}

const OWN = 'own';

// The game that is chosen: one of the catalogue, or the text box.
function gameWords(game) {
  return game.game === OWN ? { words: [GAME_FILE], files: { [GAME_FILE]: get('og') } } : { words: [game.game], files: {} };
}

// House rules stand in the address as `r.KEY`, each section's after its own name.
const ruleKey = (key) => scoped(`r.${key}`);

function rulesOf(game) {
  return game.rules.filter(({ rule }) => state.has(ruleKey(rule))).flatMap(({ rule }) => ['--rule', `${rule}=${get(ruleKey(rule))}`]);
}

function forgetRules() {
  const ofGame = [...state.keys()].filter((key) => key.startsWith(scoped('r.')) || ['n', 'play', 'pos', 'vary', 'want'].map(scoped).includes(key));
  for (const key of ofGame) state.delete(key);
  writeAddress();
}

// A rule as TOML writes it.
function asToml(value) {
  if (Array.isArray(value)) return `[${value.map(asToml).join(', ')}]`;
  if (value && typeof value === 'object') return `{${Object.entries(value).map(([key, one]) => `${key} = ${asToml(one)}`).join(', ')}}`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

// A control for each house rule, made of what is known of its key.
function ruleControls(game, changed) {
  const rules = game.rules.filter(({ rule }) => rule !== 'game');
  if (!rules.length) return null;
  const controls = rules.map((rule) => {
    const key = ruleKey(rule.rule);
    const usual = typeof rule.default === 'string' ? rule.default : asToml(rule.default);
    const take = (value) => { set(key, value.trim() === usual ? '' : value.trim()); changed(); };
    const now = get(key, usual);
    let control;
    if (rule.words) control = choice(rule.words.map((word) => [word, word]), now, take);
    else if (typeof rule.default === 'boolean' && rule.takes === 'true or false') control = choice([['true', 'yes'], ['false', 'no']], now, take);
    else if (rule.least !== undefined) control = input('text', now, take, { inputmode: rule.least < 0 ? 'text' : 'numeric', maxlength: '20', placeholder: usual });
    else control = input('text', now, take, { maxlength: '2000', placeholder: usual });
    const range = rule.words ? '' : ` Allowed: ${rule.takes}; default ${usual}.`;
    return labelled(rule.rule, control, `${rule.reading}.${range}`);
  });
  const open = rules.some(({ rule }) => state.has(ruleKey(rule)));
  return el('details', { open }, el('summary', {}, `House rules (${rules.length})`), controls, button('Reset all rules', () => {
    for (const { rule } of rules) state.delete(ruleKey(rule));
    writeAddress();
    changed(true);
  }));
}

function seatsControl(game, changed) {
  if (game.least_players === game.most_players) return null;
  return stepper('Seats', seats(game), game.least_players, game.most_players, (many) => { set(scoped('n'), many === game.players ? '' : many); changed(true); });
}

const seats = (game) => number(get(scoped('n')), game.least_players, game.most_players, game.players);
const who = () => get(scoped('who')).split(',').map((name) => unpacked(name).trim());

function nameControls(game, changed) {
  const many = seats(game);
  if (many < 2) return null;
  const names = who();
  return el('details', { open: state.has(scoped('who')) }, el('summary', {}, 'Who sits where'), el('div', { class: 'row' }, Array.from({ length: many }, (_, place) => labelled(`Seat ${place + 1}`,
    input('text', names[place] ?? '', (name) => { names[place] = name; set(scoped('who'), Array.from(names, (one) => packed(one ?? '')).join(',').replace(/,+$/, '')); changed(); }, { maxlength: '40', size: '12' })))));
}

// How all seats play, where somebody chooses.
function playControl(game, changed, usual = '') {
  if (!game.policies?.length) return null;
  const policies = game.policies.map(({ policy }) => [policy, policy]);
  const about = el('span');
  const tell = () => { about.textContent = game.policies.find(({ policy }) => policy === playing(game, usual).split(':')[0])?.reading ?? ''; };
  const control = choice([['', usual ? `default: ${usual}` : 'default'], ...policies.flatMap(([policy]) => (policy === 'search' ? [1, 2, 3].map((depth) => [`search:${depth}`, `search:${depth}`]) : [[policy, policy]]))], playing(game, usual),
    (policy) => { set(scoped('play'), policy); tell(); changed(); });
  tell();
  return labelled('Strategy', control, about);
}

// The strategy that is set, if this game has it.
function playing(game, usual = '') {
  const play = get(scoped('play'), usual);
  return game.policies?.some(({ policy }) => policy === play.split(':')[0]) ? play : usual;
}

// Everything that is set of a game, as the program is told of it.
function tableWords(game, usual = '') {
  const play = playing(game, usual);
  const { words, files } = gameWords(game);
  const many = seats(game);
  const told = many === game.players ? [] : ['--players', String(many)];
  const faces = bones();
  return { words: [...words, ...told, ...rulesOf(game), ...(play ? ['--play', play] : []), ...faces.words], files: { ...files, ...faces.files } };
}

// Whether somebody chooses, so that what is best has to be solved.
const isSlow = (game) => Boolean(game.policies?.length);

const SLOW = 'This may take a while: a minute on a phone, or many, and some games are more than a phone can hold. Stop ends it.';

// What takes long is tried for so many milliseconds, and is not done unasked.
const wanted = (game, question) => ({ after: isSlow(game) ? 1500 : 6000, shown: [el('p', { class: 'note' }, SLOW), workOut(() => question(null))] });

const VIEWS = { balance: 'Is it fair?', win: 'Who wins', pot: 'The pot', tune: 'What would make it fair?', hand: 'What do I do?', rules: 'The rules' };

// So many games are simulated beside what is solved: as many as a phone plays soon.
const SIMULATED = '20000';

async function gameSection(own = null) {
  const all = own ? [] : await games();
  const controls = el('div', { class: 'controls' });
  const hands = el('div', { class: 'controls' });
  const answer = answering('The answer');
  let again = null;

  function draw() {
    const game = own ?? all.find(({ game }) => game === get('g', 'augustus')) ?? all[0];
    const views = Object.entries(VIEWS).filter(([view]) => (view !== 'pot' || game.coins) && (view !== 'tune' || game.rules.length) && (view !== 'hand' || (own && isSlow(game))));
    const view = views.some(([view]) => view === get(scoped('v'))) ? get(scoped('v')) : 'balance';
    const ask = (later) => question(game, view, later);
    const changed = (redraw = false) => (redraw === true ? draw() : ask(wanted(game, ask)));
    again = changed;
    controls.replaceChildren(...[
      own ? null : labelled('Game', choice(all.map(({ game, title }) => [game, title]), game.game, (name) => { step(() => { forgetRules(); set('g', name); }); draw(); }), game.summary ? `${game.summary}.` : null),
      bonesLine(),
      seatsControl(game, changed), nameControls(game, changed), playControl(game, changed), ruleControls(game, changed),
      radios('What do you want to know?', views, view, (view) => { set(scoped('v'), view === 'balance' ? '' : view); draw(); }),
      view === 'tune' ? tuneControls(game, changed) : null,
    ].filter(Boolean));
    answer.clear();
    hands.replaceChildren();
    changed();
  }

  function question(game, view, later) {
    const { words, files } = tableWords(game);
    const [name, ...rest] = words;
    if (view === 'rules') answer.show(['rules', name], gameWords(game).files, { chart: false });
    else if (view === 'tune') tuned(game, name, rest, files, later);
    else if (view === 'hand') handed(name, rest, files, later);
    else if (view === 'balance') answer.show(['balance', name, ...rest], files, { who: who(), later });
    else answer.show([view, name, ...rest, '--games', SIMULATED], files, { who: who(), later });
  }

  // The card of the whole game; where something is hidden, what to do with what a player knows.
  function handed(name, rest, files, later) {
    answer.show(['strategy', name, ...rest], files, { json: true, later, after: (answered) => {
      const { knowledge } = JSON.parse(answered.files[JSON_FILE] ?? '{}');
      const put = (position) => answer.show(['advise', name, ...rest, '--position', position], files);
      hands.replaceChildren(...(knowledge ? [handControls(knowledge.map(({ position }) => position), put)] : []));
    } });
  }

  function tuned(game, name, rest, files, later) {
    const key = varying(game);
    const [rule] = key.split('=');
    const others = rest.filter((word, place) => !(word === '--rule' && rest[place + 1]?.startsWith(`${rule}=`)) && !(rest[place - 1] === '--rule' && word.startsWith(`${rule}=`)));
    const goal = get(scoped('want'), usualWant(game));
    answer.show(['tune', name, ...others, '--vary', key, '--want', goal], files, { who: who(), later });
  }

  draw();
  return Object.assign([controls, hands, answer.place], { again: () => again() });
}

const usualWant = (game) => (seats(game) === 1 ? 'win:seat1=0.5' : 'gap<=1%');

// The rules that can be varied: those with an order.
function varied(game) {
  return game.rules.filter((rule) => rule.least !== undefined || rule.words || typeof rule.default === 'number' || /^[\d/.]+$/.test(rule.default) || typeof rule.default === 'boolean').map(({ rule }) => [rule, rule]);
}

// The rule that is varied, and its values: the first rule, where the game has none of that name.
function varying(game) {
  const keys = varied(game).map(([rule]) => rule);
  const set = get(scoped('vary'));
  return keys.includes(set.split('=')[0]) ? set : keys[0] ?? '';
}

function tuneControls(game, changed) {
  const keys = varied(game);
  if (!keys.length) return el('p', { class: 'note' }, 'No rule of this game can be varied.');
  const [rule, values = ''] = varying(game).split('=');
  const field = input('text', values, (text) => { put(null, text); }, { size: '14', maxlength: '200' });
  let chosen = rule;
  function put(name, text) {
    chosen = name ?? chosen;
    set(scoped('vary'), text.trim() ? `${chosen}=${text.trim()}` : chosen);
    changed();
  }
  const wants = [['gap<=1%', 'equal chances for all seats, within 1 %'], ['win:seat1=0.5', 'seat 1 wins half of the games'], ['length:p95<=60min', 'nearly all games over within an hour'], ...(game.coins ? [['net:seat1=0', 'seat 1 neither gains nor loses coins']] : [])];
  const want = input('text', get(scoped('want'), usualWant(game)), (text) => { set(scoped('want'), text.trim()); changed(); }, { maxlength: '200', placeholder: usualWant(game) });
  return el('fieldset', {}, el('legend', {}, 'Tune one rule'),
    el('div', { class: 'row' }, labelled('Rule', choice(keys, rule, (name) => put(name, field.value))), labelled('Values', field, '1..10, 10..100:5, or nothing for all that make sense')),
    labelled('Aim', choice([...wants, ['', 'another, as written below']], wants.some(([text]) => text === want.value) ? want.value : '', (text) => { if (text) { want.value = text; set(scoped('want'), text); changed(); } })),
    labelled('Aim, in the program’s words', want));
}
