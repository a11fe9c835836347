// ---- DOM helpers ----

// Flattens the children of an element, without false, null and undefined.
export const flat = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

// Creates an element with attributes, listeners (`onclick`) and children.
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// The same for SVG.
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...flat(children));
  return element;
}

let last = 0;
export const unique = () => `n${(last += 1)}`;

// Replaces the children of an element. The focus moves to the new control of the same name, or else to the element.
export function redraw(element, ...children) {
  const active = element.contains(document.activeElement) && document.activeElement !== element ? document.activeElement : null;
  const name = active && nameOf(active);
  const caret = active?.matches('input[type=text], textarea') ? [active.selectionStart, active.selectionEnd] : null;
  element.replaceChildren(...flat(children));
  if (!active || element.contains(document.activeElement)) return;
  const same = [...element.querySelectorAll('button, input, select, textarea, summary, a')].find((other) => nameOf(other) === name && !other.disabled);
  if (!same) element.tabIndex = -1;
  (same ?? element).focus({ preventScroll: true });
  if (same && caret) same.setSelectionRange(...caret);
}

// The name of a control, up to a colon, after which it changes.
const nameOf = (control) => control.dataset.name ?? (control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent).split(':')[0];

// A control with its label above.
export function labelled(label, control, help = null) {
  control.id ||= unique();
  let about = null;
  if (help) {
    about = el('span', { class: 'help', id: unique() }, help);
    control.setAttribute('aria-describedby', about.id);
  }
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control, about);
}

export function choice(options, chosen, onchange) {
  const select = el('select', { onchange: () => onchange(select.value) });
  for (const [value, title] of options) select.append(el('option', { value }, title));
  select.value = options.some(([value]) => value === chosen) ? chosen : options[0]?.[0] ?? '';
  return select;
}

export function input(value, oninput, attributes = {}) {
  const field = el('input', { type: 'text', value, autocomplete: 'off', spellcheck: 'false', ...attributes, oninput: () => oninput(field.value) });
  return field;
}

export function button(title, onclick, attributes = {}) {
  return el('button', { type: 'button', onclick, ...attributes }, title);
}

// A group of radio buttons.
export function radios(legend, options, chosen, onchange) {
  const name = unique();
  return el('fieldset', { class: 'radios' }, el('legend', {}, legend), options.map(([value, title]) => {
    const radio = el('input', { type: 'radio', name, id: unique(), checked: value === chosen, onchange: () => onchange(value) });
    return el('span', {}, radio, el('label', { for: radio.id }, title));
  }));
}

// A whole number between minus and plus buttons.
export function stepper(label, value, least, most, onchange, shownLabel = label) {
  let now = value;
  const shown = el('output', {}, String(now));
  const step = (by) => {
    const next = Math.max(least, Math.min(most, now + by));
    if (next === now) return;
    now = next;
    shown.textContent = now;
    onchange(now);
  };
  return el('div', { class: 'stepper', role: 'group', 'aria-label': label }, el('span', { class: 'label', 'aria-hidden': 'true' }, shownLabel),
    button('−', () => step(-1), { 'aria-label': `${label}, one less` }), shown, button('+', () => step(1), { 'aria-label': `${label}, one more` }));
}

// Asks for confirmation.
export function asking(element, words, yes, no, onyes) {
  redraw(element, el('div', { class: 'ask', role: 'alert' }, el('p', {}, words),
    el('div', { class: 'buttons' }, button(yes, () => { element.replaceChildren(); onyes(); }, { class: 'main' }), button(no, () => element.replaceChildren()))));
}

// Announces words to screen readers.
export function say(words) {
  document.getElementById('said').textContent = words;
}

// A button that saves a file. The contents may be a function that makes them.
export function saving(title, name, contents, type = 'text/plain') {
  const pressed = button(title, async () => {
    const made = typeof contents === 'function' ? await contents() : contents;
    if (!made) return;
    const url = URL.createObjectURL(made instanceof Blob ? made : new Blob([made], { type }));
    el('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    briefly(pressed, 'Saved');
  });
  return pressed;
}

// Shows for a moment on a button what it did.
export function briefly(pressed, words) {
  const title = pressed.textContent;
  pressed.textContent = words;
  say(words);
  setTimeout(() => { pressed.textContent = title; }, 1500);
}

export const between = (least, most) => Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index);
