import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile();
const target = `http://localhost:${process.env.SERVER_PORT}`;

export default { '/pay': { target }, '/api': { target } };
