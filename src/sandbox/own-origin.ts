/** Whether a request comes from a page of the sandbox itself, by the headers that a browser sets and a page cannot. */

/** The host of a request, with its port. */
export function hostOf(request: Request): string {
  return request.headers.get('host') ?? new URL(request.url).host;
}

/** False for a request of a page of another origin. True for programs and for pages of the sandbox. */
export function isFromOwnOrigin(request: Request): boolean {
  const host = hostOf(request);
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) return false;
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}
