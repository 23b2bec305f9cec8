import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile();
const target = `http://127.0.0.1:${process.env.SERVER_PORT}`;

export default { '/pay': { target }, '/api': { target } };
