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
  const lying = () => [...get('c', '6431')].filter((face) => FACES.includes(face)).slice(0, 4).join('');
  const draw = () => redraw(tapping, cast('Four bones', lying(), 4, (text) => { set('c', text || NONE); draw(); tell(); }));
  const tell = () => {
    const text = lying();
    if (text.length !== 4) { answer.show(el('p', { class: 'note' }, 'Tap what the four bones show.')); return; }
    answer.ask({ key: 'odds', work: async (ask) => {
      const all = (await asked(ask, ['casts', ...words], files, { screen: null })).said.casts;
      const sorted = [...text].sort().reverse().join('');
      const lies = all.find(({ cast: other }) => other === sorted);
      const told = await asked(ask, ['odds', sorted, `rank>${lies.rank}`, `rank=${lies.rank}`, ...words], files);
      const beaten = all.filter(({ rank }) => rank > lies.rank);
      const chance = beaten.reduce((sum, { probability }) => sum + probability.value, 0);
      const name = lies.kind === 'void' ? 'nothing that counts' : capital(lies.kind);
      return [headlined(`${name}: ${oneIn(lies.probability.value)}`, [`${sorted} comes up in ${percent(lies.probability.value)} of throws with ${bonesInWords()}.`,
        beaten.length ? `${beaten.length === 1 ? beaten[0].cast : counted(beaten.length, 'throw')} of ${all.length} beat${beaten.length === 1 ? 's' : ''} it: ${percent(chance)} of throws.` : 'Nothing beats it.']),
      more('More figures', () => [picture(told), tables(told.sheets)]), experts([told])];
    } });
  };
  const ask = () => {
    const text = get('e').trim();
    if (!text) { event.show(); return; }
    const asks = text.startsWith('-') ? ['odds', ...words, '--', text] : ['odds', text, ...words];
    event.ask({ key: 'event', work: async (engineAsk) => {
      const told = await asked(engineAsk, asks, files);
      const chance = told.said.events?.[0]?.probability?.value ?? told.said.probability?.value;
      return [typeof chance === 'number' && headlined(`${text}: ${oneIn(chance)}`, [`${percent(chance)} of throws.`]), more('More figures', () => [picture(told), tables(told.sheets)]), experts([told])];
    } });
  };
  const field = input(get('e'), (text) => { set('e', text); ask(); }, { maxlength: '400' });
  const kinds = ['venus', 'senio', 'vultures', 'canis'].map((kind) => button(capital(kind), () => { field.value = kind; set('e', kind); ask(); }));
  draw();
  requestAnimationFrame(() => { tell(); ask(); });
  return [el('div', { class: 'setup' }, tapping, setup([bonesChip(go)]),
    el('div', { class: 'taps' }, kinds), labelled('Any other event', field, 'A throw, or a comparison: sum>=14, 6>=2, rank>4; joined by and, or, not.')), el('div', {}, answer.place, event.place)];
}
