import { NextResponse, type NextRequest } from 'next/server';
import { createPolicy, writePolicy } from './lib/policy.js';

/** `next dev` needs inline scripts and styles, and eval. */
const DEV_POLICY = "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/** Gives the pages a strict policy. Next.js puts the nonce into its own scripts. */
export function proxy(request: NextRequest) {
  const policy = process.env.NODE_ENV === 'production' ? createPagePolicy() : DEV_POLICY;
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  // The address of a page names the order.
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

function createPagePolicy() {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const service = new URL(process.env.FLORIN_BASE_URL ?? '').origin;
  // React and Next.js set HTML and addresses of scripts as plain text: no Trusted Types.
  return writePolicy(createPolicy(service, { scripts: [`nonce-${nonce}`, 'strict-dynamic'] }));
}

// The signer has headers of its own.
export const config = { matcher: ['/', '/orders/:name'] };
