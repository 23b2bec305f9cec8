import type { NextConfig } from 'next';

const config: NextConfig = {
  // Node loads it: its SQLite is a native module.
  serverExternalPackages: ['florin-server'],
};

export default config;
