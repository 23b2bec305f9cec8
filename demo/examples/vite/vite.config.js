import { existsSync } from 'node:fs';
import { defineConfig } from 'vite';

if (existsSync('.env')) process.loadEnvFile();
const server = `http://localhost:${process.env.SERVER_PORT}`;

export default defineConfig({
  server: { port: Number(process.env.PORT), strictPort: true, proxy: { '/pay': server, '/api': server } },
});
