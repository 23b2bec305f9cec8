/**
 * Delivers webhooks from Node. The address is checked where the connection is made: what was looked up is what is
 * connected to, so that a name that changes its answer in between gains nothing. wire/rest.md section 6; P23.
 */
import { lookup as lookUpByDns } from 'node:dns';
import { request as requestByHttp, type ClientRequest, type RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { WEBHOOK_CONTENT_TYPE, type Deliver, type DeliveryEnd } from '../webhooks/delivery.js';
import { createAddressPolicy, type AddressPolicy, type AddressRules } from './address-policy.js';

/** What may be reached, and how names are looked up. */
export interface WebhookDeliveryOptions extends AddressRules {
  /** As `dns.lookup`; for tests. */
  readonly lookup?: LookupFunction;
}

/** A server that does not say `100 Continue` gets the body after so long. */
const CONTINUE_MS = 1_000;

class AddressRefused extends Error {
  constructor() {
    super('This address is none that the sandbox may call');
    this.name = 'AddressRefused';
  }
}

/** A look-up that answers only addresses that may be connected to. */
function guardLookup(lookup: LookupFunction, isAllowed: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      const allowed = addresses.filter(({ address }) => isAllowed(hostname, address));
      const [first] = allowed;
      if (!first) return callback(new AddressRefused(), '', 0);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

type Requester = (url: URL, options: RequestOptions) => ClientRequest;

/** TLS is loaded when it is needed: most sandboxes' webhooks stay on their machine. */
async function requesterFor(url: URL): Promise<Requester> {
  return url.protocol === 'https:' ? (await import('node:https')).request : requestByHttp;
}

/** The host as it stands in look-ups: an IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isSendable(url: URL, isAllowed: AddressPolicy): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  const host = hostOf(url);
  // An address is not looked up, so it is checked here; the parser has made one spelling of its many.
  return isIP(host) === 0 || isAllowed(host, host);
}

/** Makes the delivery of a sandbox on Node. @throws RangeError when an allowed entry is none */
export function createWebhookDelivery(options: WebhookDeliveryOptions): Deliver {
  const isAllowed = createAddressPolicy(options);
  const lookup = guardLookup(options.lookup ?? lookUpByDns, isAllowed);

  return async ({ url: text, body, signal }) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !isSendable(url, isAllowed)) return { end: 'blocked' };
    const requestTo = await requesterFor(url);
    return new Promise<DeliveryEnd>((resolve) => {
      const request = requestTo(url, {
        method: 'POST',
        lookup,
        signal,
        // A connection of its own: none is reused whose address was checked for another name.
        agent: false,
        headers: {
          'Content-Type': WEBHOOK_CONTENT_TYPE,
          'Content-Length': Buffer.byteLength(body),
          Expect: '100-continue',
        },
      });
      const sendBody = (): void => {
        clearTimeout(patience);
        if (!request.writableEnded) request.end(body);
      };
      const patience = setTimeout(sendBody, CONTINUE_MS);
      request.once('continue', sendBody);
      request.once('response', (response) => {
        clearTimeout(patience);
        resolve({ end: 'status', status: response.statusCode ?? 0 });
        // What it says does not matter, and a redirect is an answer like any other.
        response.destroy();
        request.destroy();
      });
      request.on('error', (error) => {
        clearTimeout(patience);
        resolve({ end: error instanceof AddressRefused ? 'blocked' : 'unreachable' });
      });
      // After an answer or an error this changes nothing any more.
      request.once('close', () => resolve({ end: 'unreachable' }));
      request.flushHeaders();
    });
  };
}
