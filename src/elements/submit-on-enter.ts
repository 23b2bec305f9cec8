/**
 * The one rule for an Enter that pays, saves or submits. It follows the browsers' implicit submission, which they do at
 * `keypress`: that event does not come if a listener has used the `keydown`, or if the Enter ends a composition (`isComposing`;
 * in Safari `keyCode` 229). Inputs in a shadow root have no form, so the browser does not do it for them.
 */

/** Inputs that an Enter presses or opens. */
const BUTTONS = /^(button|color|file|image|reset|submit)$/;
/** Inputs of which a form without a button may have only one. */
const TEXTS = /^(date|datetime-local|email|month|number|password|search|tel|text|time|url|week)$/;

/**
 * Calls `act` if a person has pressed Enter in an input, and no listener has used the key, wherever it listens. A key that is
 * held down counts once, for the browser too.
 */
export function onEnter(event: KeyboardEvent, act: () => void): void {
  const [input] = event.composedPath();
  const isInput = input instanceof HTMLInputElement && !BUTTONS.test(input.type);
  // For `keypress` the code is the character's: 13 is Enter without Ctrl.
  if (event.keyCode !== 13 || event.isComposing || !isInput) return;
  if (event.repeat) event.preventDefault();
  // Listeners around this one come later.
  setTimeout(() => event.defaultPrevented || act());
}

/**
 * Submits a form as Enter in one of its own inputs does: by its first submit button, also if that is disabled, or without one.
 */
export function submitImplicitly(form: HTMLFormElement): void {
  const root = form.getRootNode() as Document | ShadowRoot;
  const buttons = root.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button,input');
  const first = [...buttons].find((each) => each.form === form && /^(submit|image)$/.test(each.type));
  // A disabled button ignores the click.
  if (first) first.click();
  else if (countTexts(form) < 2) form.requestSubmit();
}

/** One element of Florin counts as one input. */
function countTexts({ elements }: HTMLFormElement): number {
  return [...elements].filter((each) =>
    each instanceof HTMLInputElement ? TEXTS.test(each.type) : each.localName.startsWith('florin-'),
  ).length;
}
