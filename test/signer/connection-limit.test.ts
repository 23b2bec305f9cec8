/**
 * A maximum number of connections: one more is closed, and the others stay. An idle one stays for longer than a proxy uses it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { generateFrameKeys } from '../../src/signer/frame/frame-keys.js';
import { startCallbackShop, startSidecarProcess, writeConfig } from './sidecar-process.js';

/** Of docs/guides/sidecar.md. */
const SIDECAR = 2_000;
const EXTRA = 20;

const sockets: Socket[] = [];
let ended = 0;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens connections, one after the other, that say nothing. */
async function openMany(count: number, port: number): Promise<void> {
  ended = 0;
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1').resume();
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve).on('error', resolve));
    socket.on('close', () => (ended += 1));
  }
}

/** Whether a connection is served. */
function isServed(socket: Socket | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    socket?.once('data', () => resolve(true)).once('close', () => resolve(false));
    socket?.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
}

/** nginx and the load balancer of AWS close an idle connection after this many seconds. */
const PROXY_SECONDS = 60;

/** How long the server keeps an idle connection, in seconds, as it says itself. */
async function keptSeconds(url: string): Promise<number> {
  const { headers } = await fetch(new URL('/health', url)).catch(() => ({ headers: new Headers() }));
  return Number(/^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1]);
}

describe('connections', { timeout: 60_000 }, () => {
  it('of the sandbox are limited, and last', async () => {
    const sandbox = await startSandbox({ database: ':memory:', clientLimits: { connections: 5 } });
    await openMany(5 + EXTRA, Number(new URL(sandbox.url).port));
    await expect.poll(() => ended).toBe(EXTRA);
    expect(await isServed(sockets[0])).toBe(true);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => keptSeconds(sandbox.url)).toBeGreaterThan(PROXY_SECONDS);
    await sandbox.close();
  });

  it('of the sidecar are 2,000, and last', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-connections-'));
    const shop = await startCallbackShop();
    writeFileSync(join(folder, 'frame-key'), JSON.stringify((await generateFrameKeys()).privateKey));
    const frame = { listen: { port: 0 }, signingKey: { file: 'frame-key' } };
    const urls = { serviceUrl: 'http://127.0.0.1:1', callbackUrl: shop.url };
    const sidecar = await startSidecarProcess(writeConfig(folder, urls, { frame }));
    await openMany(SIDECAR + EXTRA, Number(new URL(sidecar.url).port));
    await expect.poll(() => ended, { timeout: 5_000 }).toBe(EXTRA);
    expect(await isServed(sockets[0])).toBe(true);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => keptSeconds(sidecar.url)).toBeGreaterThan(PROXY_SECONDS);
    await sidecar.stop();
    shop.close();
    rmSync(folder, { recursive: true });
  });
});
