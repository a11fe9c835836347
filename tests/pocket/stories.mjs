// The pocket edition as people use it, in Chromium.
//
//   node tests/pocket/stories.mjs STORY PAGE.html FOLDER
//
// PLAYWRIGHT names the folder of the package playwright-core, CHROMIUM the browser, AXE the file of axe-core. A story that
// fails says why, and ends with the code 1.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [story, page, folder] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(path.resolve(process.env.PLAYWRIGHT));
const address = pathToFileURL(path.resolve(page)).href;
const SECTIONS = ['bones', 'cast', 'game', 'best', 'tonight', 'own'];
const PHONE = { width: 380, height: 800 };
const DESK = { width: 1280, height: 900 };
// How long to wait for anything, in milliseconds: a busy machine takes a while, and only what never comes should fail.
const PATIENCE = 180000;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});

// The page that was opened last, which is told of where a story fails.
let last = null;

// A page of which nothing is fetched, and which complains of nothing; its engine can be slow to hear, by so many milliseconds.
async function opened(hash = '', { viewport = PHONE, colorScheme = 'light', offline = true, quiet = true, slow = 0 } = {}) {
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
  await tab.goto(address + hash);
  tab.finish = async () => {
    assert.deepEqual(tab.asked, [], 'something was fetched');
    if (quiet) assert.deepEqual(tab.complaints, [], 'the browser complains');
    await context.close();
  };
  return tab;
}

const answered = (tab, label) => tab.locator(`section.answers[aria-label="${label}"]`);

// The first answer on a screen. A busy machine gives some only if they are asked for.
async function anyAnswer(tab) {
  const text = tab.locator('section.answers .text').first();
  const start = tab.getByRole('button', { name: 'Work it out' }).first();
  await text.or(start).first().waitFor();
  if (!(await text.isVisible())) await start.click({ timeout: 1000 }).catch(() => {});
  await text.waitFor();
}

// The answer, once there is one and nothing else is worked at. On a busy machine anything may take a while.
async function answer(tab, label, words) {
  const place = answered(tab, label).filter({ hasText: words });
  const start = answered(tab, label).getByRole('button', { name: 'Work it out' });
  // Whoever waits for the button does not press it.
  const isPressed = !['may take a while', 'Stopped'].includes(words);
  for (;;) {
    await (isPressed ? place.or(start) : place).first().waitFor();
    if (await place.count()) break;
    await start.click({ timeout: 1000 }).catch(() => {});
  }
  await tab.waitForFunction((name) => !document.querySelector(`section.answers[aria-label="${name}"]`)?.hasAttribute('aria-busy'), label);
  return place.innerText();
}

// Nothing is worked at, and nothing has been for a while: one answer can lead to the next question.
const settled = (tab) => tab.waitForFunction(() => {
  const isQuiet = !document.querySelector('[aria-busy]') && engine.waiting.size === 0;
  window.quietSince = isQuiet ? (window.quietSince ?? performance.now()) : null;
  return isQuiet && performance.now() - window.quietSince > 700;
}, null, { polling: 100 });

// Nothing has jumped since the page was opened.
async function stands(tab, about) {
  const shifted = await tab.evaluate(() => window.shifts.reduce((all, one) => all + one, 0));
  assert.ok(shifted < 0.02, `${about}: the page jumps by ${shifted}`);
}

const choose = (tab, label, value) => tab.getByLabel(label, { exact: true }).selectOption(value);
const press = (tab, name, exact = true) => tab.getByRole('button', { name, exact }).first().click();
const visit = (tab, name) => tab.getByRole('navigation', { name: 'Questions' }).getByRole('link', { name, exact: true }).click();

