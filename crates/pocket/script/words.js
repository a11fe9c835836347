// ---- Numbers and verdicts in everyday words ----

const MINUS = '\u2212';

export const valueOf = (figure) => (typeof figure === 'number' ? figure : figure?.value ?? (figure && 'low' in figure ? (figure.low + figure.high) / 2 : null));

// Whole percent, or one decimal below 10% and above 99%.
export function percent(chance) {
  const value = 100 * chance;
  if (value > 0 && value < 0.1) return 'less than 0.1%';
  if (value < 100 && value > 99.9) return 'over 99.9%';
  const digits = (value < 9.95 && value > 0) || (value > 99 && value < 100) ? 1 : 0;
  return `${trimmed(value.toFixed(digits))}%`;
}

const trimmed = (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

export const whole = (value) => Math.round(value).toLocaleString('en');

// A probability as "1 in 27".
export function oneIn(chance) {
  if (!(chance > 0)) return 'never';
  const rounds = 1 / chance;
  if (rounds <= 1.0005) return 'always';
  return `1 in ${rounds < 9.95 ? trimmed(rounds.toFixed(1)) : rounds < 1e9 ? whole(rounds) : 'more than a billion'}`;
}

// An interval of probabilities: "1 in 14 to 1 in 116".
export const oneInBetween = ({ low, high }) => (oneIn(high) === oneIn(low) ? oneIn(high) : `${oneIn(high)} to ${oneIn(low)}`);

// A number of coins, pebbles or casts.
export function amount(value, signed = false) {
  const size = Math.abs(value);
  const text = size < 9.95 ? trimmed(size.toFixed(1)) : whole(size);
  const sign = value < 0 && text !== '0' ? MINUS : signed && text !== '0' ? '+' : '';
  return sign + text;
}

export const counted = (number, one, many = `${one}s`) => `${typeof number === 'number' ? whole(number) : number} ${number === 1 ? one : many}`;

// A time in minutes, rounded up by default.
export function minutes(value, round = Math.ceil) {
  if (value < 90) return counted(Math.max(1, round(value)), 'minute');
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

// ---- The verdict on a game ----

export const SIGNS = { fine: '✓', turns: '↻', unfair: '✗', long: '!', unsure: '?' };

// Sums up the verdicts of `balance`: a tone, a sign, a headline, and explanatory lines.
export function verdict(answer, { name, rotates = false }) {
  const of = (about) => answer.verdicts.find((one) => one.about === about);
  const is = (one, ruling) => one?.ruling === ruling;
  const [end, chances, coins, length, nobody, success, ruin] = ['end', 'chances', 'coins', 'length', 'nobody', 'success', 'ruin'].map(of);
  const unequal = [chances, coins].filter((one) => is(one, 'outside'));
  const evened = unequal.length > 0 && unequal.every((one) => one.evened_by_turns);
  const isUnsure = answer.verdicts.some(({ ruling }) => ruling === 'undecided');
  const turns = evened && rotates;
  const lines = [end && end.ruling !== 'inside' && end.sentence,
    turns ? 'Chances and money: equal for everyone once each of you has started equally often.' : chances && chancesLine(answer, chances, name), !turns && coins && coinsLine(coins, name),
    nobody && `${percent(valueOf(nobody.figure))} of games have no winner.`, is(ruin, 'outside') && ruin.sentence,
    success && `That is ${oneIn(valueOf(success.figure))}.`, length && lengthLine(answer, length)].filter(Boolean);
  const say = (tone, headline) => ({ tone, sign: SIGNS[tone], headline, lines, isProblem: ['unfair', 'long'].includes(tone) });
  const isLong = is(length, 'outside');
  if (end && end.ruling !== 'inside') return say('unfair', valueOf(end.figure) >= 1 ? 'It never ends' : `${percent(valueOf(end.figure))} of games never end`);
  if (turns) return say(isLong ? 'long' : 'fine', isLong ? 'Fair, as the starter rotates, but too long' : 'Fair, as the starter rotates');
  if (unequal.length && evened) return say(isLong ? 'long' : 'turns', isLong ? 'Too long; fair if the starter rotates' : 'Fair if the starter rotates');
  if (unequal.length) return say('unfair', isLong ? 'Unfair, and too long' : 'Unfair');
  if (isLong) return say('long', 'Too long');
  if (success) return say('fine', `You win ${percent(valueOf(success.figure))} of games`);
  if (isUnsure) return say('unsure', 'Not sure yet');
  return say('fine', answer.seats?.length === 1 ? 'Ends in time' : 'Fair');
}

function chancesLine(answer, one, name) {
  const shares = answer.seats.map(({ win_share: share }) => valueOf(share));
  if (shares.includes(null)) return `Chances: ${one.sentence}`;
  const [most, least] = [Math.max(...shares), Math.min(...shares)];
  const [best, worst] = [shares.indexOf(most) + 1, shares.lastIndexOf(least) + 1];
  const both = `${capital(name(best))} wins ${percent(most)} of games, ${name(worst)} ${percent(least)}.`;
  if (most === least) return 'Chances: fair, equal for everyone.';
  if (one.ruling === 'undecided') return `Chances: not sure yet. In the simulated games, ${name(best)} won ${percent(most)} and ${name(worst)} ${percent(least)}.`;
  if (one.ruling === 'outside') return `Chances: unfair. ${both}`;
  return `Chances: fair. ${most - least < 0.001 ? 'Nobody wins noticeably more often.' : both}`;
}

function coinsLine(one, name) {
  const part = valueOf(one.figure);
  if (part === null) return `Money: ${one.sentence}`;
  if (Math.abs(part) < 1e-9) return 'Money: fair. Nobody gains in the long run.';
  const [size, bound] = [100 * Math.abs(part), 100 * (one.bound ?? 0)];
  const inHundred = size < 0.05 ? 'less than 0.1' : Math.abs(size - bound) < 0.1 ? `just ${size > bound ? 'over' : 'under'} ${amount(bound)}` : amount(size);
  const does = `${name(one.seat ?? 1, true)} ${part < 0 ? 'loses' : 'earns'} ${inHundred} coins for every 100 paid in`;
  return one.ruling === 'inside' ? `Money: fair. ${capital(does)}.` : one.ruling === 'undecided' ? `Money: not sure yet. ${capital(does)}.` : `Money: ${does}.`;
}

function lengthLine(answer, one) {
  const at = (share) => answer.minutes?.quantiles.find(({ q }) => q === share)?.minutes;
  const [half, nearly] = [at(0.5), at(0.95)];
  if (typeof half !== 'number' || typeof nearly !== 'number') return `Time: ${one.sentence}`;
  const takes = minutes(half) === minutes(nearly) ? `a game takes about ${minutes(half)}` : `half of the games end within ${minutes(half)}, nearly all within ${minutes(nearly)}`;
  return `Time: ${takes}.${one.ruling === 'outside' ? ` You have ${minutes(one.bound)}.` : ''}`;
}
