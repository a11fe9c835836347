// Examines how a browser shows a page. Runs outside of the page, on frames of several widths that contain it.
function luminance([r, g, b]) {
  const part = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}
function colour(text) {
  const numbers = text.match(/[\d.]+/g).map(Number);
  return { rgb: numbers.slice(0, 3), opaque: numbers.length < 4 || numbers[3] > 0.99 };
}
function background(view, element) {
  for (let at = element; at; at = at.parentElement) {
    const found = colour(view.getComputedStyle(at).backgroundColor);
    if (found.opaque) return found.rgb;
  }
  return [255, 255, 255];
}
function faint(view, doc) {
  const found = [];
  const walker = doc.createTreeWalker(doc.body, 4);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim()) continue;
    const style = view.getComputedStyle(element);
    if (style.display === "none" || style.visibility === "hidden") continue;
    const ink = colour(element.namespaceURI.endsWith("svg") ? style.fill : style.color).rgb;
    const [one, two] = [luminance(ink), luminance(background(view, element))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.push(`${ratio.toFixed(2)}: ${walker.currentNode.textContent.trim().slice(0, 40)}`);
  }
  return found;
}
// The rectangles of the lines of an element's text: next to floats, they differ from the element's box.
function lines(doc, element) {
  const found = [], walker = doc.createTreeWalker(element, 4), range = doc.createRange();
  while (walker.nextNode()) { range.selectNodeContents(walker.currentNode); found.push(...range.getClientRects()); }
  return found;
}
function covered(view, all) {
  const floats = (e) => view.getComputedStyle(e).float !== "none";
  const boxes = (parent) => [...parent.children].filter((e) => e.namespaceURI.endsWith("xhtml")).filter((e) => {
    const style = view.getComputedStyle(e);
    return style.position === "static" && !/inline|none|contents/.test(style.display);
  }).map((e) => [e, e.getBoundingClientRect()]);
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const told = (e) => `${e.tagName} ${e.className}: ${e.textContent.trim().slice(0, 30)}`;
  return all.flatMap((parent) => {
    const found = boxes(parent);
    const meet = ([one, a], [other, b]) => overlap(a, b) && (floats(one) === floats(other)
      || lines(view.document, floats(one) ? other : one).some((line) => overlap(line, floats(one) ? a : b)));
    return found.flatMap(([one, a], place) => found.slice(place + 1).filter((other) => meet([one, a], other))
      .map(([other]) => `${told(one)} | ${told(other)}`));
  });
}
function examined(frame) {
  const view = frame.contentWindow, doc = frame.contentDocument, width = doc.documentElement.clientWidth;
  const all = [...doc.body.querySelectorAll("*")];
  const wide = all.filter((e) => !e.closest(".table") && e.getBoundingClientRect().right > width + 1);
  const hides = (e) => /hidden|clip/.test(view.getComputedStyle(e).overflowX) && e.clientWidth > 2;
  const levels = [...doc.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((h) => Number(h.tagName[1]));
  const ids = all.map((e) => e.id).filter(Boolean);
  return {
    width,
    scrolls: doc.documentElement.scrollWidth > width,
    wide: wide.map((e) => e.tagName + ": " + e.textContent.slice(0, 40)),
    dark: view.matchMedia("(prefers-color-scheme: dark)").matches,
    scripts: doc.querySelectorAll("script").length,
    ran: view.hacked === undefined && window.hacked === undefined ? 0 : 1,
    requests: view.performance.getEntriesByType("resource").map((e) => e.name),
    handlers: [...doc.querySelectorAll("*")].filter((e) => [...e.attributes].some((a) => a.name.startsWith("on"))).length,
    lang: doc.documentElement.lang,
    title: doc.title,
    headings: levels,
    jumps: levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1).length,
    pictures: doc.querySelectorAll("svg:not([aria-hidden]), img").length,
    unnamed: [...doc.querySelectorAll("svg, img")].filter(
      (e) => !e.closest("[aria-hidden]") && !e.getAttribute("aria-label") && !e.getAttribute("alt")).length,
    tables: doc.querySelectorAll("table").length,
    unheaded: [...doc.querySelectorAll("table")].filter((t) => !t.querySelector("th[scope]")).length,
    twice: ids.filter((id, place) => ids.indexOf(id) !== place),
    lost: [...doc.querySelectorAll("a[href^='#']")].filter((a) => !doc.getElementById(a.getAttribute("href").slice(1))).length,
    faint: faint(view, doc),
    covered: covered(view, all),
    cut: all.filter((e) => hides(e) && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim().slice(0, 40)),
    names: [...doc.querySelectorAll("bdi")].map((e) => e.textContent),
  };
}
window.addEventListener("load", () => {
  const frames = [...document.querySelectorAll("iframe")];
  const said = JSON.stringify(frames.map(examined));
  document.body.textContent = "EXAMINED" + said + "END";
});
