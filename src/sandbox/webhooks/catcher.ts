/**
 * A receiver of webhooks for people without one: it keeps what arrives at an address of the sandbox, masked, and answers
 * 200. It sends nothing. The address contains a key, so that only those who know it can send.
 */
import type { Context } from '../context.js';
import { CATCHER_FOLDER } from './catcher-path.js';
import type { Handler } from '../lazy-handler.js';
import type { Merchant } from '../merchant.js';
import { maskBody, LONGEST_READ } from '../request-log/mask-body.js';
import { maskName, sizeOf, type MaskFacts, maskText } from '../request-log/mask-value.js';
import { readRequestBody } from '../rest/read-request-body.js';

/** Webhooks of a merchant that are kept. */
export const MOST_CAUGHT = 200;
const MOST_HEADERS = 40;
const KEY_LENGTH = 32;
/** Headers that are kept; of others, the length. */
const KEPT_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'date',
  'host',
  'user-agent',
]);
const ADDRESS = new RegExp(`^${CATCHER_FOLDER}([^/]{1,40})/([0-9a-f]{${KEY_LENGTH}})$`);

async function keyOf(number: string, { fingerprint }: Pick<Context, 'fingerprint'>): Promise<string> {
  return (await fingerprint(`caught webhooks of ${number}`)).slice(0, KEY_LENGTH);
}

/** Path of a merchant's address. */
export async function catcherPathOf({ number }: Pick<Merchant, 'number'>, context: Context): Promise<string> {
  return `${CATCHER_FOLDER}${number}/${await keyOf(number, context)}`;
}

function readHeaders({ headers }: Request, facts: MaskFacts): Readonly<Record<string, string>> {
  const shown = [...headers].slice(0, MOST_HEADERS).map(([name, value]) => {
    const isKept = KEPT_HEADERS.has(name);
    return [isKept ? name : maskName(name), isKept ? maskText(value, facts) : sizeOf(value)] as const;
  });
  return Object.fromEntries(shown);
}

function refuse(status: number, message: string, headers: HeadersInit = {}): Response {
  return new Response(`${message}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } });
}

export function createCatcher(context: Context): Handler {
  const { store, clock, cards } = context;
  return async (request, path) => {
    const [, number = '', key] = ADDRESS.exec(path) ?? [];
    if (key === undefined || key !== (await keyOf(number, context))) return refuse(404, 'There is no such address');
    const merchant = await store.read((view) => view.findMerchantByNumber(number));
    if (!merchant) return refuse(404, 'There is no such address');
    if (request.method !== 'POST') return refuse(405, 'A webhook is a POST', { Allow: 'POST' });
    const body = await readRequestBody(request, LONGEST_READ);
    if (body === 'too_large') return refuse(413, `The body is longer than ${LONGEST_READ} bytes`);
    const facts: MaskFacts = {
      isTestCard: (pan) => cards.findByPan(pan) !== undefined,
      plain: new Set([number]),
      secrets: [key],
    };
    const webhook = {
      merchantId: merchant.id,
      caughtAt: clock.now(),
      headers: readHeaders(request, facts),
      body: body.text === null ? '(no text in UTF-8)' : maskBody(body.text, 'json', facts),
    };
    await store.write((unit) => unit.addCaughtWebhook(webhook, MOST_CAUGHT));
    return new Response(null, { status: 200 });
  };
}
