/** Types into an input as a person does: keys, `beforeinput`, `input`, and at last `change` and `blur`. */
export async function typeText(input: HTMLInputElement, text: string): Promise<void> {
  // jsdom and happy-dom have none. The elements then write the value themselves.
  input.ownerDocument.execCommand ??= () => false;
  input.focus();
  input.select();
  if (text === '' && input.value !== '') edit(input, 'deleteContentBackward', '');
  for (const character of text) {
    const isAllowed = send(input, 'KeyboardEvent', 'keydown', { key: character, cancelable: true });
    if (isAllowed) edit(input, 'insertText', character);
    send(input, 'KeyboardEvent', 'keyup', { key: character });
  }
  send(input, 'Event', 'change', { composed: false });
  input.blur();
  // Elements render in a microtask.
  await new Promise((resolve) => setTimeout(resolve));
}

function edit(input: HTMLInputElement, inputType: string, data: string): void {
  const change = { inputType, data: data || null };
  if (!send(input, 'InputEvent', 'beforeinput', { ...change, cancelable: true })) return;
  const { selectionStart, selectionEnd, value } = input;
  input.setRangeText(data, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  send(input, 'InputEvent', 'input', change);
}

/** Dispatches an event of the input's own page, which may be a frame. */
function send(
  input: HTMLInputElement,
  kind: 'Event' | 'InputEvent' | 'KeyboardEvent',
  type: string,
  options: KeyboardEventInit & InputEventInit,
): boolean {
  const view = input.ownerDocument.defaultView ?? globalThis;
  return input.dispatchEvent(new view[kind](type, { bubbles: true, composed: true, ...options }));
}
