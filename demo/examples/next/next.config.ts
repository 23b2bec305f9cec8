import type { NextConfig } from 'next';

const config: NextConfig = {
  // Node loads them on the server: SQLite is a native module, and there must be one copy of Lit.
  serverExternalPackages: ['florin-server', 'florin', 'lit', '@lit-labs/ssr'],
};

export default config;
