import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import './shop.css';

export const metadata: Metadata = { title: 'Example Shop' };

// Each page has a nonce of its own for the policy in proxy.ts, so none is rendered in the build.
export const dynamic = 'force-dynamic';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
