/**
 * A table of every way to integrate Florin that the demo shows: where the card is typed, and which options are on. The
 * picker, the code view and the demo's pages use it. Nothing in this folder depends on the shop's pages.
 */

/** What is paid or saved. */
type WaySubject = 'payment' | 'card' | 'bank-account';

/** One way to integrate Florin. */
export interface Way {
  /** Unique for each subject; part of the page's URL. */
  readonly id: string;
  readonly subject: WaySubject;
  /** The name in the picker, within its group. */
  readonly name: string;
  readonly method: 'javascript' | 'webform' | 'iframe' | 'redirect';
  readonly isolation: 'page' | 'frame';
  readonly surcharge: boolean;
  readonly savedCards: boolean;
  /** Another way with the same method and isolation: Florin is loaded or rendered differently, or the form is in the page. */
  readonly variant?: 'script-tag' | 'server-rendered' | 'form-inside';
}

type WayOptions = Partial<Pick<Way, 'surcharge' | 'savedCards' | 'isolation' | 'variant'>>;

function payBy(method: Way['method'], id: string, name: string, options: WayOptions = {}): Way {
  return { id, subject: 'payment', name, method, isolation: 'page', surcharge: false, savedCards: false, ...options };
}

function save(subject: WaySubject, method: Way['method'], id: string, name: string, options: WayOptions = {}): Way {
  return { ...payBy(method, id, name, options), subject };
}

/** True if the page has only a button, and the details are typed on another page. */
export function isElsewhere({ method, variant }: Way): boolean {
  return method === 'redirect' || (method === 'webform' && variant !== 'form-inside');
}

const FRAME = { isolation: 'frame' } as const;
const SURCHARGE = { surcharge: true } as const;
const SAVED = { savedCards: true } as const;

/** The rows, in the order of the picker. */
export const WAYS: readonly Way[] = [
  payBy('javascript', 'page', 'Fields in the page'),
  payBy('javascript', 'saved', 'Fields in the page, saved cards', SAVED),
  payBy('javascript', 'surcharge', 'Fields in the page, surcharge', SURCHARGE),
  payBy('javascript', 'all', 'Fields in the page, saved cards and surcharge', { ...SAVED, ...SURCHARGE }),
  payBy('javascript', 'rendered', 'Fields in the page, rendered by the server', { variant: 'server-rendered' }),
  payBy('javascript', 'script', 'Fields in the page, data- attributes', { variant: 'script-tag' }),
  payBy('javascript', 'framed', 'Fields in a frame', FRAME),
  payBy('javascript', 'saved-framed', 'Fields in a frame, saved cards', { ...FRAME, ...SAVED }),
  payBy('javascript', 'surcharge-framed', 'Fields in a frame, surcharge', { ...FRAME, ...SURCHARGE }),
  payBy('javascript', 'framed-all', 'Fields in a frame, saved cards and surcharge', {
    ...FRAME,
    ...SAVED,
    ...SURCHARGE,
  }),
  payBy('iframe', 'iframe', 'The service’s own frame'),
  payBy('redirect', 'redirect', 'The service’s page'),
  payBy('webform', 'webform', 'Plain form in the page', { variant: 'form-inside' }),
  payBy('webform', 'webform-page', 'Plain form on a page of the signer'),
  ...(['card', 'bank-account'] as const).flatMap((subject) => [
    save(subject, 'javascript', 'javascript', 'Fields in the page'),
    ...(subject === 'card' ? [save(subject, 'javascript', 'framed', 'Fields in a frame', FRAME)] : []),
    save(subject, 'iframe', 'iframe', 'The service’s own frame'),
    save(subject, 'redirect', 'redirect', 'The service’s page'),
    save(subject, 'webform', 'webform', 'Plain form in the page', { variant: 'form-inside' }),
    save(subject, 'webform', 'webform-page', 'Plain form on a page of the signer'),
  ]),
];

/** A group of the picker. */
interface WayGroup {
  readonly name: string;
  readonly ways: readonly Way[];
}

const GROUPS: readonly (readonly [name: string, belongs: (way: Way) => boolean])[] = [
  [
    'Pay: fields in the page',
    ({ subject, method, isolation }) => subject === 'payment' && method === 'javascript' && isolation === 'page',
  ],
  [
    'Pay: fields in a frame',
    ({ subject, method, isolation }) => subject === 'payment' && method === 'javascript' && isolation === 'frame',
  ],
  [
    'Pay: at the payment service',
    ({ subject, method }) => subject === 'payment' && (method === 'iframe' || method === 'redirect'),
  ],
  ['Pay: plain form', ({ subject, method }) => subject === 'payment' && method === 'webform'],
  ['Save a card', ({ subject }) => subject === 'card'],
  ['Save a bank account', ({ subject }) => subject === 'bank-account'],
];

/** The rows in groups: what is paid or saved, then method and isolation. */
export function groupWays(ways: readonly Way[]): readonly WayGroup[] {
  return GROUPS.map(([name, belongs]) => ({ name, ways: ways.filter(belongs) })).filter(
    (group) => group.ways.length > 0,
  );
}

/** The way to pay with an id. */
export function findWayToPay(id: string): Way | undefined {
  return WAYS.find((way) => way.subject === 'payment' && way.id === id);
}

/** The way that differs from `way` only in the given members; undefined if there is none. */
export function changeWay(
  way: Way,
  change: Partial<Pick<Way, 'isolation' | 'savedCards' | 'surcharge'>>,
): Way | undefined {
  const wanted = { ...way, ...change };
  return WAYS.find(
    ({ subject, method, isolation, surcharge, savedCards, variant }) =>
      subject === wanted.subject &&
      method === wanted.method &&
      variant === wanted.variant &&
      isolation === wanted.isolation &&
      surcharge === wanted.surcharge &&
      savedCards === wanted.savedCards,
  );
}
