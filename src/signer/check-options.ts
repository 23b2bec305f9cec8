/**
 * Checks the options of `createSigner` at once, so that a misspelled name, a missing secret or a
 * callback that is not a function does not fail only at the first payment. Errors name the wrong
 * member, never its value.
 */
import type { ClaimStore } from './claim-store.js';
import type { ServiceAccount, ServiceConnection, SignerOptions } from './signer-options.js';

type Kind = 'function' | 'object' | 'list' | 'text' | 'number' | 'boolean' | 'object or false';
/** An optional member ends in `?`. */
type Members<T> = Readonly<Record<keyof T, Kind | `${Kind}?`>>;

const OPTIONS: Members<SignerOptions> = {
  service: 'object',
  store: 'object',
  secret: 'text',
  allowPublishedSecret: 'boolean?',
  publicUrl: 'text',
  basePath: 'text?',
  merchantName: 'text',
  merchantCurrency: 'text?',
  transactionType: 'text?',
  keyLifetimeSeconds: 'number?',
  priceOrder: 'function',
  surcharge: 'function?',
  onPaid: 'function?',
  currentTerms: 'function?',
  onMismatch: 'function?',
  orderVersions: 'text?',
  returnTo: 'function?',
  authoriseToken: 'function?',
  onTokenStored: 'function?',
  returnToCards: 'function?',
  iframe: 'object?',
  redirect: 'object?',
  webform: 'object?',
  frame: 'object?',
  webhooks: 'boolean?',
  allowedOrigins: 'list?',
  clock: 'object?',
  log: 'function?',
  rateLimit: 'object or false?',
  shortClaims: 'object?',
  challenge: 'function?',
  onCspReport: 'function?',
};
const ACCOUNT: Members<ServiceAccount> = {
  baseUrl: 'text',
  allowPlainHttp: 'boolean?',
  merchantNumber: 'text',
  username: 'text',
  password: 'text',
  version: 'text?',
  browserUrl: 'text?',
  fetch: 'function?',
};
const CONNECTION: Members<ServiceConnection> = {
  client: 'object',
  browserUrl: 'text',
  merchantNumber: 'text',
  version: 'text?',
};
const STORE: Members<Omit<ClaimStore, 'tellPaid'>> = {
  readOrder: 'function',
  readClaim: 'function',
  readClaimByReference: 'function',
  addClaim: 'function',
  takeLease: 'function',
  failLease: 'function',
  goLive: 'function',
  markAsked: 'function',
  markHinted: 'function',
  clearHint: 'function',
  supersede: 'function',
  expire: 'function',
  record: 'function',
  takeNotice: 'function',
  renewNotice: 'function',
  supersedePayment: 'function',
  finishNotice: 'function',
  failNotice: 'function',
  readDueNotices: 'function',
  takeOpenClaims: 'function',
  close: 'function',
};

/** Every method of a store except the one that runs the shop's own code. */
export const STORE_CALLS = Object.keys(STORE) as readonly (keyof typeof STORE)[];

/** For each kind: its name in error texts, and its test. */
const KINDS: Readonly<Record<Kind, readonly [name: string, isOne: (value: unknown) => boolean]>> = {
  function: ['a function', (value) => typeof value === 'function'],
  object: ['an object', isObject],
  'object or false': ['an object or false', (value) => value === false || isObject(value)],
  list: ['a list', Array.isArray],
  text: ['text that is not empty', (value) => typeof value === 'string' && value !== ''],
  number: ['a number', (value) => typeof value === 'number'],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
};

/** @throws TypeError or RangeError naming the member that is wrong */
export function checkOptions(options: SignerOptions): void {
  checkMembers(options, { prefix: '', members: OPTIONS, isClosed: true });
  const { secret, service, store } = options;
  const members = 'client' in service ? CONNECTION : ACCOUNT;
  checkMembers(service, { prefix: 'service.', members, isClosed: true });
  checkMembers(store, { prefix: 'store.', members: STORE, isClosed: false });
  if (options.redirect) {
    checkMembers(options.redirect, { prefix: 'redirect.', members: { merchantShortName: 'text' }, isClosed: true });
  }
  if ('password' in service && service.password === secret) {
    throw new RangeError('secret must not be the same as service.password');
  }
  checkListeners(options);
}

/** At least one callback must receive each kind of event that moves money. */
function checkListeners({
  store,
  onPaid,
  onMismatch,
  currentTerms,
  authoriseToken,
  onTokenStored,
}: SignerOptions): void {
  if (onPaid && store.tellPaid) throw new TypeError('onPaid is given twice: to the signer and to its store');
  if (!onPaid && !store.tellPaid && !(authoriseToken && onTokenStored)) {
    throw new TypeError(
      'onPaid must be a function, so that the shop is notified of payments; it may also be a member of the store. A shop that only saves cards needs authoriseToken and onTokenStored instead',
    );
  }
  if (currentTerms && !onMismatch) {
    throw new TypeError(
      'onMismatch must be a function if currentTerms is given: it is called when the terms have changed',
    );
  }
}

interface Rule {
  readonly prefix: string;
  readonly members: Readonly<Record<string, Kind | `${Kind}?`>>;
  /** Whether an unknown name is an error. */
  readonly isClosed: boolean;
}

function checkMembers(value: object, { prefix, members, isClosed }: Rule): void {
  for (const name of isClosed ? Object.keys(value) : []) {
    if (Object.hasOwn(members, name)) continue;
    throw new TypeError(`${prefix}${name} is not an option; the options are ${Object.keys(members).join(', ')}`);
  }
  for (const [name, wanted] of Object.entries(members)) {
    const said = (value as Readonly<Record<string, unknown>>)[name];
    if (said === undefined && wanted.endsWith('?')) continue;
    const [what, isOne] = KINDS[wanted.replace('?', '') as Kind];
    if (!isOne(said)) throw new TypeError(`${prefix}${name} must be ${what}`);
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
