// ---- Sharing ----
import { briefly, button, el, input, labelled, redraw, saving, svg } from './elements.js';
import { FACES, sideOf } from './bones.js';
import { engine } from './engine.js';
import { asCode, fromCode, get, handedOn, set, takeHandedOn } from './set.js';

// The HTML of the page in its initial state, with the current settings.
async function copyOfPage() {
  const page = document.documentElement.cloneNode(true);
  page.querySelector('#main').replaceChildren();
  page.querySelector('#top').replaceChildren();
  page.querySelector('#said').textContent = '';
  page.querySelector('#notice').replaceChildren();
  page.querySelector('#given').textContent = JSON.stringify([...handedOn(), ...owner()]).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>\n${page.outerHTML}`;
}

// The name of the owner, shown to the people who open the copy.
const owner = () => (get('bn') ? [['by', get('bn')]] : []);

// The settings saved in this copy of the page.
export const given = () => JSON.parse(document.getElementById('given').textContent || '[]');

export function handingOn({ remembered, opened }) {
  const box = el('div', { class: 'inside' });
  const details = el('details', { class: 'handing', ontoggle: () => { if (details.open) fill(); } }, el('summary', {}, 'Share'), box);

  async function fill() {
    const pairs = [...handedOn(), ...owner()];
    const code = await asCode(pairs);
    const isOnline = /^https?:/.test(location.protocol);
    const link = `${location.href.split('#')[0]}#${new URLSearchParams(pairs)}`;
    const shown = isOnline && link.length < code.length + 60 + location.href.length ? link : isOnline ? `${location.href.split('#')[0]}#code=${code}` : code;
    const qr = await engine.qr(shown).catch(() => null);
    const copy = (text) => async (event) => {
      const pressed = event.currentTarget;
      try {
        await navigator.clipboard.writeText(text);
        briefly(pressed, 'Copied');
      } catch {
        field.select();
        briefly(pressed, 'Copy the selected text below');
      }
    };
    const field = el('textarea', { readonly: true, rows: '3', class: 'code' });
    field.value = isOnline ? shown : code;
    let typed = '';
    const wrong = el('p', { class: 'error', role: 'status' });
    redraw(box,
      el('p', {}, 'This includes all settings: bones, guests, house rules and your own games.'),
      el('div', { class: 'buttons' }, saving('Save a copy of this page with all settings', 'knucklebones.html', copyOfPage, 'text/html'), button(isOnline ? 'Copy the link' : 'Copy the code', copy(field.value)), button('A result card', () => card(box, remembered()))),
      labelled(isOnline ? 'A link that opens all of this' : 'A code to paste into this page on another device', field),
      qr && el('div', { class: 'qr' }, svg('svg', { viewBox: `-2 -2 ${qr.size + 4} ${qr.size + 4}`, role: 'img', 'aria-label': 'QR code' }, svg('rect', { x: -2, y: -2, width: qr.size + 4, height: qr.size + 4, fill: '#fff' }), svg('path', { d: qr.path, fill: '#000' }))),
      labelled('Open a code or a link', input('', (text) => { typed = text; })), wrong,
      button('Open it', async () => {
        const pairs = await fromCode(typed);
        if (!pairs?.length) { wrong.textContent = 'This is not a complete code from this page.'; return; }
        takeHandedOn(pairs);
        if (!get('by') && get('bn')) set('by', get('bn'));
        opened();
      }));
  }
  return details;
}

// ---- A card to save as a picture ----

const PAPER = '#f6f3ec';
const INK = '#2b2620';

// The lines of the card: the bones, Venus, and the last verdict on a game.
const lines = ({ bones, venus, game, headline, lines: verdict = [] }) => [bones && `With ${bones}`, venus && `Venus: ${venus}`, game && `${game}: ${headline}`, ...(game ? verdict.slice(0, 2) : [])].filter(Boolean);

function card(element, remembered) {
  const texts = lines({ ...remembered, bones: get('bn') || null });
  const canvas = el('canvas', { width: 1080, height: 1080, role: 'img', 'aria-label': texts.join('. ') });
  const draw = canvas.getContext('2d');
  draw.fillStyle = PAPER;
  draw.fillRect(0, 0, 1080, 1080);
  FACES.forEach((face, at) => {
    const { outline, within } = sideOf(face);
    draw.save();
    draw.translate(120 + at * 220, 90);
    draw.scale(5, 5);
    draw.lineWidth = 1.4;
    draw.strokeStyle = '#6b5a3a';
    draw.fillStyle = '#eadfc6';
    draw.fill(new Path2D(outline));
    draw.stroke(new Path2D(outline));
    draw.stroke(new Path2D(within));
    draw.restore();
  });
  draw.fillStyle = INK;
  let y = 500;
  texts.forEach((line, at) => {
    draw.font = `${at < 2 ? '600 56px' : '44px'} system-ui, sans-serif`;
    for (const part of wrapped(draw, line, 900)) {
      if (y < 990) draw.fillText(part, 90, y);
      y += at < 2 ? 70 : 58;
    }
    y += 20;
  });
  draw.font = '32px system-ui, sans-serif';
  draw.fillStyle = '#6b5a3a';
  draw.fillText('Odds for games with knucklebones', 90, 1040);
  element.querySelector('.card')?.remove();
  element.append(el('div', { class: 'card' }, canvas, saving('Save the picture', 'knucklebones.png', () => new Promise((done) => { canvas.toBlob(done, 'image/png'); }), 'image/png')));
  element.querySelector('.card').scrollIntoView({ block: 'nearest' });
}

function wrapped(draw, text, width) {
  const rows = [''];
  for (const word of text.split(' ')) {
    const longer = `${rows.at(-1)} ${word}`.trim();
    if (draw.measureText(longer).width <= width) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}
