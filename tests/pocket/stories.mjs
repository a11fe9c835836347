// Tests of the pocket edition as people use it, in Chromium.
//
//   node tests/pocket/stories.mjs STORY PAGE.html FOLDER
//
// PLAYWRIGHT is the folder of the package playwright-core, CHROMIUM the browser, AXE the file of axe-core. A failing story
// prints the reason and exits with code 1.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [story, page, folder] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(path.resolve(process.env.PLAYWRIGHT));
const address = pathToFileURL(path.resolve(page)).href;
// The screens: title, and label of the first answer.
const DOORS = {
  fair: ['Is our game fair?', 'The verdict'],
  best: ['What should I do?', 'What to do'],
  bones: ['Count my bones', 'What the bones do'],
  tonight: ['Tonight', 'The evening'],
  own: ['A game of my own', 'The verdict'],
  cast: ['Odds of a throw', 'The odds of this throw'],
};
const PHONE = { width: 380, height: 800 };
const TABLET = { width: 820, height: 1100 };
const DESK = { width: 1280, height: 900 };
// The longest wait for anything, in milliseconds. It is long, so that stories do not fail on a busy machine.
const PATIENCE = Number(process.env.PATIENCE ?? 180000);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});

// The page opened last, printed if a story fails.
let last = null;

// Opens a page. `finish` checks that it fetched nothing and, if `quiet`, that the browser reported nothing. Messages to the
// engine are delayed by `slow` milliseconds.
async function opened(hash = '', { from = address, viewport = PHONE, colorScheme = 'light', offline = true, quiet = true, slow = 0 } = {}) {
  const context = await browser.newContext({ viewport, colorScheme, offline, acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE);
  const tab = await context.newPage();
  last = tab;
  tab.asked = [];
  tab.complaints = [];
  tab.on('request', (request) => { if (!/^(file|blob|data|about):/.test(request.url())) tab.asked.push(request.url()); });
  tab.on('console', (message) => { if (['error', 'warning'].includes(message.type())) tab.complaints.push(message.text()); });
  tab.on('pageerror', (error) => tab.complaints.push(error.stack));
  tab.on('dialog', (dialog) => { tab.complaints.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
  await tab.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => { for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifts.push(shift.value); }).observe({ type: 'layout-shift', buffered: true });
  });
  if (slow) await tab.addInitScript((late) => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function later(...what) { setTimeout(() => postMessage.apply(this, what), late); };
  }, slow);
  await tab.goto(from + hash);
  tab.finish = async () => {
    assert.deepEqual(tab.asked, [], 'the page fetched something');
    if (quiet) assert.deepEqual(tab.complaints, [], 'the browser reported problems');
    await context.close();
  };
  return tab;
}

const answered = (tab, label) => tab.locator(`section.answer[aria-label="${label}"]`);

// The text of an answer, once it contains these words and all work is done. Starts the work if the page asks first, as it may
// on a busy machine.
async function answer(tab, label, words) {
  const element = answered(tab, label).filter({ hasText: words }).first();
  const start = answered(tab, label).getByRole('button', { name: 'Work it out' }).first();
  for (;;) {
    await element.or(start).first().waitFor();
    if (await element.isVisible()) break;
    await start.click({ timeout: 1000 }).catch(() => {});
  }
  await settled(tab);
  return element.innerText();
}

// Waits until no work has been running for a while, since one answer can lead to the next question.
const settled = async (tab) => {
  // Work just requested may not have started, so quiet before now does not count.
  await tab.evaluate(() => { window.quietSince = null; });
  await tab.waitForFunction(() => {
    const isQuiet = !document.querySelector('[aria-busy]') && engine.queue.length === 0;
    window.quietSince = isQuiet ? (window.quietSince ?? performance.now()) : null;
    return isQuiet && performance.now() - window.quietSince > 500;
  }, null, { polling: 100 });
};

// Checks that nothing has jumped since the page was opened.
async function stands(tab, about) {
  const shifted = await tab.evaluate(() => window.shifts.reduce((all, one) => all + one, 0));
  assert.ok(shifted < 0.05, `${about}: the page jumps by ${shifted}`);
}

const press = (tab, name, exact = true) => tab.getByRole('button', { name, exact }).first().click();

// Opens a screen from any other.
async function visit(tab, at) {
  if (await tab.locator('body').getAttribute('data-at') !== 'home') await tab.getByRole('link', { name: '‹ Home' }).click();
  await tab.locator(`main a[data-at="${at}"]`).click();
  await tab.getByRole('heading', { level: 1, name: DOORS[at][0] }).waitFor();
}

// Opens the panel of a chip. On a wide screen it is already open.
async function open(tab, title) {
  await tab.locator('main .chips').first().waitFor({ state: 'attached' });
  const chip = tab.getByRole('button', { name: `${title}: ` }).first();
  if (await chip.isVisible() && await chip.getAttribute('aria-expanded') !== 'true') await chip.click();
}

