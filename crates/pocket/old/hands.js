'use strict';

// ---- What to do with what you know, tapped step by step ----

// A position as the steps that lead to it, each with what it is about and what it is: `seat=1 card=2 after=check,bet`.
function stepsOf(position) {
  return [...position.matchAll(/(\S+?)=(?:"([^"]*)"|(\S+))/g)].flatMap(([, name, quoted, plain]) => {
    const value = quoted ?? plain;
    if (name === 'seat') return [['You are', `seat ${value}`]];
    return name === 'after' ? value.split(',').map((done) => ['Then', done]) : [[name.replaceAll('_', ' '), value]];
  });
}

// Taps that lead to one of these positions, which is then put somewhere.
function handControls(positions, put) {
  const all = positions.map((position) => ({ position, steps: stepsOf(position) }));
  const place = el('fieldset');
  const tapped = [];
  function draw() {
    const groups = [];
    let left = all;
    for (let depth = 0; left.some(({ steps }) => steps.length > depth); depth++) {
      const ways = new Map(left.map(({ steps }) => [steps[depth]?.join(' ') ?? '', steps[depth]]));
      const [about] = left.find(({ steps }) => steps[depth]).steps[depth];
      if (ways.size === 1) { tapped[depth] = [...ways.keys()][0]; continue; }
      const now = tapped[depth];
      groups.push(radios(about, [...ways].map(([way, step]) => [way, step ? step[1] : 'now it is your turn']), now, (way) => { tapped.length = depth; tapped[depth] = way; draw(); }));
      if (!ways.has(now)) { left = []; break; }
      left = left.filter(({ steps }) => (steps[depth]?.join(' ') ?? '') === now);
    }
    place.replaceChildren(el('legend', {}, 'What you know'), ...groups);
    if (left.length === 1) put(left[0].position);
  }
  draw();
  return place;
}
