/**
 * A press of a pay button counts for the button where it began. The field that loses the focus may
 * show an error that needs a second line and moves the button; the browser would then click what
 * is between the two places. A press that ends elsewhere is cancelled, as of any button.
 */

let isListening = false;
/** The place of the button when the press began. */
let began: DOMRect | undefined;

/** Holds presses of all pay buttons of this document. Safe to repeat. */
export function holdPress(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('pointerdown', onPress, { capture: true });
  document.addEventListener('lostpointercapture', letGrow, { capture: true });
  document.addEventListener('click', onClick, { capture: true });
}

function onPress(event: PointerEvent): void {
  began = undefined;
  const button = event.composedPath().find((each) => each instanceof Element && each.part.contains('button'));
  if (!button || event.pointerType !== 'mouse') return;
  began = (button as Element).getBoundingClientRect();
  (button as Element).setPointerCapture(event.pointerId);
  // A press that ended over a grown frame would be the frame's.
  for (const frame of framesOf(document)) frame.style.maxBlockSize = `${frame.offsetHeight}px`;
}

function letGrow(): void {
  for (const frame of framesOf(document)) frame.style.maxBlockSize = '';
}

/** The frames with card fields: in the slot, or drawn by the element. */
const framesOf = (page: Document): readonly HTMLIFrameElement[] =>
  [...page.querySelectorAll('florin-checkout')].flatMap((checkout) => [
    ...checkout.querySelectorAll('iframe'),
    ...(checkout.shadowRoot?.querySelectorAll<HTMLIFrameElement>('iframe[part="frame"]') ?? []),
  ]);

function onClick(event: MouseEvent): void {
  const place = began;
  began = undefined;
  // A click by the keyboard or by a script has no place.
  if (!place || event.detail === 0) return;
  const { clientX: x, clientY: y } = event;
  if (x >= place.left && x <= place.right && y >= place.top && y <= place.bottom) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
