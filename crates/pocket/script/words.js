// ---- Numbers and verdicts in the words of a table of friends ----

const MINUS = '\u2212';

export const valueOf = (figure) => (typeof figure === 'number' ? figure : figure?.value ?? (figure && 'low' in figure ? (figure.low + figure.high) / 2 : null));

// Whole percents, or one decimal below ten.
export function percent(chance) {
  const value = 100 * chance;
  if (value > 0 && value < 0.1) return 'less than 0.1%';
  if (value < 100 && value > 99.9) return 'over 99.9%';
  const places = (value < 9.95 && value > 0) || (value > 99 && value < 100) ? 1 : 0;
  return `${trimmed(value.toFixed(places))}%`;
}

const trimmed = (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

export const whole = (value) => Math.round(value).toLocaleString('en');

// How seldom something is: "1 in 27".
export function oneIn(chance) {
  if (!(chance > 0)) return 'never';
  const rounds = 1 / chance;
  if (rounds <= 1.0005) return 'always';
  return `1 in ${rounds < 9.95 ? trimmed(rounds.toFixed(1)) : rounds < 1e9 ? whole(rounds) : 'more than a billion'}`;
}

// The same with what is known of it: "1 in 14 to 1 in 116".
export const oneInBetween = ({ low, high }) => (oneIn(high) === oneIn(low) ? oneIn(high) : `${oneIn(high)} to ${oneIn(low)}`);

// A number of coins, pebbles or casts.
export function amount(value, signed = false) {
  const size = Math.abs(value);
  const text = size < 9.95 ? trimmed(size.toFixed(1)) : whole(size);
  const sign = value < 0 && text !== '0' ? MINUS : signed && text !== '0' ? '+' : '';
  return sign + text;
}

export const counted = (number, one, many = `${one}s`) => `${typeof number === 'number' ? whole(number) : number} ${number === 1 ? one : many}`;

// A time in minutes, rounded up.
export function minutes(value) {
  if (value < 1) return 'a minute';
  if (value < 90) return counted(Math.ceil(value), 'minute');
  const hours = value / 60;
  return hours < 48 ? `${trimmed(hours.toFixed(1))} hours` : counted(Math.round(hours / 24), 'day');
}

export function seconds(value) {
  if (value < 90) return `about ${counted(Math.max(1, Math.round(value)), 'second')}`;
  if (value < 5400) return `about ${counted(Math.round(value / 60), 'minute')}`;
  return `about ${counted(Math.round(value / 3600), 'hour')}`;
}

export const listed = (words, and = 'and') => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// ---- What a host should know of a game ----

const SIGNS = { fine: '✓', turns: '↻', unfair: '✗', long: '!', unsure: '?' };

// What the verdicts of `balance` come to: a tone, a sign, a headline, and a line for each thing worth knowing.
export function verdict(answer, { name, rotates = false }) {
  const of = (about) => answer.verdicts.find((one) => one.about === about);
  const is = (one, ruling) => one?.ruling === ruling;
  const [end, chances, coins, length, nobody, success] = ['end', 'chances', 'coins', 'length', 'nobody', 'success'].map(of);
  const unequal = [chances, coins].filter((one) => is(one, 'outside'));
  const evened = unequal.length > 0 && unequal.every((one) => one.evened_by_turns);
  const unsure = answer.verdicts.filter(({ ruling }) => ruling === 'undecided');
  const lines = [chances && chancesLine(answer, chances, name), coins && coinsLine(answer, coins, name), nobody && `Nobody wins: ${percent(valueOf(nobody.figure))} of games.`,
    success && `You win ${percent(valueOf(success.figure))} of games: ${oneIn(valueOf(success.figure))}.`, length && lengthLine(answer, length)].filter(Boolean);
  const say = (tone, headline) => ({ tone, sign: SIGNS[tone], headline, lines, isProblem: ['unfair', 'long'].includes(tone) });
  if (end && end.ruling !== 'inside') return say('unfair', valueOf(end.figure) >= 1 ? 'It never ends' : `${percent(valueOf(end.figure))} of games never end`);
  if (evened && rotates) return say(is(length, 'outside') ? 'long' : 'fine', is(length, 'outside') ? 'Fair as you take turns at starting, but too long' : 'Fair, as you take turns at starting');
  if (unequal.length && evened) return say('turns', 'Unfair once; fair if the starter rotates');
  if (unequal.length) return say('unfair', is(length, 'outside') ? 'Unfair, and too long' : 'Unfair');
  if (is(length, 'outside')) return say('long', 'Too long');
  if (unsure.length) return say('unsure', 'Too close to call');
  return say('fine', answer.seats?.length === 1 ? 'Over in time' : 'Fair');
}

function chancesLine(answer, one, name) {
  const shares = answer.seats.map(({ win_share: share }) => valueOf(share));
  if (shares.includes(null)) return `Chances: ${one.sentence}`;
  const [most, least] = [Math.max(...shares), Math.min(...shares)];
  const [best, worst] = [shares.indexOf(most) + 1, shares.lastIndexOf(least) + 1];
  const gap = percent(most - least);
  if (most === least) return 'Chances: fair, the same for everybody.';
  if (one.ruling === 'inside') return `Chances: fair. ${capital(name(best))} wins only ${gap === percent(0) ? 'a trace' : gap} more often than ${name(worst)}.`;
  if (one.ruling === 'undecided') return `Chances: too close to call. ${capital(name(best))} wins ${percent(most)} of games, ${name(worst)} ${percent(least)}.`;
  return `Chances: unfair. ${capital(name(best))} wins ${percent(most)} of games, ${name(worst)} ${percent(least)}.`;
}

function coinsLine(answer, one, name) {
  const part = valueOf(one.figure);
  if (part === null) return `Money: ${one.sentence}`;
  const inHundred = amount(Math.abs(100 * part));
  const does = `${name(one.seat ?? 1, true)} ${part < 0 ? 'loses' : 'earns'} ${inHundred === '0' ? 'less than 0.1' : inHundred} coins in 100`;
  if (Math.abs(part) < 1e-9) return 'Money: fair. Nobody gains in the long run.';
  return one.ruling === 'inside' ? `Money: fair. ${capital(does)}, hardly worth noticing.` : one.ruling === 'undecided' ? `Money: too close to call. ${capital(does)}.` : `Money: ${does}.`;
}

function lengthLine(answer, one) {
  const at = (share) => answer.minutes?.quantiles.find(({ q }) => q === share)?.minutes;
  const [half, nearly] = [at(0.5), at(0.95)];
  const limit = one.bound === null || one.bound === undefined ? '' : ` You have ${minutes(one.bound)}.`;
  if (typeof half !== 'number' || typeof nearly !== 'number') return `Time: ${one.sentence}`;
  return `Time: half of the games end within ${minutes(half)}, nearly all within ${minutes(nearly)}.${one.ruling === 'inside' ? '' : limit}`;
}
