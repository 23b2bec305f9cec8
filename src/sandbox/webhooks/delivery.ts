/** Interface of a webhook delivery. docs/wire/rest.md section 6. */

/** One attempt to deliver a webhook. */
export interface Delivery {
  readonly url: string;
  /** JSON text. */
  readonly body: string;
  /** Aborts the attempt after its timeout or when the sandbox closes. */
  readonly signal: AbortSignal;
}

/** Result of an attempt. The response's body is ignored. */
export type DeliveryEnd =
  | { readonly end: 'status'; readonly status: number }
  | { readonly end: 'unreachable' }
  /** The sandbox may not connect to the address; nothing was sent. */
  | { readonly end: 'blocked' };

/** Sends a POST without following redirects. Must only reject when the signal is aborted. */
export type Deliver = (delivery: Delivery) => Promise<DeliveryEnd>;

/** Header of every webhook. */
export const WEBHOOK_CONTENT_TYPE = 'application/json; charset=utf-8';

/**
 * Delivers with `fetch`: for runtimes without access to internal networks, and for tests with the shop's own handler.
 * On Node, use `createWebhookDelivery` of `florin-server/sandbox/node`: a `fetch` cannot check the address that a name
 * resolves to.
 *
 * `Expect: 100-continue` is not sent, because `fetch` does not support it.
 */
export function deliverByFetch(fetch: (request: Request) => Promise<Response>): Deliver {
  return async ({ url, body, signal }) => {
    try {
      const headers = { 'Content-Type': WEBHOOK_CONTENT_TYPE };
      const response = await fetch(new Request(url, { method: 'POST', headers, body, signal, redirect: 'manual' }));
      void response.body?.cancel().catch(() => undefined);
      // A browser's fetch reports a redirect with status 0, which is not 2xx.
      return { end: 'status', status: response.status };
    } catch {
      return { end: 'unreachable' };
    }
  };
}
