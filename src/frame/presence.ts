/**
 * Whether the person who presses the button has been with the frame for a moment that a script of the page cannot fake. Such a
 * script can move the frame under the mouse and the focus into the frame while the person types elsewhere. It cannot make trusted
 * events, but it can delay them: an event counts from when it happened. docs/guides/isolation.md#when-the-frame-asks
 */

/** How long the mouse must have been in the frame, and the frame at one place of the screen. */
const STILL_MS = 1000;
/** How long before a press by another device the frame must have been used. */
const USED_MS = 500;
/** Mouse events are rounded to pixels. */
const ROUNDED = 4;

export class Presence {
  /** Since when the frame has been used, and by keys since the focus came; 0: not yet. */
  #used = 0;
  #keys = 0;
  /** The first event of the mouse since it came, or since the frame was moved. */
  #place: MouseEvent | undefined;
  /** What the next click comes from. */
  #device = '';

  /** @param leave - The focus has left the frame. The page can bring it back to the same element. */
  constructor(leave: () => void) {
    const listen = <Type extends keyof WindowEventMap>(type: Type, act: (event: WindowEventMap[Type]) => void) =>
      addEventListener(type, (event) => event.isTrusted && act(event), true);
    const onPointer = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      if (!this.#place || hasMoved(this.#place, event)) this.#place = event;
    };
    listen('pointerover', onPointer);
    listen('pointermove', onPointer);
    listen('pointerdown', (event) => {
      onPointer(event);
      this.#device = event.pointerType;
      this.#used ||= event.timeStamp;
    });
    listen('pointerout', ({ relatedTarget }) => {
      if (!relatedTarget) this.#place = undefined;
    });
    listen('keydown', (event) => {
      this.#device = 'key';
      // Text that is typed nowhere was meant for another place.
      if (event.key.length === 1 && event.key !== ' ' && !(event.composedPath()[0] instanceof HTMLInputElement))
        this.restart();
      else this.#onKey(event);
    });
    // The Tab that leads into the frame is pressed outside.
    listen('keyup', (event) => this.#onKey(event));
    listen('focus', ({ target }) => {
      if (target === window) this.#keys = 0;
    });
    listen('blur', ({ target }) => {
      if (target === window) leave();
    });
  }

  /** Forgets everything. */
  restart(): void {
    this.#used = this.#keys = 0;
    this.#place = undefined;
  }

  /** The page has moved the focus. */
  onFocusByPage(): void {
    this.#keys = 0;
  }

  /** @param isAgain - the person was asked to press again */
  allows({ detail, timeStamp }: MouseEvent, isAgain: boolean): boolean {
    this.#used ||= timeStamp;
    const isMouse = detail > 0 && this.#device === 'mouse';
    // A click of a screen reader, of a switch or by voice comes without a key and without a place.
    const others = detail === 0 && this.#device === 'key' ? this.#keys : this.#used;
    const since = isMouse ? (this.#place?.timeStamp ?? timeStamp) : others;
    this.#device = '';
    return since > 0 && timeStamp - since >= (isMouse || isAgain ? STILL_MS : USED_MS);
  }

  #onKey({ timeStamp }: KeyboardEvent): void {
    this.#keys ||= timeStamp;
    this.#used ||= timeStamp;
  }
}

/**
 * While the frame stays, a movement on the screen is one in the frame, times the zoom, which no event tells: both have one
 * direction.
 */
function hasMoved(from: MouseEvent, to: MouseEvent): boolean {
  const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
  const [screenX, screenY] = [to.screenX - from.screenX, to.screenY - from.screenY];
  const zoom = Math.min(Math.max((screenX * x + screenY * y) / (x * x + y * y || 1), 0.5), 3);
  return Math.hypot(screenX - zoom * x, screenY - zoom * y) > ROUNDED;
}
