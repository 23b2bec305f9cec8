/** Drives a page by events of the DOM, from a script of the same page: in component tests, in Cypress, in a console. */
import type { Driver, Place } from './driver.js';
import { look } from './look.js';
import { answerButton } from './places.js';
import { typeText } from './type-text.js';
import { waitFor } from './wait-for.js';

const CHALLENGE_FRAME = 'dialog[part="challenge"]:not(:has(.waits)) iframe';

export function createDomDriver(root: Document | ShadowRoot | Element, timeoutMs: number): Driver {
  const top = (): Element => {
    if (root.nodeType === Node.DOCUMENT_NODE) return (root as Document).documentElement;
    return root.nodeType === Node.ELEMENT_NODE ? (root as Element) : (root as ShadowRoot).host;
  };

  function find({ selector, within }: Place): HTMLElement | undefined {
    const around = within
      ? shown(top(), within.selector).filter((each) => each.textContent?.includes(within.text))
      : [top()];
    return around.flatMap((each) => shown(each, selector))[0];
  }

  function findOrThrow(place: Place): HTMLElement {
    const found = find(place);
    if (!found) throw new Error(`${place.selector} is not there any more`);
    return found;
  }

  const click = async (element: HTMLElement): Promise<void> => {
    element.focus();
    element.click();
    // Elements render in a microtask.
    await new Promise((resolve) => setTimeout(resolve));
  };

  return {
    has: async (place) => find(place) !== undefined,
    async type(place, text) {
      await typeText(findOrThrow(place) as HTMLInputElement, text);
    },
    async setChecked(place, isChecked) {
      const box = findOrThrow(place) as HTMLInputElement;
      if (box.checked !== isChecked) await click(box);
    },
    async press(place) {
      const button = findOrThrow(place);
      await click(button);
      return button.ownerDocument !== top().ownerDocument;
    },
    async answerChallenge(answer) {
      const frame = await waitFor(
        async () => all(top(), CHALLENGE_FRAME)[0] as HTMLIFrameElement | undefined,
        timeoutMs,
        () => `No 3-D Secure dialog with a page was shown within ${timeoutMs / 1000} s.`,
      );
      const button = frame.contentDocument?.querySelector<HTMLElement>(answerButton(answer).selector);
      if (button) await click(button);
      else await postInto(frame, { answer });
    },
    look: async () => look(top()),
    hint: ({ otherOrigin }) =>
      otherOrigin &&
      ` The form has a frame of ${otherOrigin}, which a script of this page cannot reach: use florin-server/testing/playwright.`,
  };
}

/** All matches in the tree with its shadow roots, and in frames of the same origin. */
function all(from: Element | ShadowRoot | Document, selector: string): Element[] {
  const inner = from instanceof Element || 'contentDocument' in from ? innerOf(from as Element) : [];
  return [
    ...inner.flatMap((each) => all(each, selector)),
    ...[...from.children].flatMap((child) => [...(child.matches(selector) ? [child] : []), ...all(child, selector)]),
  ];
}

function innerOf(element: Element): (ShadowRoot | Document)[] {
  const page = element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : null;
  return [element.shadowRoot, page].filter((each) => each !== null);
}

function shown(from: Element, selector: string): HTMLElement[] {
  return (all(from, selector) as HTMLElement[]).filter((element) =>
    // A DOM without layout cannot tell more than the attribute.
    typeof element.checkVisibility === 'function'
      ? element.checkVisibility({ visibilityProperty: true })
      : !element.closest('[hidden]'),
  );
}

/**
 * Posts into a frame of another origin, as the button in it does: the page around a frame may navigate it by its name, which
 * Chromium takes when the frame is inserted.
 */
async function postInto(frame: HTMLIFrameElement, values: Readonly<Record<string, string>>): Promise<void> {
  const page = frame.ownerDocument;
  const form = page.createElement('form');
  frame.name = 'florin-challenge';
  const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.parentNode?.insertBefore(frame, frame.nextSibling);
  await isLoaded;
  Object.assign(form, { method: 'post', action: frame.src, target: frame.name, hidden: true });
  for (const [name, value] of Object.entries(values)) {
    form.append(Object.assign(page.createElement('input'), { name, value }));
  }
  page.body.append(form);
  form.submit();
  form.remove();
}
