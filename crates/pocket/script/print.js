// ---- Printing ----

// Prints only this element of the page.
export function printed(element) {
  element.classList.add('printed');
  document.body.classList.add('printing');
  window.print();
  document.body.classList.remove('printing');
  element.classList.remove('printed');
}
