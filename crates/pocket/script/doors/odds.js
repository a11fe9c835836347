// ---- Odds of a throw ----
import { answering, asked, experts, headlined, more, picture, tables } from '../answers.js';
import { FACES, bones, bonesInWords, cast } from '../bones.js';
import { button, el, input, labelled, redraw } from '../elements.js';
import { NONE, get, set } from '../set.js';
import { bonesChip, setup } from '../table.js';
import { capital, counted, oneIn, percent } from '../words.js';

export function oddsDoor({ go }) {
  const answer = answering('The odds of this throw');
  const event = answering('The odds of this event');
  const tapping = el('div');
  const { words, files } = bones();
  const shownFaces = () => [...get('c', '6431')].filter((face) => FACES.includes(face)).slice(0, 4).join('');
  const draw = () => redraw(tapping, cast('Four bones', shownFaces(), 4, (text) => { set('c', text || NONE); draw(); tell(); }));
  const tell = () => {
    const text = shownFaces();
    if (text.length !== 4) { answer.show(el('p', { class: 'note' }, 'Tap what the four bones show.')); return; }
    answer.ask({ key: 'odds', work: async (ask) => {
      const all = (await asked(ask, ['casts', ...words], files, { screen: null })).said.casts;
      const sorted = [...text].sort().reverse().join('');
      const found = all.find(({ cast: other }) => other === sorted);
      const answered = await asked(ask, ['odds', sorted, `rank>${found.rank}`, `rank=${found.rank}`, ...words], files);
      const beaten = all.filter(({ rank }) => rank > found.rank);
      const chance = beaten.reduce((sum, { probability }) => sum + probability.value, 0);
      const name = found.kind === 'void' ? 'No special throw' : capital(found.kind);
      return [headlined(`${name}: ${oneIn(found.probability.value)}`, [`${sorted} comes up in ${percent(found.probability.value)} of throws with ${bonesInWords()}.`,
        beaten.length ? `${beaten.length === 1 ? beaten[0].cast : counted(beaten.length, 'throw')} of ${all.length} beat${beaten.length === 1 ? 's' : ''} it: ${percent(chance)} of throws.` : 'Nothing beats it.']),
      more('More figures', () => [picture(answered), tables(answered.sheets)]), experts([answered])];
    } });
  };
  const ask = () => {
    const text = get('e').trim();
    if (!text) { event.show(); return; }
    const asks = text.startsWith('-') ? ['odds', ...words, '--', text] : ['odds', text, ...words];
    event.ask({ key: 'event', work: async (engineAsk) => {
      const answered = await asked(engineAsk, asks, files);
      const chance = answered.said.events?.[0]?.probability?.value ?? answered.said.probability?.value;
      return [typeof chance === 'number' && headlined(`${text}: ${oneIn(chance)}`, [`${percent(chance)} of throws.`]), more('More figures', () => [picture(answered), tables(answered.sheets)]), experts([answered])];
    } });
  };
  const field = input(get('e'), (text) => { set('e', text); ask(); }, { maxlength: '400' });
  const kinds = ['venus', 'senio', 'vultures', 'canis'].map((kind) => button(capital(kind), () => { field.value = kind; set('e', kind); ask(); }));
  draw();
  requestAnimationFrame(() => { tell(); ask(); });
  return [el('div', { class: 'setup' }, tapping, setup([bonesChip(go)]),
    el('div', { class: 'taps' }, kinds), labelled('Any other event', field, 'A throw, or a comparison such as sum>=14, 6>=2 or rank>4. Combine them with and, or, not.')), el('div', {}, answer.element, event.element)];
}
