// @ts-check
import { DEV_HEADERS } from '../dev-server.js';
import { createPolicy, writePolicy } from './lib/policy.js';

/** Forms of other sites are refused, except for the signer, which needs no cookie. Pages have a strict policy. */
export const onRequest = async ({ request, url }, next) => {
  const shop = new URL(process.env.FLORIN_PUBLIC_URL ?? '').origin;
  const isOwn = url.pathname.startsWith('/pay/') || request.headers.get('origin') === shop;
  if (request.method !== 'GET' && !isOwn) return new Response('This form is of another site.', { status: 403 });
  const response = await next();
  // The signer has headers of its own.
  if (url.pathname.startsWith('/pay/')) return response;
  for (const [name, value] of Object.entries(DEV_HEADERS)) response.headers.set(name, value);
  if (import.meta.env.PROD) {
    const service = new URL(process.env.FLORIN_BASE_URL ?? '').origin;
    response.headers.set('content-security-policy', writePolicy(createPolicy(service, { trusted: [] })));
  }
  return response;
};
