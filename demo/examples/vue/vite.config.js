import { existsSync } from 'node:fs';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { DEV_HEADERS, PRIVATE_FILES, refuseAddresses } from './dev-server.js';

if (existsSync('.env')) process.loadEnvFile();
const server = `http://127.0.0.1:${process.env.SERVER_PORT}`;

export default defineConfig({
  // Tags with this prefix are elements, not components of Vue.
  plugins: [
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('florin-') } } }),
    refuseAddresses,
  ],
  server: {
    port: Number(process.env.PORT),
    strictPort: true,
    proxy: { '/pay': server, '/api': server },
    headers: DEV_HEADERS,
    fs: { deny: PRIVATE_FILES },
  },
});
