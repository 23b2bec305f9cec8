import { existsSync } from 'node:fs';
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { PRIVATE_FILES, refuseAddresses } from './dev-server.js';

if (existsSync('.env')) process.loadEnvFile();

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  server: { port: Number(process.env.PORT ?? 3000) },
  // After 3-D Secure the payment service brings shoppers back by a POST from its own origin. The middleware checks the others.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  vite: {
    plugins: [refuseAddresses],
    // Scripts and style sheets as files: the policy allows no others.
    build: { assetsInlineLimit: 0 },
    server: { fs: { deny: PRIVATE_FILES } },
    // Node loads them on the server, all with the same copy of Lit.
    ssr: { external: ['florin', 'florin-server', 'lit', '@lit-labs/ssr'] },
  },
  build: { inlineStylesheets: 'never' },
});
