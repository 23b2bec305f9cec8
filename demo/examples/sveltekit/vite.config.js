import { existsSync } from 'node:fs';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import { PRIVATE_FILES, refuseAddresses } from './dev-server.js';

// For `vite dev` and `vite build`; `npm start` reads the file by an option of Node.
if (existsSync('.env')) process.loadEnvFile();

export default defineConfig({
  plugins: [sveltekit(), refuseAddresses],
  // Node loads them on the server, all with the same copy of Lit.
  ssr: { external: ['florin', 'florin-server', 'lit', '@lit-labs/ssr'] },
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true, fs: { deny: PRIVATE_FILES } },
});
