import type { CheckoutStatus } from '../checkout/transitions.js';

/** A card of `<florin-saved-cards>`, as it is shown. */
export interface ShownCard {
  /** Brand, last digits and expiry, as shown. */
  readonly text: string;
  readonly isChosen: boolean;
  readonly isExpired: boolean;
}

/** Name of a field, as `errors` has it. */
export type FieldName =
  'number' | 'expiry' | 'cvn' | 'name' | 'bsb' | 'accountNumber' | 'accountName' | 'agreement' | (string & {});

/** The shown state of a form. It never has typed text. */
export interface Seen {
  /** `page`: a form of the payment service. `nothing`: neither an element of Florin nor such a form. */
  readonly place: 'checkout' | 'receipt' | 'page' | 'nothing';
  /** Status of the checkout, or the outcome of the receipt. */
  readonly status: CheckoutStatus | 'saved';
  /** The button cannot be pressed now, or the outcome is being looked up. */
  readonly isBusy: boolean;
  /** Text of the button. */
  readonly button: string;
  /** Text of the message, or of the receipt's outcome. */
  readonly text: string;
  /** Amount of the receipt, as shown. */
  readonly amount: string;
  readonly receiptNumber: string;
  /** Shown errors by field. */
  readonly errors: Readonly<Partial<Record<FieldName, string>>>;
  /** Shown brand of the typed number. */
  readonly brand: string;
  readonly cards: readonly ShownCard[];
  /** The 3-D Secure dialog is open. */
  readonly isChallenging: boolean;
  /** Origin of a frame in the checkout that a script of the page cannot read. */
  readonly otherOrigin: string;
  readonly path: string;
}

/**
 * Reads what a shopper sees. A browser's driver sends this function to the page as text: it uses nothing from outside itself.
 */
export function look(root: Element): Seen {
  type Status = Seen['status'];
  const all = (from: Element | ShadowRoot, selector: string): Element[] => [
    ...('shadowRoot' in from && from.shadowRoot ? all(from.shadowRoot, selector) : []),
    ...[...from.children].flatMap((child) => [...(child.matches(selector) ? [child] : []), ...all(child, selector)]),
  ];
  const isShown = (element: Element): boolean =>
    typeof element.checkVisibility === 'function'
      ? element.checkVisibility({ visibilityProperty: true })
      : !element.closest('[hidden]');
  const textOf = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const shown = (selector: string) => all(root, selector).filter(isShown);

  const checkout = root.matches('florin-checkout') ? root : all(root, 'florin-checkout')[0];
  const own = (selector: string) => checkout?.shadowRoot?.querySelector(selector);
  const receipt = shown('florin-receipt')[0];
  const form = all(root, 'form[data-mode]')[0];

  const message = own('[part="message"]');
  const said = [...(message ? [message] : []), ...all(checkout ?? root, '[part="frame-error"]')].map(textOf).join(' ');
  const header = receipt?.shadowRoot?.querySelector('header');
  const saved = receipt ? receipt.shadowRoot?.querySelector('[part="saved"]') : own('[part="receipt"].saved');
  const { attempt } = (checkout ?? {}) as { attempt?: { readonly status?: Status } };
  const { result } = (receipt ?? {}) as { result?: { readonly receipt?: { readonly receiptNumber?: string } } };
  const ofReceipt = saved ? 'saved' : ((header?.className || 'unknown') as Status);

  const isOver = receipt !== undefined || (saved !== null && saved !== undefined);
  const isSaid = said.trim() !== '' && !message?.querySelector('.spinner');
  const waitsForShopper = own('[part="continue"]') !== null && own('[part="continue"]') !== undefined;
  const isBusy = checkout
    ? own('[part="button"]')?.getAttribute('aria-disabled') !== 'false' && !isOver && !isSaid && !waitsForShopper
    : receipt?.shadowRoot?.querySelector('[aria-busy="true"]') !== null && receipt !== undefined;

  const errors: Record<string, string> = {};
  for (const error of shown('[part="error"], .note.error')) {
    const { host } = error.getRootNode() as ShadowRoot;
    const cell = error.closest('[data-field]')?.getAttribute('data-field');
    const name = cell ?? error.id.replace(/-note$/, '');
    const names: Record<string, string> = { account: 'accountNumber', holder: 'accountName', agree: 'agreement' };
    const ofAccount: Record<string, string> = { number: 'accountNumber', name: 'accountName' };
    const field = host?.localName === 'florin-bank-account' ? ofAccount[name] : names[name];
    if (textOf(error)) errors[field ?? name] = textOf(error);
  }

  const frames = (checkout ? all(checkout, 'iframe') : []) as HTMLIFrameElement[];
  const other = frames.find((frame) => frame.src && !frame.contentDocument);
  return {
    place: checkout ? 'checkout' : receipt ? 'receipt' : form ? 'page' : 'nothing',
    status: checkout ? (attempt?.status ?? 'idle') : receipt ? ofReceipt : 'idle',
    isBusy,
    button: textOf(shown('[part="button"], form[data-mode] button:not([name])')[0]),
    text: said.trim() || textOf(receipt?.shadowRoot?.querySelector('[part="outcome"]')) || textOf(saved),
    amount: textOf(receipt?.shadowRoot?.querySelector('[part="amount"]')),
    receiptNumber: result?.receipt?.receiptNumber ?? textOf(receipt?.shadowRoot?.querySelector('dd > .code')),
    errors,
    brand: shown('[part="brands"][role="img"]')[0]?.getAttribute('aria-label') ?? '',
    cards: shown('[part~="card"]')
      .filter((card) => card.querySelector('[part="remove"]'))
      .map((card) => ({
        text: textOf(card.querySelector('.choice')),
        isChosen: card.part.contains('chosen'),
        isExpired: card.part.contains('expired'),
      })),
    isChallenging: all(root, 'dialog[part="challenge"]').length > 0,
    otherOrigin: other ? new URL(other.src, document.baseURI).origin : '',
    path: location.pathname,
  };
}
