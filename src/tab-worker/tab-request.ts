/** Converts requests of pages to the form in which a server gets them. */

/** Statuses of a `Request` that cannot have a body. */
const WITHOUT_BODY = /^(GET|HEAD)$/;

/**
 * Copies a request with another URL and with the headers that a browser hides from a worker. The request comes from this
 * browser, so the service is on the caller's own machine.
 *
 * @param cookie value of the header `Cookie`; empty for none
 */
export async function readRequest(request: Request, url: URL, cookie: string): Promise<Request> {
  const { method } = request;
  const body = WITHOUT_BODY.test(method) ? null : await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('host', 'localhost');
  if (cookie !== '') headers.set('cookie', cookie);
  if (!headers.has('accept-language')) headers.set('accept-language', navigator.languages.join(', '));
  if (request.mode !== 'navigate') headers.set('sec-fetch-site', 'same-origin');
  if (request.destination) headers.set('sec-fetch-dest', request.destination);
  const copy = new Request(url, { method, body, headers: request.headers });
  // The constructor would drop the names that only a browser may set.
  Object.defineProperty(copy, 'headers', { value: headers });
  // Firefox has no `body` of a Request, but one of a Response.
  if (body && !('body' in copy)) Object.defineProperty(copy, 'body', { value: new Response(body).body });
  return copy;
}
