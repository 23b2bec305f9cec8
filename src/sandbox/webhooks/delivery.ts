/** One attempt to deliver a webhook, whatever does it. wire/rest.md section 6. */

/** What is to be sent. */
export interface Delivery {
  readonly url: string;
  /** JSON text. */
  readonly body: string;
  /** Ends the attempt: the time is over, or the sandbox is being closed. */
  readonly signal: AbortSignal;
}

/** What came of it. Nothing of the answer's body is read. */
export type DeliveryEnd =
  | { readonly end: 'status'; readonly status: number }
  | { readonly end: 'unreachable' }
  /** The address is none that the sandbox may call; nothing was sent. */
  | { readonly end: 'blocked' };

/** Sends a POST and follows no redirect. Must not reject, but for a signal that was given. */
export type Deliver = (delivery: Delivery) => Promise<DeliveryEnd>;

/** Header of every webhook. */
export const WEBHOOK_CONTENT_TYPE = 'application/json; charset=utf-8';

/**
 * Delivers by a `fetch`: for runtimes whose network cannot reach anything inside, and for tests that hand in the shop's
 * own handler. On Node use `createWebhookDelivery` of `florin/sandbox/node`: a `fetch` cannot check the address that a
 * name leads to.
 *
 * No `Expect: 100-continue` is sent: `fetch` has no such header.
 */
export function deliverByFetch(fetch: (request: Request) => Promise<Response>): Deliver {
  return async ({ url, body, signal }) => {
    try {
      const headers = { 'Content-Type': WEBHOOK_CONTENT_TYPE };
      const response = await fetch(new Request(url, { method: 'POST', headers, body, signal, redirect: 'manual' }));
      void response.body?.cancel().catch(() => undefined);
      // A redirect that a browser's fetch hides has status 0: it is no 2xx.
      return { end: 'status', status: response.status };
    } catch {
      return { end: 'unreachable' };
    }
  };
}
