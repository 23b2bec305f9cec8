import type { Metadata } from 'next';
import type { ReactNode } from 'react';

export const metadata: Metadata = { title: 'Example Shop' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main style={{ maxInlineSize: '26rem', marginInline: 'auto', fontFamily: 'system-ui' }}>{children}</main>
      </body>
    </html>
  );
}