// A position as written in an address.
const packedOnce = (text) => text.replace(/[%_:,|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

// Opens a section. Its contents appear a moment after the tap.
const more = async (tab, title) => {
  const summary = tab.locator('summary', { hasText: title }).first();
  await summary.click();
  await summary.locator('xpath=..').locator('.inside > *').first().waitFor({ state: 'attached' });
};

// The distance from the top of the page to the bottom of an element, in pixels.
const bottom = (locator) => locator.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);

const stories = {
  // A host opens the page, checks whether Augustus's game is fair for three guests, and fixes it.
  async host() {
    const tab = await opened();
    await tab.getByRole('heading', { level: 1, name: 'Odds for games with knucklebones' }).waitFor();
    await tab.getByText('Venus, four different sides: 1 throw in 26').waitFor();
    for (const title of ['Is our game fair?', 'What should I do?', 'Count my bones']) assert.ok(await bottom(tab.getByRole('link', { name: title })) < 800, title);
    await visit(tab, 'fair');
    await answer(tab, 'The verdict', 'Fair if the starter rotates');
    // The verdict and the bars below it are visible without scrolling.
    assert.ok(await bottom(tab.locator('.shares')) < 800, `the first answer ends at ${await bottom(tab.locator('.shares'))}`);
    await open(tab, 'Guests');
    for (const [index, name] of ['Livia', 'Marcus', 'Brutus'].entries()) {
      const field = tab.getByLabel(`Name of guest ${index + 1}`);
      if (!(await field.count())) await press(tab, 'Add a guest');
      await field.fill(name);
    }
    const printed = await answer(tab, 'The verdict', 'Brutus');
    assert.match(printed, /Livia/);
    assert.match(printed, /Money: Brutus earns/);
    await press(tab, 'Let the starter rotate');
    await answer(tab, 'The verdict', 'Fair, as the starter rotates');
    await tab.goBack();
    await answer(tab, 'The verdict', 'Fair if the starter rotates');
    // The evening has the same names.
    await visit(tab, 'tonight');
    await answer(tab, 'The evening', 'The evening');
    await tab.frameLocator('iframe').getByText('Brutus').first().waitFor();
    // A code passes them on to another phone.
    await more(tab, 'Share');
    const code = await tab.getByLabel('A code to paste into this page on another device').inputValue();
    const other = await opened();
    await more(other, 'Share');
    await other.getByLabel('Open a code or a link').fill(code);
    await press(other, 'Open it');
    await other.frameLocator('iframe').getByText('Brutus').first().waitFor();
    await other.finish();
    await tab.finish();
  },

  // The page finds a rule that fixes a verdict, and one tap sets it.
  async mended() {
    const tab = await opened('#at=fair&g=hounds-and-vultures');
    const before = await answer(tab, 'The verdict', /Unfair|Too long/);
    await answer(tab, 'What would fix it', 'What would fix it');
    await answered(tab, 'What would fix it').locator('.mend').first().waitFor();
    const offered = await answered(tab, 'What would fix it').locator('.mend').allInnerTexts();
    assert.ok(offered.length >= 1 && offered.length <= 3, `${offered}`);
    await answered(tab, 'What would fix it').locator('.mend').last().click();
    await settled(tab);
    const after = await answered(tab, 'The verdict').locator('.verdict').innerText();
    assert.notEqual(after, before);
    assert.doesNotMatch(after, /^✗/);
    await press(tab, 'Back to the usual rules');
    await answer(tab, 'The verdict', /Unfair|Too long/);
    await tab.finish();
  },

  // Thirty pupils have each thrown a talus forty times, and the teacher pastes their tallies.
  async class() {
    const tab = await opened('#at=bones', { viewport: DESK });
    await tab.getByLabel('A class’s tallies').check();
    const table = fs.readFileSync('examples/class.csv', 'utf8');
    await tab.getByLabel('A table, or the codes', { exact: false }).fill(table);
    await press(tab, 'Use these');
    const rows = table.trim().split('\n').slice(1).map((line) => line.split(',').slice(-4).map(Number));
    const all = rows.flat().reduce((sum, count) => sum + count, 0).toLocaleString('en');
    await tab.getByText(`${all} throws:`).first().waitFor();
    const printed = await answer(tab, 'What the bones do', 'Venus');
    assert.match(printed, /1 in 2\d to 1 in \d\d/);
    await more(tab, 'Type them');
    assert.equal(await tab.locator('.grid tbody tr').count(), rows.length);
    // One pupil has miscounted, and another types invalid counts.
    await tab.getByLabel('Pupil 1, 6', { exact: true }).fill(String(rows[0][3] + 5));
    await tab.getByText(`${(rows.flat().reduce((sum, count) => sum + count, 0) + 5).toLocaleString('en')} throws:`).first().waitFor();
    for (const wrong of ['abc', '1.5', '-3']) {
      await tab.getByLabel('Pupil 2, 3', { exact: true }).fill(wrong);
      await tab.getByText(`Pupil 2, 3 (“${wrong}”)`).waitFor();
      assert.equal(await tab.getByLabel('Pupil 2, 3', { exact: true }).getAttribute('aria-invalid'), 'true');
    }
    await tab.getByLabel('Pupil 2, 3', { exact: true }).fill(String(rows[1][1]));
    // Codes from pupils' phones, and tables with and without a heading.
    for (const [pasted, together] of [['13-41-36-10\nLivia: 1-2-3-4', '14 × 1, 43 × 3, 39 × 4, 14 × 6'], ['1,3,4,6\n2,3,4,5\n', '2 × 1, 3 × 3, 4 × 4, 5 × 6'], ['A 1 2 3 4 10\nB 2 2 2 2 8', '3 × 1, 4 × 3, 5 × 4, 6 × 6'],
      ['name;1;3;4;6;total\nA;1;2;3;4;10\nB;1,5;2;3;4;10\n', '1 × 1, 2 × 3, 3 × 4, 4 × 6']]) {
      await tab.getByLabel('A table, or the codes', { exact: false }).fill(pasted);
      await press(tab, 'Use these');
      await tab.getByText(together).first().waitFor();
    }
    await tab.getByText('Left out: line 3').waitFor();
    await press(tab, 'Undo this');
    await tab.getByText('3 × 1, 4 × 3, 5 × 4, 6 × 6').first().waitFor();
    await visit(tab, 'cast');
    await answer(tab, 'The odds of this throw', 'Venus: 1 in');
    await press(tab, 'Four bones, clear');
    for (const face of ['4', '4', '6', '3']) await press(tab, `Four bones, add ${face}`, false);
    assert.match(await answer(tab, 'The odds of this throw', 'Senio'), /beat it/);
    await press(tab, 'Canis');
    await answer(tab, 'The odds of this event', 'canis');
    await tab.finish();
  },

  // A player counts throws: the intervals narrow, and undo works after a reload.
  async counter() {
    const tab = await opened('#at=bones');
    const thrown = '1334436433441334463341334463343413'.split('');
    for (const face of thrown) await press(tab, `It shows the ${face}`, false);
    await tab.getByText(`${thrown.length} throws:`).waitFor();
    await press(tab, 'Undo');
    const many = (face) => thrown.slice(0, -1).filter((other) => other === face).length;
    await tab.getByText(`${many('1')} × 1, ${many('3')} × 3, ${many('4')} × 4, ${many('6')} × 6`).waitFor();
    const printed = await answer(tab, 'What the bones do', 'Rarest throw of four so far');
    assert.match(printed, /1 in \d+ to 1 in \d+/);
    assert.match(printed, /Throw 100 more to be surer/);
    await tab.reload();
    await tab.getByText(`${thrown.length - 1} throws:`).waitFor();
    await press(tab, 'Undo');
    await tab.getByText(`${thrown.length - 2} throws:`).waitFor();
    // Many quick taps are all counted.
    await tab.evaluate(() => { for (let taps = 0; taps < 50; taps += 1) document.querySelector('[aria-label^="It shows the 3"]').click(); });
    await tab.getByText(`${thrown.length + 48} throws:`).waitFor();
    await answer(tab, 'What the bones do', 'Venus');
    await open(tab, 'Whose bones');
    await tab.getByLabel('Whose bones are they?').fill('Livia’s goat bones');
    await visit(tab, 'fair');
    await answer(tab, 'The verdict', 'Chances');
    await tab.getByRole('button', { name: 'Bones: Livia’s goat bones' }).waitFor();
    // The result card, and a copy of the page that includes the bones.
    await more(tab, 'Share');
    await press(tab, 'A result card');
    assert.match(await tab.locator('canvas').getAttribute('aria-label'), /Livia’s goat bones.*Venus/);
    const [download] = await Promise.all([tab.waitForEvent('download'), press(tab, 'Save a copy of this page with all settings')]);
    const copy = path.join(folder, 'copy.html');
    await download.saveAs(copy);
    assert.ok(fs.statSync(copy).size < 6e6);
    const other = await opened('', { from: pathToFileURL(copy).href });
    await other.getByText('Livia’s goat bones').first().waitFor();
    await other.finish();
    await tab.finish();
  },

  // At the tavern, the opponent bids two sixes: challenge or raise?
  async tavern() {
    const tab = await opened('#at=best');
    await answer(tab, 'What to do', 'Your hand');
    await press(tab, 'Your hand, add 6', false);
    // A tap is not lost if the previous answer arrives while the finger is down.
    await tab.evaluate(() => {
      window.touched = document.querySelector('[aria-label^="Your hand, add 3"]');
      window.touched.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    });
    await tab.waitForTimeout(700);
    assert.ok(await tab.evaluate(() => {
      const isThere = window.touched.isConnected;
      window.touched.click();
      window.touched.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
      return isThere;
    }));
    await answer(tab, 'What to do', /you win \d+%/);
    await tab.getByLabel('The next bid').selectOption('2x6');
    const printed = await answer(tab, 'What to do', 'Challenge');
    assert.match(printed, /Raise to \d+ × 6/);
    // Only higher bids can be chosen.
    const bids = await tab.getByLabel('The next bid').locator('option').evaluateAll((options) => options.map(({ value }) => value).filter(Boolean));
    assert.ok(!bids.includes('1x1') && !bids.includes('2x6'), `${bids}`);
    await press(tab, 'Take back a bid');
    await answer(tab, 'What to do', 'No bids yet');
    // An empty hand is not an error.
    await press(tab, 'Your hand, clear');
    await settled(tab);
    assert.equal(await tab.locator('.error:visible').count(), 0);
    // Coin tali: which bones to throw again.
    await open(tab, 'Game');
    await tab.getByRole('combobox', { name: 'Game', exact: true }).selectOption('coin-tali');
    await answer(tab, 'What to do', 'What the bones show');
    for (const face of ['4', '3', '3', '1']) await press(tab, `What the bones show, add ${face}`, false);
    assert.match(await answer(tab, 'What to do', 'coppers'), /Stand|Fortuna|Etiam/);
    await tab.finish();
  },

  // On a board, only legal moves can be tapped. The best are listed below it, and undo works.
  async boards() {
    const tab = await opened('#at=best&ag=mancala');
    await answer(tab, 'What to do', 'pebbles');
    assert.equal(await tab.locator('.board .legal').count(), 4);
    await tab.locator('.board button[aria-label^="5:"]').click();
    await answer(tab, 'What to do', '3 taken');
    await press(tab, 'Undo');
    await answer(tab, 'What to do', '0 taken');
    assert.equal(await tab.locator('.board .legal').count(), 4);
    await press(tab, 'Redo');
    await answer(tab, 'What to do', '3 taken');
    await open(tab, 'Game');
    await tab.getByRole('combobox', { name: 'Game', exact: true }).selectOption('latrunculi');
    await answer(tab, 'What to do', 'Black is to move');
    await tab.locator('.arrow').first().waitFor({ state: 'attached' });
    await tab.getByRole('button', { name: 'a1: black' }).focus();
    await tab.keyboard.press('Enter');
    await tab.getByRole('button', { name: 'a3: empty' }).click();
    await answer(tab, 'What to do', 'White is to move');
    // Dice are entered by taps, and the moves of a turn one after the other.
    await open(tab, 'Game');
    await tab.getByRole('combobox', { name: 'Game', exact: true }).selectOption('duodecim-scriptorum');
    await answer(tab, 'What to do', 'What was thrown?');
    for (const die of ['2', '1', '1']) await press(tab, `A die shows ${die}`);
    await answer(tab, 'What to do', 'has thrown 211');
    assert.ok(await tab.locator('.board .legal').count() > 0);
    await tab.locator('.moves button').first().click();
    await answer(tab, 'What to do', 'What was thrown?');
    await tab.finish();
  },

  // An endgame of a game that is too large for a phone is solved from its position.
  async ends() {
    const tab = await opened(`#at=best&ag=aseb&${new URLSearchParams({ 'line.aseb': packedOnce('3,7+3/4,9+3'), 'ply.aseb': '1' })}`);
    await answer(tab, 'What to do', '52%');
    await tab.finish();
  },

  // A designer writes a game, makes a typing error, corrects it, and finds the rule value that makes it fair.
  async designer() {
    const tab = await opened('#at=own', { viewport: DESK });
    const text = tab.getByLabel('The text of the game', { exact: true });
    const game = (first) => `game "First to the wall"\nseats 2\nrule ahead = ${first} from 0 to 6   "how far the second seat is ahead"\neach seat: at from 0 to 40, capped\n\nstart:\n  by 2: at = ahead\n\nturn:\n  roll 1 tali\n  at += sum\n  if at = 40: win\n`;
    await text.fill(game(0).replace('capped', 'caped'));
    assert.match(await answer(tab, 'What the game is', 'caped'), /capped/);
    await press(tab, 'Go to line 4');
    await text.fill(game(0));
    await answer(tab, 'The verdict', 'Unfair');
    await more(tab, 'Try out a rule');
    await tab.getByLabel('So that').selectOption('win:seat1=0.5');
    const tuned = await answer(tab, 'Values of a rule', 'ahead');
    fs.writeFileSync(path.join(folder, 'my.game'), game(0));
    fs.writeFileSync(path.join(folder, 'tuned.txt'), await answered(tab, 'Values of a rule').locator('.table').allInnerTexts().then((all) => all.join('\n')) + tuned);
    // The example is still in the list, unchanged, next to the own game.
    const list = await tab.getByRole('combobox', { name: 'Game', exact: true }).locator('option').allInnerTexts();
    assert.ok(list.includes('First to the wall (yours)') && list.includes('Pig'), `${list}`);
    await tab.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'Pig' });
    assert.match(await text.inputValue(), /^game "Pig"/m);
    await tab.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'First to the wall (yours)' });
    assert.equal(await text.inputValue(), game(0));
    // The evening can include the own game.
    await visit(tab, 'tonight');
    await tab.getByLabel('Another game').selectOption({ label: 'First to the wall (yours)' });
    await press(tab, 'Add it');
    await answer(tab, 'The evening', 'More figures');
    await tab.frameLocator('iframe').getByText('First to the wall').first().waitFor();
    await tab.finish();
  },

  // A player of Kuhn poker taps the card and the previous actions.
  async bluffer() {
    const tab = await opened('#at=own', { viewport: TABLET });
    await tab.getByLabel('The text of the game', { exact: true }).fill(fs.readFileSync(path.join(folder, 'kuhn-poker.game'), 'utf8'));
    await answer(tab, 'What the game is', 'English');
    await answered(tab, 'What to do').getByText('You are').or(answered(tab, 'What to do').getByRole('button', { name: 'Work it out' })).first().waitFor();
    await answer(tab, 'What to do', 'You are');
    const element = answered(tab, 'What to do');
    const tap = (group, way) => element.getByRole('group', { name: group, exact: true }).getByRole('button', { name: way, exact: true }).click();
    await tap('You are', 'seat 2');
    await tap('card', '1');
    await tap('Then', 'check');
    assert.match(await answer(tab, 'What to do', 'of the time'), /33%/);
    await tab.finish();
  },

  // Every screen works offline.
  async aeroplane() {
    for (const [at, [, label]] of Object.entries(DOORS)) {
      const tab = await opened(`#at=${at}`);
      await answered(tab, label).locator('.body > *').first().waitFor();
      await settled(tab);
      assert.equal(await tab.locator('.error:visible').count(), 0, at);
      await tab.finish();
    }
  },

  // Malicious addresses and files do no harm.
  async hostile() {
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    for (const hash of ['#%', '#at=nowhere', '#at=bones&b=taps&taps=x.1e9.-4&tq=zzz', '#at=fair&b=constructor', '#at=cast&e=--help', `#${'x'.repeat(300000)}`, '#at=__proto__', '#at=best&ag=mancala&line.mancala=%00%00&ply.mancala=1',
      '#at=fair&g=nothing&r.nothing.fee=%5B', `#at=fair&who=${encodeURIComponent(evil)}`, `#at=cast&c=99999&e=${encodeURIComponent(evil)}`, '#code=AAAA', '#at=own&own=x:nothing',
      `#at=bones&b=weights&bn=${encodeURIComponent(evil)}`, `#at=tonight&title=${encodeURIComponent(evil)}&who=${encodeURIComponent(evil)}&games=nothing:3`, `#at=fair&by=${encodeURIComponent(evil)}&bn=x&b=taps&taps=1.1.1.1`]) {
      const tab = await opened(hash);
      await tab.locator('main .home, main .answer .body > *, main > .error').first().waitFor();
      await settled(tab);
      assert.equal(await tab.evaluate(() => window.hacked), undefined, hash.slice(0, 80));
      assert.equal(await tab.locator('main img, main script').count(), 0, hash.slice(0, 80));
      await tab.finish();
    }
    // An unknown game is reported.
    const unknown = await opened('#at=fair&g=augustsu');
    await answer(unknown, 'The verdict', 'There is no game called “augustsu”');
    await unknown.finish();
    // A faces file of 5 MB, and an invalid one.
    const tab = await opened('#at=bones&b=file');
    await tab.locator('input[type=file]').setInputFiles({ name: 'large.toml', mimeType: 'text/plain', buffer: Buffer.alloc(5 << 20, 'x') });
    await tab.getByText('larger than 64 KiB').waitFor();
    await tab.getByLabel('Contents of the file').fill('faces = { 1 = 0, 3 = 0, 4 = 0, 6 = 0 }');
    const printed = await answer(tab, 'What the bones do', 'all four weights are 0');
    assert.doesNotMatch(printed, /my-bones\.toml/);
    // The page survives a game that never ends.
    await visit(tab, 'own');
    await tab.getByLabel('The text of the game', { exact: true }).fill(`game "${evil.replaceAll('"', "'")}"\nseats 2\nturn:\n  roll 1 tali\n  again\n`);
    await answered(tab, 'What the game is').locator('.body > *').first().waitFor();
    await settled(tab);
    assert.equal(await tab.evaluate(() => window.hacked), undefined);
    await tab.finish();
  },

  // The page asks once before long work, which can be stopped and ends when the user leaves.
  async patience() {
    const tab = await opened('#at=best&ag=mendax-common');
    const start = answered(tab, 'What to do').getByRole('button', { name: 'Work it out' });
    await start.waitFor();
    assert.match(await answered(tab, 'What to do').innerText(), /takes (about|more than)/);
    await start.click();
    await press(tab, 'Stop');
    await answered(tab, 'What to do').getByText('Stopped').waitFor();
    await visit(tab, 'cast');
    await answer(tab, 'The odds of this throw', 'Venus');
    // Games with decisions are not solved without asking.
    await tab.evaluate(() => { location.hash = '#at=fair&g=mancala'; });
    await answered(tab, 'The verdict').getByText('players choose').waitFor();
    assert.equal(await tab.evaluate(() => engine.queue.length), 0);
    await tab.finish();
  },

  // Until bones are thrown, the ready-made ones are used, and every screen answers.
  async unthrown() {
    for (const hash of ['b=taps', 'b=taps&taps=0.1.0.0_0.0.0.0_0.0.0.0_0.0.0.0', 'b=class&cls=1.2.x.4', 'b=file']) {
      const tab = await opened(`#p=uniform&${hash}`);
      for (const [at, [, label]] of Object.entries(DOORS)) {
        await visit(tab, at);
        await answered(tab, label).locator('.body > *').first().waitFor();
        await settled(tab);
        assert.equal(await tab.locator('.answer .error:visible').count(), 0, `${hash}: ${at}`);
      }
      await visit(tab, 'cast');
      assert.match(await answer(tab, 'The odds of this throw', 'Venus'), /1 in 11/);
      await tab.finish();
    }
  },

  // Back and Forward show the screen in the address, and lose nothing thrown or set since.
  async history() {
    const tab = await opened();
    const ats = ['home', ...Object.keys(DOORS)];
    const isAt = (at) => tab.waitForFunction((at) => document.body.dataset.at === at && (new URLSearchParams(location.hash.slice(1)).get('at') ?? 'home') === at, at);
    for (const at of ats.slice(1)) { await tab.evaluate((at) => go(at), at); await isAt(at); }
    for (let round = 0; round < 2; round += 1) {
      for (const at of ats.slice(0, -1).reverse()) { await tab.goBack(); await isAt(at); }
      for (const at of ats.slice(1)) { await tab.goForward(); await isAt(at); }
    }
    // After Back, the page does not write its address again, which could cancel a Forward pressed in the meantime.
    await tab.evaluate(() => {
      const tell = history.replaceState;
      window.tellings = 0;
      history.replaceState = function count(...printed) {
        window.tellings += 1;
        return tell.apply(this, printed);
      };
    });
    for (const at of ats.slice(-3, -1).reverse()) { await tab.goBack(); await isAt(at); }
    await tab.waitForTimeout(600);
    assert.equal(await tab.evaluate(() => window.tellings), 0);
    await tab.goForward();
    await isAt(ats.at(-2));
    // Later throws also appear in earlier history entries.
    await visit(tab, 'bones');
    for (const face of '1346') await press(tab, `It shows the ${face}`, false);
    await visit(tab, 'cast');
    await visit(tab, 'bones');
    await press(tab, 'It shows the 6', false);
    await tab.getByText('5 throws:').waitFor();
    for (let back = 0; back < 4; back += 1) await tab.goBack();
    await tab.getByText('5 throws:').waitFor();
    await press(tab, 'It shows the 4', false);
    await tab.getByText('6 throws:').waitFor();
    await tab.reload();
    await tab.getByText('6 throws:').waitFor();
    // Back undoes a change of the game, and rules belong to their game.
    await visit(tab, 'fair');
    await open(tab, 'House rules');
    await tab.getByLabel('Fee', { exact: true }).fill('3');
    await answer(tab, 'The verdict', 'Chances');
    await open(tab, 'Game');
    await tab.getByRole('combobox', { name: 'Game', exact: true }).selectOption('simple-tali');
    await tab.getByRole('button', { name: 'House rules: Usual rules' }).waitFor();
    await tab.goBack();
    await tab.getByRole('button', { name: /House rules: fee 3/ }).waitFor();
    await tab.finish();
  },

  // Typed text is never lost without asking.
  async saved() {
    const mine = 'game "Mine"\nseats 2\nturn:\n  roll 1 tali\n  if sum = 6: win\n';
    const tab = await opened('#at=own', { viewport: DESK, slow: 500 });
    const stored = (other = tab) => other.evaluate(() => localStorage.getItem('tali-odds'));
    const text = (other = tab) => other.getByLabel('The text of the game', { exact: true });
    await text().fill(mine);
    await answer(tab, 'What the game is', 'English');
    assert.match(await stored(), /Mine/);
    await tab.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'Pig' });
    assert.match(await stored(), /Mine/);
    await press(tab, 'A new game');
    assert.match(await stored(), /Mine.*My game|My game.*Mine/s);
    // Two tabs edit the same game.
    await tab.getByRole('combobox', { name: 'Game', exact: true }).selectOption({ label: 'Mine (yours)' });
    const other = await tab.context().newPage();
    await other.goto(`${address}#at=own`);
    await text(other).fill(`${mine}# there\n`);
    await tab.waitForFunction(() => document.querySelector('textarea').value.includes('# there'));
    await other.close();
    // A screen opened in a new tab has the same bones.
    await visit(tab, 'bones');
    for (const face of '1346') await press(tab, `It shows the ${face}`, false);
    await tab.getByRole('link', { name: '‹ Home' }).click();
    const [beside] = await Promise.all([tab.context().waitForEvent('page'), tab.locator('main a[data-at="bones"]').click({ button: 'middle' })]);
    await beside.getByText('4 throws:').waitFor();
    await press(beside, 'It shows the 6', false);
    await visit(tab, 'bones');
    await tab.getByText('5 throws:').waitFor();
    assert.match(await stored(), /"taps","1\.1\.1\.2"/);
    // Shared settings are shown as another person's and stored only on request, and the own settings can be restored.
    await tab.goto('about:blank');
    await tab.goto(`${address}#at=bones&b=taps&taps=1.1.1.1&bn=Livia&by=Livia`);
    await tab.getByText('Shared by Livia').waitFor();
    await tab.getByText('4 throws:').waitFor();
    await press(tab, 'It shows the 6', false);
    assert.match(await stored(), /"taps","1\.1\.1\.2"/);
    assert.doesNotMatch(await stored(), /Livia/);
    await press(tab, 'Back to mine');
    await tab.getByText('5 throws:').waitFor();
    await tab.goto('about:blank');
    await tab.goto(`${address}#at=bones&b=taps&taps=2.2.2.2&bn=Livia&by=Livia`);
    await press(tab, 'Keep as mine');
    assert.match(await stored(), /2\.2\.2\.2/);
    await tab.finish();
    // The page says so if the browser cannot store anything.
    const full = await opened('#at=bones');
    await full.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; });
    for (const face of '13') await press(full, `It shows the ${face}`, false);
    await visit(full, 'cast');
    await full.getByText('saves nothing for this page').waitFor();
    await visit(full, 'bones');
    await full.getByText('2 throws:').waitFor();
    await full.finish();
  },

  // A link within the evening's page scrolls to its target, and the page can still be printed. Errors name the field on the
  // screen.
  async evening() {
    const tab = await opened('#at=tonight', { viewport: TABLET });
    await answer(tab, 'The evening', 'More figures');
    const page = tab.frameLocator('iframe');
    await page.locator('h1').waitFor();
    const links = page.locator('a[href^="#"]');
    for (let index = 0; index < Math.min(4, await links.count()); index += 1) {
      await links.nth(index).click();
      assert.match(await tab.evaluate(() => location.hash), /at=tonight/);
      assert.equal(await page.locator('h1').count() > 0, true);
    }
    await tab.evaluate(() => { document.querySelector('iframe').contentWindow.print = () => { window.isPrinted = true; }; });
    await press(tab, 'Print');
    assert.ok(await tab.evaluate(() => window.isPrinted));
    await press(tab, 'Handouts to print');
    await page.getByText('Simple tali').first().waitFor();
    await tab.getByLabel('Minutes you have').fill('-5');
    const printed = await answer(tab, 'The evening', 'not a whole number of minutes');
    assert.doesNotMatch(printed, /night\.toml/);
    await tab.getByLabel('Minutes you have').fill('90');
    await answer(tab, 'The evening', 'More figures');
    // After the last game is removed, the list stays empty.
    await press(tab, 'Remove Emperor Augustus\'s tali');
    await press(tab, 'Remove Simple tali');
    await answer(tab, 'The evening', 'Add a game');
    await visit(tab, 'cast');
    await tab.goBack();
    await tab.goBack();
    await answer(tab, 'The evening', 'Add a game');
    await tab.finish();
  },

  // Best play solved on a computer is looked up, even if solving it here would take so long that the page asks first.
  async table() {
    const tab = await opened(`#at=best&ag=aseb&r.aseb.pieces=3&${new URLSearchParams({ 'line.aseb': packedOnce('2,3/4,5:3'), 'ply.aseb': '1' })}`);
    await answered(tab, 'What to do').locator('.body > *').first().waitFor();
    await settled(tab);
    await more(tab, 'Type the position');
    // The page shows the command that makes the table for these rules.
    await tab.getByText('tali-odds strategy aseb --rule pieces=3 --solve -o aseb.table').waitFor();
    await tab.getByLabel('A table of best play').setInputFiles(path.join(folder, 'aseb.table'));
    await tab.waitForFunction(() => engine.tables.has('aseb.table'));
    await settled(tab);
    await answer(tab, 'What to do', 'you win');
    await more(tab, 'For experts');
    await answered(tab, 'What to do').getByText('--table aseb.table').waitFor();
    await more(tab, 'More figures');
    fs.writeFileSync(path.join(folder, 'advice.txt'), await answered(tab, 'What to do').innerText());
    await tab.finish();
  },

  // Everything is readable at three widths, light and dark: nothing jumps or scrolls sideways, and no picture is cut.
  async readable() {
    const axe = fs.readFileSync(process.env.AXE, 'utf8');
    const screens = { home: '', ...Object.fromEntries(Object.keys(DOORS).map((at) => [at, `#at=${at}`])), board: '#at=best&ag=latrunculi', counted: '#at=bones&b=taps&taps=13.41.36.10' };
    for (const [viewport, colorScheme] of [[PHONE, 'light'], [PHONE, 'dark'], [TABLET, 'dark'], [DESK, 'light']]) {
      for (const [name, hash] of Object.entries(screens)) {
        const about = `${name}, ${viewport.width}, ${colorScheme}`;
        const tab = await opened(hash, { viewport, colorScheme });
        await tab.locator('main .home, main .answer .body > *').first().waitFor();
        await settled(tab);
        await stands(tab, about);
        await tab.evaluate(() => { for (const summary of document.querySelectorAll('details:not([open]) > summary')) summary.click(); });
        await settled(tab);
        const seen = await tab.evaluate(() => ({
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          sideways: [...document.querySelectorAll('main *')].filter((element) => element.scrollWidth > element.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) && !element.closest('textarea, iframe')).map((element) => element.outerHTML.slice(0, 120)),
          cut: [...document.querySelectorAll('.picture svg')].filter((drawn) => drawn.getBoundingClientRect().width > drawn.parentElement.clientWidth + 1).length,
          small: [...document.querySelectorAll('body *')].filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && element.checkVisibility() && !element.closest('script, style, title, desc, option, .square, .unseen'))
            .map((element) => {
              const svg = element.closest('svg');
              const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
              return [parseFloat(getComputedStyle(element).fontSize) * scale, element.textContent.slice(0, 40)];
            }).filter(([size]) => size < 12.5),
        }));
        assert.ok(seen.wide <= 0, `${about}: ${seen.wide} px wider than the screen`);
        assert.deepEqual(seen.sideways, [], `${about}: moved sideways`);
        assert.equal(seen.cut, 0, `${about}: a picture is cut`);
        assert.deepEqual(seen.small, [], `${about}: small text`);
        await tab.evaluate(axe);
        const found = await tab.evaluate(async () => (await axe.run(document, { iframes: false })).violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`)));
        assert.deepEqual(found, [], about);
        await tab.finish();
      }
    }
  },

  // The keyboard alone is enough, and the focus stays where it is.
  async keyboard() {
    const tab = await opened();
    await tab.getByText('1 throw in').waitFor();
    const focused = () => tab.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
    await tab.keyboard.press('Tab');
    assert.match(await focused(), /Is our game fair/);
    await tab.keyboard.press('Enter');
    await answer(tab, 'The verdict', 'Chances');
    assert.equal(await focused(), 'Is our game fair?');
    const seen = new Set();
    for (let steps = 0; steps < 30; steps += 1) {
      await tab.keyboard.press('Tab');
      seen.add(await focused());
    }
    for (const name of ['Game: Emperor Augustus\'s tali', 'Guests: 2 players', 'More figures', 'For experts', 'Share']) assert.ok(seen.has(name), `${name} is not reached: ${[...seen]}`);
    // A tap leaves the focus where it was.
    await tab.getByRole('button', { name: 'Guests: 2 players' }).focus();
    await tab.keyboard.press('Enter');
    assert.match(await focused(), /^Guests: /);
    await tab.getByRole('button', { name: 'Add a guest' }).focus();
    await tab.keyboard.press('Enter');
    assert.equal(await focused(), 'Add a guest');
    await visit(tab, 'best');
    await answer(tab, 'What to do', 'Your hand');
    const stays = async (name) => {
      await tab.getByRole('button', { name }).first().focus();
      const before = await focused();
      await tab.keyboard.press('Enter');
      await settled(tab);
      assert.equal(await focused(), before);
    };
    await stays('Your hand, add 6, sinuous');
    await stays('How many others, one more');
    await tab.finish();
  },

  // The engine in the page gives the same answers as the program.
  async same() {
    const requests = JSON.parse(fs.readFileSync(path.join(folder, 'requests.json'), 'utf8'));
    const tab = await opened('', { quiet: true });
    const answers = await tab.evaluate(async (requests) => {
      const answers = [];
      for (const { arguments: words, files } of requests) {
        const { code, out, err, files: written } = await engine.ask(words, files);
        answers.push({ code, out, err, files: written });
      }
      return answers;
    }, requests);
    fs.writeFileSync(path.join(folder, 'answers.json'), JSON.stringify(answers));
    await tab.finish();
  },

  // Pictures of every screen for the gallery, at three widths, light and dark, and one of four screens side by side. Without
  // TALI_ODDS_PICTURES, only for a phone in light mode, to check that they can be made.
  async pictures() {
    const [schemes, viewports] = process.env.TALI_ODDS_PICTURES ? [['light', 'dark'], [PHONE, TABLET, DESK]] : [['light'], [PHONE]];
    const shots = {
      home: '', fair: '#at=fair&who=Livia:_Marcus:_Brutus:', best: '#at=best&ag=latrunculi', hand: `#at=best&${new URLSearchParams({ 'line.mendax-single': packedOnce('63 v 2: 2x6'), 'ply.mendax-single': '1' })}`,
      bones: '#at=bones&b=taps&taps=13.41.36.10&bn=goat+bones', cast: '#at=cast&c=6431', tonight: '#at=tonight&who=Livia:_Marcus:_Brutus:', own: '#at=own',
    };
    const sheet = async (name, images, size, style) => {
      const tab = await opened('', { viewport: size });
      await tab.goto('about:blank');
      await tab.setContent(`<style>body{margin:10px;background:#d8d4cb;display:flex;flex-wrap:wrap;gap:10px}img{border-radius:10px;${style}}</style>${images.map((image) => `<img src="data:image/png;base64,${image.toString('base64')}">`).join('')}`);
      await tab.locator('img').evaluateAll((all) => Promise.all(all.map((image) => image.decode())));
      await tab.screenshot({ path: path.join(folder, `${name}.png`) });
      await tab.finish();
    };
    const phones = [];
    for (const [name, hash] of Object.entries(shots)) {
      const images = [];
      for (const colorScheme of schemes) {
        for (const viewport of viewports) {
          const tab = await opened(hash, { viewport, colorScheme });
          await tab.locator('main .home, main .answer .body > *').first().waitFor();
          await settled(tab);
          images.push(await tab.screenshot());
          await tab.finish();
        }
      }
      if (['home', 'fair', 'hand', 'bones'].includes(name)) phones.push(images[0]);
      await sheet(`pocket-${name}`, images, { width: 1110, height: 830 }, 'height:400px');
    }
    await sheet('pocket', phones, { width: 1340, height: 690 }, 'width:318px;height:670px;object-fit:cover;object-position:top');
  },

  // Prints the time to the first picture and to the verdict on every game of chance.
  async times() {
    for (const slower of [1, 4]) {
      const tab = await opened('');
      const session = await tab.context().newCDPSession(tab);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      await tab.goto('about:blank');
      await tab.goto(address);
      await tab.locator('.drawn svg').first().waitFor();
      const first = await tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now());
      await tab.getByText('1 throw in').waitFor();
      console.log(`${slower} times slower: first picture after ${Math.round(first)} ms, Venus after ${Math.round(await tab.evaluate(() => performance.now()))} ms`);
      const took = await tab.evaluate(async () => {
        const took = {};
        for (const { game, policies } of (await engine.json(['games'])).games) {
          if (policies) continue;
          const began = performance.now();
          await engine.ask(['balance', game, '--format', 'json', '--chart', 'chart.svg'], {}, { screen: { width: 348, dark: false } });
          took[game] = Math.round(performance.now() - began);
        }
        return took;
      });
      console.log(took);
      await tab.finish();
    }
  },

  // A request that needs too much memory ends with a message, and the next one is answered.
  async memory() {
    const tab = await opened('#at=cast');
    await answer(tab, 'The odds of this throw', 'Venus');
    const printed = await tab.evaluate(() => engine.ask(['win', 'aseb', '--games', '10', '--format', 'json']).then(({ code }) => `code ${code}`, ({ message }) => message));
    console.log(printed);
    assert.match(printed, /more memory|code/);
    assert.equal((await tab.evaluate(() => engine.ask(['venus']))).code, 0);
    await tab.finish();
  },
};

try {
  await stories[story]();
  console.log(`${story}: fine`);
} catch (error) {
  console.error(error.stack ?? error);
  console.error(await last?.locator('main').innerText().catch(() => ''), last?.complaints);
  process.exitCode = 1;
} finally {
  await browser.close();
}
