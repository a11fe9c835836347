// ---- Tonight ----
import { answering, asked, experts, headlined, more, tables } from '../answers.js';
import { BONES_FILE, bonesFile, chosenPreset } from '../bones.js';
import { button, choice, el, input, labelled, saving, stepper } from '../elements.js';
import { plainly } from '../engine.js';
import { NONE, get, number, set } from '../set.js';
import { OWN, bonesChip, games, guests, guestsPanel, isChosen, ruleKey, rulesSet, isTooLarge, setup } from '../table.js';
import { SIGNS, listed } from '../words.js';
import { ownGames } from './own.js';

const NIGHT_FILE = 'night.toml';

export async function tonightDoor({ go, remember }) {
  const all = (await games()).filter((game) => !isTooLarge(game));
  const own = ownGames();
  const controls = el('div', { class: 'setup' });
  const answer = answering('The evening');
  const pages = answering('The page of the evening');
  const played = () => (get('games') === NONE ? [] : get('games', 'augustus:3_simple-tali:3').split('_').filter(Boolean).map((game) => game.split(':')));
  const keepGames = (list) => set('games', list.map((game) => game.join(':')).join('_') || NONE);
  const titleOf = (name) => all.find(({ game }) => game === name)?.title ?? own.find(({ id }) => `${OWN}.${id}` === name)?.title ?? name;
  // Guests without a name are numbered.
  const seated = () => {
    const list = guests().length ? guests() : [{ name: '', coins: '' }, { name: '', coins: '' }];
    return list.map(({ name, coins }, index) => ({ name: name || `Guest ${index + 1}`, coins }));
  };

  function night() {
    const file = bonesFile();
    const files = file ? { [BONES_FILE]: file } : {};
    const said = (key, usual, least, most) => number(get(key, usual), least, most, null);
    const [minutes, pace] = [said('minutes', '240', 1, 10000), said('pace', '12', 1, 3600)];
    if (minutes === null) throw new Error(`Time: “${get('minutes')}” is not a whole number of minutes from 1 to 10,000.`);
    if (pace === null) throw new Error(`Pace: “${get('pace')}” is not a whole number of seconds from 1 to 3,600.`);
    const lines = ['version = 1', `title = ${JSON.stringify(get('title', 'An evening of knucklebones'))}`, `minutes = ${minutes}`, `pace = ${pace}`, ''];
    if (file) lines.push('[bones.ours]', `file = "${BONES_FILE}"`, '');
    for (const { name, coins } of seated()) {
      const purse = number(coins, 1, 1e9, null);
      if (coins && purse === null) throw new Error(`Coins of ${name}: “${coins}” is not a whole number.`);
      lines.push('[[players]]', `name = ${JSON.stringify(name)}`, ...(purse ? [`purse = ${purse}`] : []), `bones = ${JSON.stringify(file ? 'ours' : chosenPreset())}`, '');
    }
    for (const [name, times] of played()) {
      const mine = own.find(({ id }) => `${OWN}.${id}` === name);
      if (mine) files[`${name}.game`] = mine.text;
      const game = mine ? null : all.find(({ game: other }) => other === name);
      if (!game && !mine) continue;
      lines.push('[[games]]', `game = ${JSON.stringify(mine ? `${name}.game` : name)}`, `times = ${number(times, 1, 1000, 1)}`);
      const rules = game ? rulesSet(game) : [];
      if (rules.length) lines.push('[games.rules]', ...rules.map((rule) => `${rule.rule} = ${ruleAsToml(rule, get(ruleKey(game, rule.rule)))}`));
      lines.push('');
    }
    return { [NIGHT_FILE]: lines.join('\n'), ...files };
  }

  const tell = () => {
    draw(true);
    pages.show();
    if (!played().length) { answer.show(el('p', { class: 'note' }, 'Add a game to see how the evening goes.')); return; }
    answer.ask({ key: 'tonight', doing: 'Planning the evening', work: async (ask, isLatest) => {
      const answered = await asked(ask, ['balance', NIGHT_FILE], night(), { picture: false });
      if (!isLatest()) return null;
      requestAnimationFrame(() => page('index.html', 'The page of the evening'));
      return [glance(answered.said), el('div', { class: 'buttons' }, button('The evening', () => page('index.html', 'The page of the evening')), button('Handouts to print', () => page('handout.html', 'Handouts'))),
        more('More figures', () => tables(answered.sheets)), experts([answered])];
    } });
  };

  // The summary of the evening for the host, with a button to fix each game that has a problem.
  function glance(said) {
    const isOutside = ({ ruling, about }) => ruling === 'outside' && !['purse', 'idle_rule', 'dead_casts'].includes(about);
    const called = (game) => titleOf(game.game.replace(/\.game$/, ''));
    const turning = (game) => get('turns') === game.game;
    const problems = said.games.flatMap((game) => game.verdicts.filter((one) => isOutside(one) && !one.evened_by_turns).slice(0, 1).map((one) => [game, one]));
    const turns = said.games.filter((game) => game.verdicts.some((one) => isOutside(one) && one.evened_by_turns) && !turning(game));
    const tone = problems.length ? 'unfair' : turns.length ? 'turns' : 'fine';
    const headline = problems.length ? 'Something to fix' : turns.length ? 'Fair if the starter rotates' : 'A fair evening';
    const lines = [...problems.map(([game, { sentence }]) => `${called(game)}: ${sentence}`), turns.length > 0 && `Rotate the starter in ${listed(turns.map(called))}.`].filter(Boolean);
    remember({ game: get('title', 'An evening of knucklebones'), headline, lines });
    const mend = ([game]) => (all.some(({ game: other }) => other === game.game) ? button(`Fix ${called(game)}`, () => { set('g', game.game); go('fair'); }) : null);
    return headlined(headline, lines.slice(0, 4), { tone, sign: SIGNS[tone] }, problems.length > 0 && el('div', { class: 'buttons' }, problems.slice(0, 3).map(mend)));
  }

  // The pages that the program would write, in a frame without scripts.
  const page = (name, title) => pages.ask({ key: 'pages', doing: 'Writing the page', work: async (ask) => {
    const words = ['report', NIGHT_FILE, '-o', 'night', '--handout'];
    const answered = await ask(words, night(), { screen: null });
    if (answered.code) throw new Error(plainly(answered));
    const html = answered.files[`night/${name}`];
    const frame = el('iframe', { title, sandbox: 'allow-same-origin allow-modals', onload: () => {
      const inside = frame.contentDocument;
      inside.addEventListener('click', follow);
      frame.style.height = `${Math.min(20000, inside.documentElement.scrollHeight + 20)}px`;
    } });
    // A link would load this page again, so it is followed within the frame, to an anchor or to another file.
    const follow = (event) => {
      const link = event.target.closest('a[href]');
      if (!link) return;
      event.preventDefault();
      const [file, there] = link.getAttribute('href').split('#');
      if (!file) {
        const aim = frame.contentDocument.getElementById(there);
        if (aim) scrollTo({ top: scrollY + frame.getBoundingClientRect().top + aim.getBoundingClientRect().top - 8 });
      } else if (answered.files[`night/${file}`]) frame.srcdoc = answered.files[`night/${file}`];
    };
    frame.srcdoc = html;
    return [el('p', { class: 'label' }, title), el('div', { class: 'buttons' }, button('Print', () => frame.contentWindow.print(), { class: 'main' }), saving('Save', name, () => html, 'text/html')), frame];
  } }, 0);

  function draw(quietly = false) {
    const chosen = played();
    const more = [...all.map((game) => [game.game, `${game.title}${isChosen(game) ? ' (slow)' : ''}`]), ...own.map(({ id, title }) => [`${OWN}.${id}`, `${title} (yours)`])];
    let next = more.find(([name]) => !chosen.some(([other]) => other === name))?.[0] ?? more[0][0];
    setup([
      { key: 'guests', title: 'Guests', shows: seated().map(({ name }) => name).join(', '), panel: () => guestsPanel(null, (redrawn) => { if (redrawn) draw(); tell(); }) },
      { key: 'games', title: 'Games', shows: chosen.map(([name, times]) => `${titleOf(name)}${times > 1 ? ` × ${times}` : ''}`).join(', ') || 'No game', panel: () => [
        el('p', { class: 'label' }, 'Games, and how often to play each'), chosen.map((game, index) => el('div', { class: 'guest' },
          stepper(`${titleOf(game[0])}, times`, number(game[1], 1, 1000, 1), 1, 1000, (times) => { game[1] = times; keepGames(chosen); tell(); }, titleOf(game[0])),
          button('×', () => { chosen.splice(index, 1); keepGames(chosen); draw(); tell(); }, { 'aria-label': `Remove ${titleOf(game[0])}` }))),
        el('div', { class: 'row' }, labelled('Another game', choice(more, next, (name) => { next = name; })), button('Add it', () => { chosen.push([next, '1']); keepGames(chosen); draw(); tell(); }))] },
      { key: 'time', title: 'Time', shows: /^\d+$/.test(get('minutes', '240')) ? `${get('minutes', '240')} minutes` : 'Time', panel: () => [
        labelled('Name of the evening', input(get('title', 'An evening of knucklebones'), (title) => { set('title', title.trim()); tell(); }, { maxlength: '100' })),
        el('div', { class: 'row' }, labelled('Minutes you have', input(get('minutes', '240'), (minutes) => { set('minutes', minutes.trim()); tell(); }, { inputmode: 'numeric', class: 'short' })),
          labelled('Seconds per throw', input(get('pace', '12'), (pace) => { set('pace', pace.trim()); tell(); }, { inputmode: 'numeric', class: 'short' })))] },
      bonesChip(go),
    ], controls, quietly);
  }

  draw();
  requestAnimationFrame(tell);
  return [controls, el('div', {}, answer.element, pages.element)];
}

// The typed value of a house rule, as TOML.
const ruleAsToml = (rule, text) => (rule.words || !/^(-?[\d.]+|true|false|\[.*\]|\{.*\}|".*")$/s.test(text) ? JSON.stringify(text) : text);
