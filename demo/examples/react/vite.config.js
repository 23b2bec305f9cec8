import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

if (existsSync('.env')) process.loadEnvFile();
const server = `http://localhost:${process.env.SERVER_PORT}`;

export default defineConfig({
  plugins: [react()],
  server: { port: Number(process.env.PORT), strictPort: true, proxy: { '/pay': server, '/api': server } },
});
