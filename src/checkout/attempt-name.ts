/** The names of orders: an order token names its order inside, so that two tokens of one order are the same order. */

/** Names the attempts to pay an order at a signer: in storage, and between tabs. */
export function attemptName({ signerUrl, order }: { readonly signerUrl: string; readonly order: string }): string {
  const base = globalThis.document?.baseURI;
  return `${URL.canParse(signerUrl, base) ? new URL(signerUrl, base).href : signerUrl} ${orderName(order)}`;
}

export function isSameOrder(order: string, other: string): boolean {
  return orderName(order) === orderName(other);
}

/** Only to compare: the signature is not checked here. */
function orderName(order: string): string {
  try {
    const [, claims = ''] = order.split('.');
    const bytes = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
    // As UTF-8; `TextDecoder` would be longer.
    return String((JSON.parse(decodeURIComponent(escape(bytes))) as { order: string }).order || order);
  } catch {
    return order;
  }
}
