// ---- Is our game fair? ----
import { answering, asked, bars, experts, headlined, heading, more, picture, sayReady, tables } from '../answers.js';
import { button, choice, el, input, labelled, redraw } from '../elements.js';
import { engine, plainly } from '../engine.js';
import { printed } from '../print.js';
import { get, isSet, set, step } from '../set.js';
import { bonesChip, calling, chosenGame, fewerPieces, gameChip, gameWords, games, guestsChip, inWords, isChosen, isTooLarge, names, playChip, ruleKey, rulesChip, setup, tableWords, unknownGame } from '../table.js';
import { amount, minutes, percent, valueOf, verdict } from '../words.js';

export async function fairDoor({ go, remember }) {
  const all = await games();
  const game = () => chosenGame(all, 'g', 'augustus');
  const screen = fairScreen({ game, go, remember, chips: (changed) => [gameChip(all, game(), 'g', () => changed(true))] });
  return screen.parts;
}

// The problems that a rule can fix.
const MENDED = { chances: 'the chances', coins: 'the money', length: 'the time' };

// The verdict on a game, from the catalogue or of the user's own, with possible fixes.
export function fairScreen({ game, go, remember, chips = () => [] }) {
  const element = el('div', { class: 'setup' });
  const answer = answering('The verdict');
  let opened = '';

  const changed = (redrawn = false) => {
    draw(!redrawn);
    ask();
  };
  const list = () => [...chips(changed), guestsChip(game(), changed), bonesChip(go), rulesChip(game(), changed), playChip(game(), changed)].filter(Boolean);
  const draw = (quietly = false) => setup(list(), element, quietly);

  function ask() {
    const now = game();
    if (now.unknown) { answer.show(unknownGame(now)); return; }
    // Removes the answer about another game.
    if (answer.body.dataset.game !== now.game + now.title) answer.body.replaceChildren();
    answer.body.dataset.game = now.game + now.title;
    opened = answer.body.querySelector('details[open] > summary')?.textContent ?? '';
    if (isTooLarge(now)) {
      answer.show(el('div', { class: 'ask' }, el('p', {}, `${now.title} with all its pieces is too large for a phone. The program on a computer can solve it. This page can solve it with two pieces each.`), fewerPieces(now, () => changed(true))));
      return;
    }
    const { words, files } = tableWords(now, { withPurse: true });
    const slow = isChosen(now) && now.isLarge !== false && 'In this game players choose, so best play has to be found first. That can take minutes on a phone.';
    answer.ask({ key: `fair ${now.game}`, slow, doing: `Working out ${now.title}`, work: async (engineAsk, isLatest) => {
      const answered = await asked(engineAsk, ['balance', ...words], files);
      if (!isLatest()) return null;
      sayReady();
      return shown(now, answered);
    } });
  }

  function shown(now, answered) {
    const { said } = answered;
    const rotates = get('turns') === now.game;
    const found = verdict(said, { name: calling(now), rotates });
    remember({ game: now.title, headline: found.headline, lines: found.lines });
    const called = names(now);
    return [
      headlined(found.headline, found.lines, found),
      shares(now, said),
      mends(now, said, found),
      more(now.coins ? 'How long it takes, and what is in the pot' : 'How long it takes', () => lengthAndPot(now, said), { open: opened.startsWith('How long') }),
      more('More figures', () => [picture(answered, called), tables(answered.sheets, called), sideNotes(said)], { open: opened === 'More figures' }),
      now.rules.length > 0 && more('Try out a rule', () => tuner(now), { open: opened === 'Try out a rule' }),
      el('div', { class: 'buttons' }, button('The rules card', (event) => card(now, event.currentTarget.parentNode)), button('Print this', () => printed(answer.body))),
      experts([answered]),
    ];
  }

  // A bar per guest: how often they win, compared to an even share.
  function shares(now, said) {
    const parts = said.seats.map(({ win_share: share }) => valueOf(share));
    if (parts.includes(null) || (parts.length === 1 && parts[0] === 1)) return null;
    const name = calling(now);
    const title = parts.length > 1 ? 'How often each player wins' : 'How often you win';
    return el('div', { class: 'shares' }, el('p', { class: 'label' }, title),
      bars(parts.map((part, index) => {
        const net = valueOf(said.seats[index].net);
        const coins = net !== null && net !== undefined && said.verdicts.some(({ about }) => about === 'coins') ? `, ${Math.abs(net) < 0.05 ? 'no' : amount(net, true)} coins a game` : '';
        return { name: name(index + 1), part, text: `${percent(part)}${coins}` };
      }), { even: parts.length > 1 ? 1 / parts.length : null, whole: parts.length === 1, label: title }));
  }

  // Possible fixes, found by trying every rule. A tap applies one.
  function mends(now, said, found) {
    const rulesChanged = now.rules.filter(({ rule }) => isSet(ruleKey(now, rule)));
    const isTurning = get('turns') === now.game;
    const back = (rulesChanged.length > 0 || isTurning) && button('Back to the usual rules', () => {
      step(() => { for (const { rule } of rulesChanged) set(ruleKey(now, rule), ''); if (isTurning) set('turns', ''); });
      changed(true);
    });
    if (!found.isProblem && found.tone !== 'turns') return back && el('div', { class: 'buttons' }, back);
    const box = answering('What would fix it');
    const { words, files } = tableWords(now, { withPurse: true });
    const turns = said.verdicts.some((one) => one.ruling === 'outside' && one.evened_by_turns);
    const rotate = () => button('Let the starter rotate', () => { step(() => set('turns', now.game)); changed(true); }, { class: 'mend' });
    requestAnimationFrame(() => box.ask({ key: `mend ${now.game}`, doing: 'Trying every rule', work: async (engineAsk) => {
      const { said: tried } = await asked(engineAsk, ['balance', ...words, '--mend'], files, { screen: null });
      const rules = tried.mends.filter(({ how }) => how === 'rule');
      const problems = new Set(said.verdicts.filter(({ ruling, about }) => ruling === 'outside' && MENDED[about]).map(({ about }) => about));
      const mended = (about) => (problems.size > 1 && MENDED[about] ? ` (fixes ${MENDED[about]})` : '');
      const offered = [turns && !isTurning && rotate(), ...rules.map(({ about, rule, value, sentence }) => button(sentence.replace(/\.$/, '') + mended(about), () => { step(() => set(ruleKey(now, rule), value)); changed(true); }, { class: 'mend' }))].filter(Boolean).slice(0, 3);
      return [el('p', { class: 'label' }, offered.length ? 'What would fix it' : 'No single rule that was tried fixes it.'), el('div', { class: 'buttons' }, offered, back)];
    } }, 0));
    return box.element;
  }

  function lengthAndPot(now, said) {
    const at = (share) => said.minutes?.quantiles.find(({ q }) => q === share)?.minutes;
    const casts = valueOf(said.length?.mean);
    const time = typeof at(0.5) === 'number' ? el('p', {}, `A game takes ${minutes(valueOf(said.minutes.mean) ?? at(0.5), Math.round)} on average, or ${amount(casts)} throws of 12 seconds; a short game takes ${minutes(at(0.05))}, a long one ${minutes(at(0.95))}.`) : el('p', {}, 'How long a game takes is not known.');
    if (!now.coins) return [time];
    const pot = answering('The pot');
    const { words, files } = tableWords(now);
    requestAnimationFrame(() => pot.ask({ key: `pot ${now.game}`, doing: 'Counting the pot', work: async (engineAsk) => {
      const answer = await asked(engineAsk, ['pot', ...words, '--games', '0'], files);
      const mean = valueOf(answer.said.pot?.mean);
      const most = answer.said.pot?.quantiles?.find(({ q }) => q === 0.95);
      const sum = typeof mean === 'number' ? `The pot holds ${amount(mean)} coins on average${most ? `; in 1 game in 20 it holds more than ${amount(valueOf(most) ?? most.coins)}` : ''}.` : null;
      return [sum && el('p', {}, sum), picture(answer, names(now)), tables(answer.sheets, names(now))];
    } }, 0));
    return [time, pot.element];
  }

  const sideNotes = (said) => {
    const others = said.verdicts.filter(({ about }) => ['purse', 'ruin', 'idle_rule', 'dead_casts'].includes(about));
    return others.length > 0 && el('ul', { class: 'notes' }, others.map(({ sentence }) => el('li', {}, sentence)));
  };

  // The values of one rule, and which of them meet a target.
  function tuner(now) {
    const varied = now.rules.filter((rule) => rule.least !== undefined || rule.words || typeof rule.default !== 'object' && /^[\d/.]+$|^true$|^false$/.test(String(rule.default)) || rule.takes?.startsWith('an amount'));
    if (!varied.length) return el('p', {}, 'This game has no rule with a range of values.');
    const box = answering('Values of a rule');
    const wants = [['gap<=1%', 'everybody wins equally often'], ...(now.coins ? [['risk<=2%', 'nobody gains or loses coins']] : []), ['length:p95<=60min', 'nearly every game ends within an hour'], ['win:seat1=0.5', 'the starter wins half of the games']];
    const rule = () => (varied.some(({ rule: key }) => key === get('vary')) ? get('vary') : varied[0].rule);
    const want = () => get('want', wants[0][0]);
    const run = () => {
      const { words, files } = tableWords(now);
      const others = words.filter((word, index) => !(word === '--rule' && words[index + 1]?.startsWith(`${rule()}=`)) && !(words[index - 1] === '--rule' && word.startsWith(`${rule()}=`)));
      const values = get('values').trim();
      box.ask({ key: `tune ${now.game}`, doing: 'Trying the values', work: async (engineAsk) => {
        const answer = await asked(engineAsk, ['tune', ...others, '--vary', values ? `${rule()}=${values}` : rule(), '--want', want()], files);
        return [heading(answer), picture(answer, names(now)), tables(answer.sheets, names(now)), experts([answer])];
      } });
    };
    requestAnimationFrame(run);
    return [el('div', { class: 'row' }, labelled('Rule', choice(varied.map(({ rule: key }) => [key, inWords(key)]), rule(), (key) => { set('vary', key); run(); })),
      labelled('Values', input(get('values'), (values) => { set('values', values); run(); }, { maxlength: '200', placeholder: 'all sensible values, or 1..10' })),
      labelled('So that', choice(wants, want(), (one) => { set('want', one); run(); }))), box.element];
  }

  async function card(now, element) {
    const { words, files } = gameWords(now);
    const many = tableWords(now, { play: false }).words.filter((word, at, list) => word === '--rule' || list[at - 1] === '--rule');
    const answer = await engine.ask(['rules', ...words, ...many, '--card', '--format', 'html'], files);
    const frame = el('iframe', { title: `The rules of ${now.title}`, sandbox: 'allow-same-origin allow-modals' });
    if (answer.code) { redraw(element, el('p', { class: 'error' }, plainly(answer))); return; }
    frame.srcdoc = answer.out;
    element.after(el('div', {}, button('Print the card', () => frame.contentWindow.print(), { class: 'main' }), frame));
  }

  draw();
  requestAnimationFrame(ask);
  return { parts: [element, answer.element], again: () => changed(true) };
}
