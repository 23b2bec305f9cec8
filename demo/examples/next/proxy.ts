import { NextResponse, type NextRequest } from 'next/server';
import { createPolicy, writePolicy } from './lib/policy.js';

/** Gives the pages a strict policy. Next.js puts the nonce into its own scripts. */
export function proxy(request: NextRequest) {
  // `next dev` needs inline styles and eval.
  if (process.env.NODE_ENV !== 'production') return NextResponse.next();
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const service = new URL(process.env.FLORIN_BASE_URL ?? '').origin;
  // React and Next.js set HTML and addresses of scripts as plain text: no Trusted Types.
  const policy = writePolicy(createPolicy(service, { scripts: [`nonce-${nonce}`, 'strict-dynamic'] }));
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

// The signer has policies of its own.
export const config = { matcher: ['/', '/orders/:name'] };
