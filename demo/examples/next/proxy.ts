import { NextResponse, type NextRequest } from 'next/server';
import { createPolicy, writePolicy } from './lib/policy.js';

/** Gives the pages a strict policy. Next.js puts the nonce into its own scripts. */
export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const service = new URL(process.env.FLORIN_BASE_URL ?? '').origin;
  const scripts = [`nonce-${nonce}`, 'strict-dynamic'];
  const policy = writePolicy(createPolicy(service, { scripts, trusted: ['nextjs', 'nextjs#bundler'] }));
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  // `next dev` needs inline styles and eval; the signer has policies of its own.
  matcher: process.env.NODE_ENV === 'production' ? ['/', '/orders/:name'] : [],
};
