/**
 * Delivers webhooks from Node. The address is checked where the connection is made, on the same look-up that the
 * connection uses, so a name that changes its address in between gains nothing. docs/wire/rest.md section 6; P23.
 */
import { lookup as lookUpByDns } from 'node:dns';
import { request as requestByHttp, type ClientRequest, type RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { WEBHOOK_CONTENT_TYPE, type Deliver, type DeliveryEnd } from '../webhooks/delivery.js';
import { createAddressPolicy, type AddressPolicy, type AddressRules } from './address-policy.js';

/** Options of `createWebhookDelivery`. */
export interface WebhookDeliveryOptions extends AddressRules {
  /** Replaces `dns.lookup`, for tests. */
  readonly lookup?: LookupFunction;
}

/** The body is sent after this time to a server that does not send `100 Continue`. */
const CONTINUE_MS = 1_000;

class AddressRefused extends Error {
  constructor() {
    super('The sandbox may not connect to this address');
    this.name = 'AddressRefused';
  }
}

/** Wraps a DNS look-up. It returns only allowed addresses. */
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

/** Returns the request function. TLS is loaded on demand: most webhooks stay on the local machine. */
async function requesterFor(url: URL): Promise<Requester> {
  return url.protocol === 'https:' ? (await import('node:https')).request : requestByHttp;
}

/** The host as in look-ups: an IPv6 address without brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isSendable(url: URL, isAllowed: AddressPolicy): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  const host = hostOf(url);
  // An address is not looked up, so it is checked here. The URL parser has made its spelling canonical.
  return isIP(host) === 0 || isAllowed(host, host);
}

/** Creates the webhook delivery of a sandbox on Node. @throws RangeError for an invalid entry of `allow` */
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
        // A new connection each time: a reused one could have been checked for another name.
        agent: false,
        headers: {
          'Content-Type': WEBHOOK_CONTENT_TYPE,
          'Content-Length': Buffer.byteLength(body),
          Expect: '100-continue',
        },
      });
      const sendBody = (): void => {
        clearTimeout(timer);
        if (!request.writableEnded) request.end(body);
      };
      const timer = setTimeout(sendBody, CONTINUE_MS);
      request.once('continue', sendBody);
      request.once('response', (response) => {
        clearTimeout(timer);
        resolve({ end: 'status', status: response.statusCode ?? 0 });
        // The response's body is ignored. A redirect counts like any other response.
        response.destroy();
        request.destroy();
      });
      request.on('error', (error) => {
        clearTimeout(timer);
        resolve({ end: error instanceof AddressRefused ? 'blocked' : 'unreachable' });
      });
      // Has no effect after a response or an error.
      request.once('close', () => resolve({ end: 'unreachable' }));
      request.flushHeaders();
    });
  };
}
