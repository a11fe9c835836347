// ---- On paper ----

// Prints this page, of which only these elements are seen.
export function printed(element) {
  element.classList.add('printed');
  document.body.classList.add('printing');
  window.print();
  document.body.classList.remove('printing');
  element.classList.remove('printed');
}
