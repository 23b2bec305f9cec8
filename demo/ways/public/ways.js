// @ts-check
/** The script of the picker and of the code view: opens a way when it is chosen, and copies code. */
for (const picker of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('.way-picker'))) {
  const select = /** @type {HTMLSelectElement} */ (picker.querySelector('select'));
  // With arrow keys a browser fires `change` for each row, so the page then opens by the button or by Enter.
  let isTyping = false;
  select.addEventListener('keydown', () => (isTyping = true));
  select.addEventListener('pointerdown', () => (isTyping = false));
  select.addEventListener('change', () => {
    if (!isTyping && select.value) location.assign(select.value);
  });
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-copy]'))) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button, button.dataset.copy ?? ''));
}

/**
 * Copies a text, and shows on the button for a moment that it is copied.
 * @param {HTMLButtonElement} button
 * @param {string} text
 */
export async function copy(button, text) {
  const name = (button.dataset.name ??= button.textContent ?? '');
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => (button.textContent = name), 1500);
}
