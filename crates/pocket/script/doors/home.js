// ---- The first screen ----
import { bones, drawnBone, kindOfBones, nameOfBones } from '../bones.js';
import { el } from '../elements.js';
import { engine } from '../engine.js';
import { DOORS } from '../main.js';
import { oneIn, oneInBetween } from '../words.js';

export function homeDoor({ link, handing }) {
  const venus = el('p', { class: 'venus', role: 'status' }, ' ');
  const { words, files } = bones();
  engine.json(['venus', ...words], files).then(({ probability, posterior }) => {
    const chance = posterior ? oneInBetween(posterior.credible) : oneIn(probability.value).replace('1 in', '1 throw in');
    venus.textContent = `Venus, four different sides: ${chance}${kindOfBones() === 'preset' ? '' : ` with ${nameOfBones()}`}`;
  }).catch(({ message }) => { venus.textContent = message; });
  const large = ['fair', 'best', 'bones'].map((at) => link(at, [el('b', {}, DOORS[at].title), el('small', {}, DOORS[at].about)], 'door'));
  const small = ['tonight', 'own', 'cast'].map((at) => link(at, DOORS[at].title, 'small'));
  return [el('div', { class: 'home' }, el('div', { class: 'drawn', 'aria-hidden': 'true' }, ['1', '3', '4', '6'].map((face) => drawnBone(face))),
    el('h1', {}, 'Odds for games with knucklebones: your bones, your rules, your table.'), venus,
    el('nav', { class: 'doors', 'aria-label': 'What do you want to know?' }, large), el('nav', { class: 'smaller', 'aria-label': 'More' }, small), handing())];
}