const stories = {
  // A host at the table throws his bones, and asks whether Augustus's game is fair for four.
  async host() {
    const tab = await opened();
    await tab.getByLabel('Tap my throws').check();
    const thrown = '1334436433441334463341334463343413'.split('');
    for (const face of thrown) await press(tab, `It shows the ${face}`, false);
    await press(tab, 'Undo');
    const told = await answer(tab, 'What the bones do', `${thrown.length - 1} throws`);
    assert.match(told, /95 % interval/);
    assert.match(told, /tali-odds fit throws\.csv --pool all/);
    const [download] = await Promise.all([tab.waitForEvent('download'), tab.getByRole('link', { name: 'Save my-bones.toml' }).click()]);
    const file = fs.readFileSync(await download.path(), 'utf8');
    const many = (face) => thrown.slice(0, -1).filter((other) => other === face).length;
    assert.equal(file, `name = "my bones"\ncounts = { 1 = ${many('1')}, 3 = ${many('3')}, 4 = ${many('4')}, 6 = ${many('6')} }\n`);
    await visit(tab, 'A game');
    await answer(tab, 'The answer', 'Emperor Augustus');
    for (let more = 0; more < 2; more += 1) await press(tab, 'Seats: one more');
    await tab.getByText('Who sits where').click();
    await tab.getByLabel('Seat 1', { exact: true }).fill('Aulus');
    const fair = await answer(tab, 'The answer', 'Aulus');
    assert.match(fair, /4 players/);
    assert.match(fair, /--players 4 --faces my-bones\.toml/);
    await tab.getByLabel('The pot').check();
    await answer(tab, 'The answer', 'pot');
    // The address hands all of it on.
    const link = await tab.evaluate(() => location.hash);
    const other = await opened(link);
    const again = await answer(other, 'The answer', '4 players');
    assert.match(again, /Aulus/);
    await other.finish();
    // The bones stay in this browser.
    await tab.goto('about:blank');
    await tab.goto(address);
    await answer(tab, 'What the bones do', `${thrown.length - 1} throws`);
    await tab.finish();
  },

  // Thirty pupils have each thrown a talus forty times; the teacher pastes their tallies.
  async class() {
    const tab = await opened('', { viewport: DESK });
    await tab.getByLabel('A class’s tallies').check();
    await tab.getByText('Paste a table').click();
    const table = fs.readFileSync('examples/class.csv', 'utf8');
    await tab.getByLabel('One thrower a line', { exact: false }).fill(table);
    await press(tab, 'Use this table');
    const rows = table.trim().split('\n').slice(1).map((line) => line.split(',').slice(-4).map(Number));
    const all = rows.flat().reduce((sum, count) => sum + count, 0);
    const told = await answer(tab, 'What the bones do', `${all} throws`);
    assert.equal(await tab.locator('.grid tbody tr').count(), rows.length);
    assert.match(told, /Venus/);
    // One of them has miscounted, and types it again.
    await tab.getByLabel('Thrower 1, 6', { exact: true }).fill(String(rows[0][3] + 5));
    await answer(tab, 'What the bones do', `${all + 5} throws`);
    await visit(tab, 'A cast');
    const cast = await answer(tab, 'The odds of this cast', '6431: Venus');
    assert.match(cast, /Nothing beats it/);
    await press(tab, 'What the bones show: clear');
    for (const face of ['4', '4', '6', '3']) await press(tab, `What the bones show: a ${face}`, false);
    const senio = await answer(tab, 'The odds of this cast', '6443: Senio');
    assert.match(senio, /Beaten by/);
    await press(tab, 'canis');
    await answer(tab, 'The odds of this event', 'canis');
    await tab.finish();
  },

  // At the tavern somebody bids three sixes: is it a lie? And in the boxed game: throw again?
  async tavern() {
    const tab = await opened('#at=best&bg=mendax-single');
    await tab.getByLabel('In notation').fill('63 v 2: 2x6');
    const bluff = await answer(tab, 'Every option', '63 v 2: 2x6');
    assert.match(bluff, /challenge/);
    assert.match(bluff, /advise mendax-single --position '63 v 2: 2x6'/);
    await press(tab, 'Take back a bid');
    assert.equal(await tab.getByLabel('In notation').inputValue(), '63 v 2');
    await choose(tab, 'Game', 'coin-tali');
    await tab.getByText(/^House rules/).click();
    await tab.getByLabel('variants', { exact: true }).fill('[etiam, mercury]');
    for (const face of ['4', '3', '3', '1']) await press(tab, `What the bones show: a ${face}`, false);
    for (const face of ['6', '4', '4', '3']) await press(tab, `Best cast so far: a ${face}`, false);
    const coins = await answer(tab, 'Every option', 'mercury 33');
    assert.match(coins, /roll=4331/);
    assert.match(coins, /best=6443/);
    // On a board the move is drawn, and can be made.
    await choose(tab, 'Game', 'mancala');
    await answer(tab, 'Every option', 'Best: 5');
    await tab.locator('.figure svg').waitFor();
    await tab.getByRole('heading', { name: 'Play one of these' }).waitFor();
    await press(tab, '5');
    await answer(tab, 'Every option', '1 3-0');
    assert.match(await tab.getByLabel('In notation').inputValue(), /^0,0,10,10,1,2\/2,11,11,11,11,0 1 3-0$/);
    await tab.finish();
  },

  // A designer changes a game, slips, mends it, and tunes it until it is fair.
  async designer() {
    const tab = await opened('#at=own', { viewport: DESK });
    const text = tab.getByLabel('The game', { exact: true });
    const game = (first) => `game "First to the wall"\nseats 2\nrule ahead = ${first} from 0 to 6   "how far the second seat is ahead"\neach seat: at from 0 to 40, capped\n\nstart:\n  by 2: at = ahead\n\nturn:\n  roll 1 tali\n  at += sum\n  if at = 40: win\n`;
    await text.fill(game(0).replace('capped', 'caped'));
    const wrong = await answer(tab, 'What was understood', 'caped');
    assert.match(wrong, /capped/);
    await press(tab, 'Line 4 is not understood');
    await text.fill(game(0));
    await answer(tab, 'What was understood', 'First to the wall');
    await answer(tab, 'The answer', 'who');
    await tab.getByLabel('What would make it fair?').check();
    const none = await answer(tab, 'The answer', 'No value does it');
    assert.match(none, /tali-odds tune my\.game --vary ahead --want 'gap<=1%'/);
    await tab.getByLabel('Aim, in the program’s words').fill('gap<=4%');
    const tuned = await answer(tab, 'The answer', 'gap at most 4');
    assert.match(tuned, /ahead = 2/);
    fs.writeFileSync(path.join(folder, 'my.game'), game(0));
    fs.writeFileSync(path.join(folder, 'tuned.txt'), tuned);
    await tab.finish();
  },

  // Who plays Kuhn poker taps a card, and what was done.
  async bluffer() {
    const tab = await opened('#at=own');
    const text = tab.getByLabel('The game', { exact: true });
    await text.fill(fs.readFileSync(path.join(folder, 'kuhn-poker.game'), 'utf8'));
    await answer(tab, 'What was understood', 'Kuhn poker');
    await tab.getByLabel('What do I do?').check();
    const card = await answer(tab, 'The answer', 'the card');
    assert.match(card, /exactly −1\/18/);
    const tap = (group, way) => tab.getByRole('group', { name: group, exact: true }).getByLabel(way, { exact: true }).check();
    await tap('You are', 'seat 2');
    await tap('card', '1');
    await tap('Then', 'check');
    const told = await answer(tab, 'The answer', 'seat=2 card=1 after=check');
    assert.match(told, /33\.33 %/);
    await tab.finish();
  },

  // In an aeroplane everything is there.
  async aeroplane() {
    for (const at of SECTIONS) {
      const tab = await opened(`#at=${at}`);
      await anyAnswer(tab);
      await tab.finish();
    }
    const tab = await opened('#at=tonight');
    await answer(tab, 'The evening at a glance', 'An evening of knucklebones');
    await press(tab, 'Handouts to print');
    const handouts = tab.frameLocator('iframe');
    await handouts.getByText('Aulus').first().waitFor();
    await press(tab, 'The page of the evening');
    await handouts.getByText('The evening at a glance').waitFor();
    await tab.finish();
  },

  // What comes from others does no harm.
  async hostile() {
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    for (const hash of ['#%', '#at=nowhere&n=-3&b=taps&taps=x.1e9.-4', '#b=constructor', '#at=cast&e=--help', `#${'x'.repeat(300000)}`, '#at=__proto__', '#at=best&bg=mancala&best.pos=%00%00',
      '#at=game&g=nothing&n=999&r.fee=%5B', `#at=game&who=${encodeURIComponent(evil)}`, `#at=cast&c=99999&e=${encodeURIComponent(evil)}`,
      `#b=weights&bn=${encodeURIComponent(evil)}`, `#at=tonight&title=${encodeURIComponent(evil)}&guests=${encodeURIComponent(evil)}`]) {
      const tab = await opened(hash);
      await tab.locator('section.answers .text, section.answers .error, section.answers .note').first().waitFor();
      assert.equal(await tab.evaluate(() => window.hacked), undefined, hash.slice(0, 80));
      assert.equal(await tab.locator('main img, main script').count(), 0, hash.slice(0, 80));
      await tab.finish();
    }
    // A faces file of 5 MB.
    const tab = await opened('#b=file');
    await tab.getByLabel('A file', { exact: true }).setInputFiles({ name: 'large.toml', mimeType: 'text/plain', buffer: Buffer.alloc(5 << 20, 'x') });
    await answer(tab, 'What the bones do', 'larger than 64 KiB');
    // Its text in the box.
    await tab.getByLabel('Contents of the file').fill(`faces = { 1 = 0, 3 = 0, 4 = 0, 6 = 0 }`);
    await answer(tab, 'What the bones do', 'all four weights are 0');
    await tab.getByLabel('Ready-made').check();
    // A game that never ends is told, and the page goes on.
    await visit(tab, 'Own game');
    await tab.getByLabel('The game', { exact: true }).fill(`game "${evil.replaceAll('"', "'")}"\nseats 2\nturn:\n  roll 1 tali\n  again\n`);
    await answer(tab, 'What was understood', /never|end/);
    assert.equal(await tab.evaluate(() => window.hacked), undefined);
    // What takes minutes is not begun unasked; asked for, it is stopped, also by leaving.
    await visit(tab, 'Best play');
    await choose(tab, 'Game', 'aseb');
    await answer(tab, 'Every option', 'may take a while');
    await press(tab, 'Work it out');
    await press(tab, 'Stop');
    await answer(tab, 'Every option', 'Stopped');
    await tab.getByLabel('In notation').fill('2/3');
    await answer(tab, 'Every option', 'may take a while');
    await press(tab, 'Work it out');
    await visit(tab, 'A cast');
    await answer(tab, 'The odds of this cast', '6431: Venus');
    await tab.goBack().catch(() => {});
    await tab.finish();
  },

  // Best play that was solved on a computer is looked up.
  async table() {
    const tab = await opened('#at=best&bg=aseb&best.r.pieces=3');
    await tab.getByLabel('A table of best play').setInputFiles(path.join(folder, 'aseb.table'));
    await tab.getByLabel('In notation').fill('2,3/4,5:3');
    const told = await answer(tab, 'Every option', '--table aseb.table');
    fs.writeFileSync(path.join(folder, 'advice.txt'), told);
    await tab.finish();
  },

  // What people do besides: change their minds, go back, open a friend's link, remove everything.
  async habits() {
    const tab = await opened('#at=tonight');
    await answer(tab, 'The evening at a glance', 'Aulus');
    // What was asked before a change is not shown after it.
    await press(tab, 'Handouts to print');
    await tab.getByLabel('Player 1', { exact: true }).fill('Zenobia');
    await answer(tab, 'The evening at a glance', 'Zenobia');
    await tab.waitForTimeout(1500);
    assert.equal(await tab.locator('iframe').count(), 0);
    // The last game is removed, and stays so.
    await press(tab, 'Remove augustus');
    await press(tab, 'Remove simple-tali');
    await answer(tab, 'The evening at a glance', 'Add a game');
    await visit(tab, 'A cast');
    const event = tab.getByLabel('Odds of any other event');
    await event.fill('venus');
    await event.fill('');
    await answer(tab, 'The odds of this cast', '6431: Venus');
    await tab.waitForTimeout(800);
    assert.equal(await answered(tab, 'The odds of this event').innerText(), '');
    // Back goes where one was.
    await tab.goBack();
    await answer(tab, 'The evening at a glance', 'Add a game');
    // Bones that are counted one by one survive a look at all of them together, and every tap can be undone.
    await visit(tab, 'My bones');
    await tab.getByLabel('Tap my throws').check();
    await tab.getByLabel('tell four apart').check();
    for (const face of '13464') await press(tab, `It shows the ${face}`, false);
    await tab.getByText('Bone 2: what does it show?').waitFor();
    await tab.getByLabel('count all alike').check();
    await answer(tab, 'What the bones do', '5 throws');
    await tab.getByLabel('tell four apart').check();
    await tab.getByText('Bone 2: what does it show?').waitFor();
    await press(tab, 'Start over');
    await press(tab, 'Undo');
    await tab.getByText('Bone 2: what does it show?').waitFor();
    await press(tab, 'Undo');
    await press(tab, 'Undo');
    const kept = await tab.evaluate(() => localStorage.getItem('tali-odds'));
    // A friend's link shows the friend's bones, and leaves one's own where they are.
    await tab.goto('about:blank');
    await tab.goto(`${address}#b=taps&taps=1.1.1.1`);
    await answer(tab, 'What the bones do', '4 throws');
    await press(tab, 'It shows the 6', false);
    await answer(tab, 'What the bones do', '5 throws');
    assert.equal(await tab.evaluate(() => localStorage.getItem('tali-odds')), kept);
    // Tables as they are pasted.
    await tab.getByLabel('A class’s tallies').check();
    await tab.getByText('Paste a table').click();
    for (const [table, together] of [['1,3,4,6\n2,3,4,5\n', '1: 2, 3: 3, 4: 4, 6: 5'], ['name;1;3;4;6;total\nA;1;2;3;4;10\nB;1,5;2;3;4;10\n', '1: 1, 3: 2, 4: 3, 6: 4']]) {
      await tab.getByLabel('One thrower a line', { exact: false }).fill(table);
      await press(tab, 'Use this table');
      await tab.getByText(`Together: ${together}`).waitFor();
    }
    await tab.getByText('Left out: line 3').waitFor();
    // A thrower who leaves by mistake comes back with what was thrown.
    await press(tab, 'Throwers: one less');
    await press(tab, 'Throwers: one more');
    await tab.getByText('Together: 1: 1, 3: 2, 4: 3, 6: 4').waitFor();
    // Whoever writes decimals with a comma is understood, and no bones are no cast.
    await tab.getByLabel('Four weights').check();
    for (const [face, weight] of [['1, flat', '0,1'], ['3, concave', '0,4'], ['4, convex', '0,4'], ['6, sinuous', '0,1']]) await tab.getByLabel(face, { exact: true }).fill(weight);
    await answer(tab, 'What the bones do', '24/625');
    await visit(tab, 'A cast');
    await answer(tab, 'The odds of this cast', '6431: Venus');
    await press(tab, 'What the bones show: clear');
    await answer(tab, 'The odds of this cast', 'Tap what the four bones show');
    // Whoever goes on before anything is there finds it further on.
    await tab.reload();
    await tab.evaluate(() => { go('game'); go('cast'); });
    await answer(tab, 'The odds of this cast', 'Tap what the four bones show');
    // The rules of one section are not those of another, and a game without choices has no strategy.
    await visit(tab, 'Best play');
    await choose(tab, 'Strategy', 'venus');
    await answer(tab, 'Every option', 'venus');
    await visit(tab, 'A game');
    await answer(tab, 'The answer', 'Emperor Augustus');
    // A text that is changed is read, whatever is worked at for the one before.
    await visit(tab, 'Own game');
    await choose(tab, 'Begin with', 'aseb');
    await answer(tab, 'The answer', 'may take a while');
    await press(tab, 'Work it out');
    await tab.waitForTimeout(2000);
    await tab.getByLabel('The game', { exact: true }).fill('game "Short"\nseats 2\nturn:\n  roll 1 tali\n  if sum = 6: win\n');
    await answer(tab, 'What was understood', 'Short');
    await answer(tab, 'The answer', 'Short');
    // While something takes long, something else can be asked.
    await visit(tab, 'Best play');
    await choose(tab, 'Game', 'aseb');
    await answer(tab, 'Every option', 'may take a while');
    await press(tab, 'Work it out');
    await tab.waitForTimeout(2000);
    await choose(tab, 'Game', 'coin-tali');
    await answer(tab, 'Every option', 'The boxed game');
    await tab.finish();
  },

  // Before bones are thrown the ready-made ones serve, and every section answers.
  async unthrown() {
    for (const hash of ['b=taps', 'b=taps&taps=0.1.0.0_0.0.0.0_0.0.0.0_0.0.0.0', 'b=class&cls=1.2.x.4', 'b=file']) {
      const tab = await opened(`#p=uniform&${hash}`);
      for (const [section, label, words] of [['A cast', 'The odds of this cast', '3/32'], ['A game', 'The answer', 'uniform'], ['Best play', 'Every option', 'uniform'], ['Tonight', 'The evening at a glance', 'Aulus'], ['Own game', 'The answer', 'uniform']]) {
        await visit(tab, section);
        await answer(tab, label, words);
        assert.equal(await tab.locator('.error:visible').count(), 0, `${hash}: ${section}`);
        if (section !== 'Own game') await tab.getByText('Bones: uniform, until').first().waitFor();
      }
      await tab.finish();
    }
  },

  // Back and Forward show what the address says, and lose nothing that was thrown or set since.
  async history() {
    const tab = await opened();
    const [titles, headings] = [['My bones', 'A cast', 'A game', 'Best play', 'Tonight', 'Own game'], ['My bones', 'A cast', 'A game', 'What is best here?', 'Tonight', 'A game of your own']];
    const isAt = async (place) => {
      await tab.getByRole('heading', { level: 2, name: headings[place], exact: true }).first().waitFor();
      assert.equal(new URLSearchParams((await tab.evaluate(() => location.hash)).slice(1)).get('at') ?? 'bones', SECTIONS[place]);
      assert.equal(await tab.locator('#sections [aria-current]').innerText(), titles[place]);
    };
    for (const title of titles.slice(1)) await visit(tab, title);
    for (let round = 0; round < 2; round += 1) {
      for (const place of [4, 3, 2, 1, 0]) { await tab.goBack(); await isAt(place); }
      for (const place of [1, 2, 3, 4, 5]) { await tab.goForward(); await isAt(place); }
    }
    // After Back the page does not tell the browser its own address again: that could swallow a Forward pressed meanwhile.
    await tab.evaluate(() => {
      const tell = history.replaceState;
      window.tellings = 0;
      history.replaceState = function count(...told) {
        window.tellings += 1;
        return tell.apply(this, told);
      };
    });
    for (const place of [4, 3]) { await tab.goBack(); await isAt(place); }
    await tab.waitForTimeout(600);
    assert.equal(await tab.evaluate(() => window.tellings), 0);
    await tab.goForward();
    await isAt(4);
    // An address that is told late does not take the place of the one that Back went to.
    await tab.evaluate(() => {
      addEventListener('popstate', () => tellAddress('replaceState'), { once: true });
      history.back();
    });
    await isAt(3);
    // What was thrown later is there in what was seen before.
    await visit(tab, 'My bones');
    await tab.getByLabel('Tap my throws').check();
    for (const face of '1346') await press(tab, `It shows the ${face}`, false);
    await visit(tab, 'A cast');
    await visit(tab, 'My bones');
    await press(tab, 'It shows the 6', false);
    await answer(tab, 'What the bones do', '5 throws');
    await tab.goBack();
    await tab.getByText('thrown 5 times').waitFor();
    await tab.goBack();
    await press(tab, 'It shows the 4', false);
    await answer(tab, 'What the bones do', '6 throws');
    await tab.reload();
    await answer(tab, 'What the bones do', '6 throws');
    assert.match(await tab.evaluate(() => localStorage.getItem('tali-odds')), /"taps","1\.1\.2\.2"/);
    // Another game is a step that Back takes back, with names, rules and positions.
    await visit(tab, 'A game');
    await tab.getByText('Who sits where').click();
    await tab.getByLabel('Seat 1', { exact: true }).fill('Gaius, the elder');
    await tab.getByText(/^House rules/).click();
    await tab.getByLabel('fee', { exact: true }).fill('3');
    await answer(tab, 'The answer', 'fee=3');
    await choose(tab, 'Game', 'simple-tali');
    await answer(tab, 'The answer', 'Gaius, the elder');
    await tab.goBack();
    await answer(tab, 'The answer', 'fee=3');
    assert.equal(await tab.getByLabel('Seat 1', { exact: true }).inputValue(), 'Gaius, the elder');
    await tab.finish();
  },

  // Nothing that was typed is lost unasked.
  async kept() {
    const mine = 'game "Mine"\nseats 2\nturn:\n  roll 1 tali\n  if sum = 6: win\n';
    // Whoever types while the engine is slow to start goes on typing.
    const slow = await opened('#at=own', { viewport: DESK, slow: 2000 });
    await slow.waitForTimeout(1500);
    await slow.getByLabel('The game', { exact: true }).fill(mine);
    await answer(slow, 'What was understood', 'Mine');
    await slow.getByLabel('Begin with', { exact: true }).waitFor();
    await slow.finish();
    const tab = await opened('#at=own', { viewport: DESK });
    const stored = (other = tab) => other.evaluate(() => localStorage.getItem('tali-odds'));
    const text = (other = tab) => other.getByLabel('The game', { exact: true });
    await choose(tab, 'Begin with', 'pig');
    assert.match(await text().inputValue(), /^game "Pig"/m);
    await text().fill(mine);
    await choose(tab, 'Begin with', 'augustus');
    await press(tab, 'Keep it');
    assert.equal(await text().inputValue(), mine);
    assert.match(await stored(), /Mine/);
    await choose(tab, 'Begin with', 'augustus');
    assert.match(await stored(), /Mine/);
    await press(tab, 'Replace it');
    assert.doesNotMatch(await text().inputValue(), /Mine/);
    // Two tabs write one game.
    const other = await tab.context().newPage();
    await other.goto(`${address}#at=own`);
    await text(other).fill(mine);
    await tab.waitForFunction(() => document.querySelector('textarea').value.includes('Mine'));
    await text().press('End');
    await text().pressSequentially('# and');
    assert.match(await stored(), /Mine.*# and|# and.*Mine/s);
    // A new tab of a section's link goes on with the same bones.
    await visit(tab, 'My bones');
    await tab.getByLabel('Tap my throws').check();
    for (const face of '1346') await press(tab, `It shows the ${face}`, false);
    const [opened_] = await Promise.all([tab.context().waitForEvent('page'), tab.getByRole('navigation', { name: 'Questions' }).getByRole('link', { name: 'A cast' }).click({ button: 'middle' })]);
    await opened_.getByText('thrown 4 times').waitFor();
    await visit(opened_, 'My bones');
    await press(opened_, 'It shows the 6', false);
    await answer(tab, 'What the bones do', '5 throws');
    assert.match(await stored(), /"taps","1\.1\.1\.2"/);
    // The link of somebody whose bones are ready-made shows those, and says that nothing of it is kept.
    await tab.getByLabel('Ready-made').check();
    await visit(tab, 'A cast');
    const link = await tab.evaluate(() => location.hash);
    await tab.getByRole('link', { name: 'Change them' }).click();
    await tab.getByLabel('Tap my throws').check();
    await answer(tab, 'What the bones do', '5 throws');
    const friend = await tab.context().newPage();
    await friend.goto(address + link);
    await friend.getByText('Bones: traditional.').waitFor();
    await friend.getByText('came with a link').waitFor();
    await friend.close();
    // A pasted table and a chosen file give back what they took the place of.
    await tab.getByLabel('A class’s tallies').check();
    await tab.getByLabel('Thrower 1, 1', { exact: true }).fill('12');
    await tab.getByText('Paste a table').click();
    await tab.getByLabel('One thrower a line', { exact: false }).fill('1,2,3,4');
    await press(tab, 'Use this table');
    await tab.getByText('Together: 1: 1, 3: 2, 4: 3, 6: 4').waitFor();
    await press(tab, 'Take that back');
    await tab.getByText('Together: 1: 12, 3: 0, 4: 0, 6: 0').waitFor();
    await tab.getByLabel('A faces file').check();
    const faces = 'faces = { 1 = 1, 3 = 2, 4 = 3, 6 = 4 }';
    await tab.getByLabel('Contents of the file').fill(faces);
    const file = (size) => ({ name: 'other.toml', mimeType: 'text/plain', buffer: Buffer.alloc(size, 'x') });
    await tab.getByLabel('A file', { exact: true }).setInputFiles(file(10));
    await press(tab, 'Keep it');
    await tab.getByLabel('A file', { exact: true }).setInputFiles(file(1 << 20));
    await answer(tab, 'What the bones do', 'larger than 64 KiB');
    assert.equal(await tab.getByLabel('Contents of the file').inputValue(), faces);
    // What is too long for a link stays, and Back goes where one was.
    await tab.getByLabel('Contents of the file').fill(`${faces} # ${'long '.repeat(6000)}`);
    await tab.getByText('too long for a link').waitFor();
    await visit(tab, 'A cast');
    await answer(tab, 'The odds of this cast', '6431: Venus');
    await tab.goBack();
    await tab.getByLabel('Contents of the file').waitFor();
    assert.match(await tab.getByLabel('Contents of the file').inputValue(), /long long/);
    await tab.finish();
    // Where nothing can be kept, that is said.
    const full = await opened();
    await full.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; });
    await full.getByLabel('Tap my throws').check();
    for (const face of '13') await press(full, `It shows the ${face}`, false);
    await full.getByText('keeps nothing for this page').waitFor();
    await visit(full, 'A cast');
    await full.getByText('thrown 2 times').waitFor();
    await full.reload();
    await full.getByText('thrown 2 times').waitFor();
    await full.finish();
  },

  // A link within the page of the evening leads to its place there, and the page can still be printed.
  async frame() {
    const tab = await opened('#at=tonight');
    await answer(tab, 'The evening at a glance', 'Aulus');
    await press(tab, 'The page of the evening');
    const page = tab.frameLocator('iframe');
    await page.getByText('The evening at a glance').waitFor();
    const links = page.locator('a[href]');
    for (let place = 0; place < await links.count(); place += 1) {
      const href = await links.nth(place).getAttribute('href');
      await links.nth(place).click();
      if (href.startsWith('#')) await tab.waitForFunction((id) => { const { top } = document.querySelector('iframe').contentDocument.getElementById(id).getBoundingClientRect(); return top < 620 && top > -10; }, href.slice(1));
      else {
        await page.locator('svg').first().waitFor();
        await press(tab, 'The page of the evening');
        await page.getByText('The evening at a glance').waitFor();
      }
    }
    await tab.evaluate(() => { document.querySelector('iframe').contentWindow.print = () => { window.isPrinted = true; }; });
    await press(tab, 'Print');
    assert.ok(await tab.evaluate(() => window.isPrinted));
    await tab.finish();
  },

  // What is typed is taken as it is, or told; and what is shown is what is asked.
  async told() {
    const tab = await opened('#b=class', { viewport: DESK });
    const type = async (thrower, counts) => { for (const [place, face] of [1, 3, 4, 6].entries()) await tab.getByLabel(`Thrower ${thrower}, ${face}`, { exact: true }).fill(counts[place]); };
    const refused = (label, words) => answered(tab, label).locator('.error', { hasText: words }).waitFor();
    await type(1, ['10', '20', '30', '40']);
    for (const wrong of ['abc', '1.5', '-3', '1e3', '9999999', '1 2']) {
      await type(2, ['1', wrong, '3', '4']);
      await tab.getByText(`Thrower 2, 3 (“${wrong}”)`).waitFor();
      await answer(tab, 'What the bones do', '100 throws');
      await tab.getByText('Together: 1: 10, 3: 20, 4: 30, 6: 40').waitFor();
    }
    // It is there again, and still told.
    await visit(tab, 'A cast');
    await tab.getByText('thrown 100 times').waitFor();
    await visit(tab, 'My bones');
    await tab.getByText('Thrower 2, 3 (“1 2”)').waitFor();
    await tab.getByLabel('Thrower 2, 3', { exact: true }).fill('2');
    await answer(tab, 'What the bones do', '110 throws');
    assert.equal(await tab.getByText('Whoever has one is left out').isVisible(), false);
    await tab.getByLabel('Four weights').check();
    await tab.getByLabel('3, concave', { exact: true }).fill('');
    await refused('What the bones do', '3');
    await tab.getByLabel('Ready-made').check();
    // An evening.
    await visit(tab, 'Tonight');
    await tab.getByLabel('Time available, in minutes').fill('-5');
    await refused('The evening at a glance', 'Time available, in minutes: “-5” is no whole number');
    await tab.getByLabel('Time available, in minutes').fill('90');
    await answer(tab, 'The evening at a glance', 'Aulus');
    await tab.getByLabel('Purse of player 1', { exact: true }).fill('1.5');
    await refused('The evening at a glance', 'Purse of Aulus: “1.5” is no whole number');
    // House rules are the program's to judge.
    await visit(tab, 'A game');
    await tab.getByText(/^House rules/).click();
    await tab.getByLabel('fee', { exact: true }).fill('-3');
    await refused('The answer', 'fee');
    // No hand is shown that is not asked about.
    await visit(tab, 'Best play');
    await choose(tab, 'Game', 'mendax-single');
    assert.equal(await tab.getByRole('group', { name: 'Your hand' }).getByRole('button', { name: 'take away' }).count(), 0);
    await press(tab, 'Your hand: a 6', false);
    await answer(tab, 'Every option', '6 v 4');
    await press(tab, 'Your hand: clear');
    await answer(tab, 'Every option', 'Tap your hand');
    await choose(tab, 'Game', 'coin-tali');
    await press(tab, 'What the bones show: a 4', false);
    await answer(tab, 'Every option', 'Tap what all four bones show');
    await press(tab, 'What the bones show: clear');
    await tab.getByLabel('Round pot', { exact: true }).fill('ten');
    await refused('Every option', '`ten`');
    await choose(tab, 'Game', 'mendax-common');
    await tab.getByLabel('What it was called', { exact: true }).fill('S16');
    await answer(tab, 'Every option', 'Say the hand that you accepted');
    // The board that is shown is the one that the house rules begin with.
    await choose(tab, 'Game', 'latrunculi');
    await answer(tab, 'Every option', 'latrunculi');
    await tab.getByText(/^House rules/).click();
    await tab.getByLabel('board', { exact: true }).fill('8x8');
    await tab.waitForFunction(() => !document.querySelector('[aria-label^="l1:"]') && document.querySelector('[aria-label^="h1:"]'));
    await tab.getByLabel('In notation').fill('nonsense');
    await tab.getByText('in its notation alone').waitFor();
    await tab.finish();
  },

  // The end of a game that is too long for a phone is solved here.
  async ends() {
    const tab = await opened('#at=best&bg=aseb&best.pos=3%2C7%2B3%2F4%2C9%2B3');
    await answer(tab, 'Every option', '51.89 %');
    await tab.finish();
  },

  // Everything can be read, at any width, light and dark; nothing jumps.
  async readable() {
    const axe = fs.readFileSync(process.env.AXE, 'utf8');
    // Bones can be chosen before a slow engine is ready, and nothing jumps once it is.
    const slow = await opened('#at=bones', { slow: 700 });
    await answer(slow, 'What the bones do', 'Venus');
    await stands(slow, 'bones, slow');
    await slow.finish();
    for (const viewport of [PHONE, DESK]) {
      for (const colorScheme of ['light', 'dark']) {
        for (const at of SECTIONS) {
          const about = `${at}, ${viewport.width}, ${colorScheme}`;
          const tab = await opened(`#at=${at}`, { viewport, colorScheme });
          await anyAnswer(tab);
          await settled(tab);
          await stands(tab, about);
          const seen = await tab.evaluate(() => ({
            wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            small: [...document.querySelectorAll('body *')].filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && element.checkVisibility() && !element.closest('script, style, title, desc, option'))
              .map((element) => {
                const svg = element.closest('svg');
                const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
                return [parseFloat(getComputedStyle(element).fontSize) * scale, element.textContent.slice(0, 40)];
              }).filter(([size]) => size < 13.99),
          }));
          assert.ok(seen.wide <= 0, `${about}: ${seen.wide} px wider than the screen`);
          assert.deepEqual(seen.small, [], `${about}: small text`);
          await tab.evaluate(axe);
          const found = await tab.evaluate(async () => (await axe.run(document, { iframes: false })).violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`)));
          assert.deepEqual(found, [], about);
          await tab.finish();
        }
      }
    }
  },

  // All of it by the keyboard alone.
  async keyboard() {
    const tab = await opened();
    await anyAnswer(tab);
    const focused = () => tab.evaluate(() => document.activeElement.textContent || document.activeElement.value);
    await tab.keyboard.press('Tab');
    assert.equal(await focused(), 'My bones');
    for (let more = 0; more < 1; more += 1) await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    await answer(tab, 'The odds of this cast', '6431: Venus');
    assert.equal(await tab.evaluate(() => document.activeElement.id), 'main');
    const seen = new Set();
    for (let steps = 0; steps < 40; steps += 1) {
      await tab.keyboard.press('Tab');
      seen.add(await tab.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent));
    }
    for (const name of ['What the bones show: take away the 6', 'What the bones show: a 4, convex', 'What the bones show: clear', 'canis']) assert.ok(seen.has(name), `${name} is not reached: ${[...seen]}`);
    // An arrow goes on among radio buttons, and a board keeps its place.
    await tab.goto('about:blank');
    await tab.goto(`${address}#at=best&bg=latrunculi`);
    await tab.getByRole('button', { name: 'a3: empty' }).focus();
    await tab.keyboard.press('Enter');
    assert.equal(await tab.evaluate(() => document.activeElement.getAttribute('aria-label')), 'a3: black stone');
    await tab.finish();
  },

  // The engine in the page answers what the program answers.
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

  // A picture of every screen.
  async pictures() {
    // Each with what stands at the top of its picture.
    const shots = {
      bones: ['#b=taps&taps=13.41.36.10&bn=goat+bones', '.big'], cast: ['#at=cast&c=6431', 'h2'], game: ['#at=game&g=augustus&n=4&who=Aulus%2CBrutus%2CCato%2CDecimus', '.answers'],
      best: ['#at=best&bg=mancala', 'fieldset'], tonight: ['#at=tonight', '.answers'], own: ['#at=own', 'h2'],
    };
    for (const [name, [hash, top]] of Object.entries(shots)) {
      const tab = await opened(hash, { viewport: { width: 420, height: 900 } });
      await anyAnswer(tab);
      await settled(tab);
      await tab.locator(`main ${top}`).first().evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 16));
      await tab.screenshot({ path: path.join(folder, `pocket-${name}.png`) });
      await tab.finish();
    }
    // Three of them side by side.
    const tab = await opened('', { viewport: { width: 1320, height: 660 } });
    const shown = ['bones', 'cast', 'game'].map((name) => `data:image/png;base64,${fs.readFileSync(path.join(folder, `pocket-${name}.png`)).toString('base64')}`);
    await tab.goto('about:blank');
    await tab.setContent(`<body style="margin:10px;background:#d8d4cb;display:flex;gap:20px">${shown.map((source) => `<img src="${source}" style="border-radius:14px;width:420px;height:640px;object-fit:cover;object-position:top">`).join('')}</body>`);
    await tab.locator('img').last().evaluate((image) => image.decode());
    await tab.screenshot({ path: path.join(folder, 'pocket.png') });
    await tab.finish();
  },

  // How long it takes to the first answer, and to one of every game of chance; told, and held to nothing.
  async times() {
    for (const slower of [1, 4]) {
      const tab = await opened('');
      const session = await tab.context().newCDPSession(tab);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      await tab.goto('about:blank');
      await tab.goto(address);
      await tab.locator('.figure svg').waitFor();
      const first = await tab.evaluate(() => performance.now());
      console.log(`${slower} times slower: first picture after ${Math.round(first)} ms`);
      const took = await tab.evaluate(async () => {
        const took = {};
        const time = async (words) => {
          const began = performance.now();
          await engine.ask([...words, '--format', 'html', '--chart', 'chart.svg']);
          return Math.round(performance.now() - began);
        };
        for (const { game, policies } of (await engine.json(['games'])).games) {
          if (policies) continue;
          took[game] = await time(['balance', game]);
          took[`${game} won`] = await time(['win', game, '--games', '20000']);
        }
        return took;
      });
      console.log(took);
      await tab.finish();
    }
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
