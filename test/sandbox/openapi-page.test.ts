/** The OpenAPI documents and their page over HTTP. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenApi, OPERATIONS } from '../../src/sandbox/openapi/document.js';
import { overPort, inProcess, type ServiceUnderTest } from './service-under-test.js';

const VERSIONS = ['v2', 'v3'] as const;
const run = promisify(execFile);

describe('/openapi', () => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await inProcess.open();
  });
  afterAll(() => service.close());

  const get = (path: string, headers: Record<string, string> = {}) => service.fetch(path, { headers });

  it.each(VERSIONS)('%s.json is the document, for any origin, with an ETag', async (version) => {
    const response = await get(`/openapi/${version}.json`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toContain('max-age=60');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(createOpenApi(version))));
    const again = await get(`/openapi/${version}.json`, { 'If-None-Match': response.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it.each(VERSIONS)('%s is a page with an anchor for every operation and object', async (version) => {
    const response = await get(`/openapi/${version}`);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name } of OPERATIONS) expect(ids).toContain(name);
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('loads no external resource', async () => {
    const page = await (await get('/openapi/v3')).text();
    const addresses = [...page.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !/^(#|\/openapi\/|data:,$)/.test(address))).toEqual([]);
    expect(page).not.toMatch(/<script|<style| style=| on\w+=/i);
    for (const path of ['/openapi/page.css', '/openapi/reference.css']) {
      const style = await get(path);
      expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
      expect(await style.text()).not.toMatch(/url\(|@import/);
    }
    expect((await get('/openapi/reference.js')).status).toBe(404);
  });

  it('escapes a forged Host', async () => {
    const page = await (await get('/openapi/v3?<script>alert(1)</script>')).text();
    expect(page).not.toContain('alert(1)');
  });

  it('redirects to the newest version, and has no other path', async () => {
    const start = await service.fetch('/openapi/', { redirect: 'manual' });
    expect(start.status).toBe(307);
    expect(start.headers.get('location')).toBe('/openapi/v3');
    for (const path of ['/openapi/v1', '/openapi/v3.yaml', '/openapi/v3/x', '/openapi2']) {
      expect((await get(path)).status, path).toBe(404);
    }
    expect((await service.fetch('/openapi/v3', { method: 'POST' })).status).toBe(404);
    const head = await service.fetch('/openapi/v3', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is linked from the root', async () => {
    expect(await (await get('/')).text()).toContain('/openapi/');
  });
});

describe.runIf(process.platform !== 'win32')('the calls to copy', () => {
  it('work unchanged', async () => {
    const service = await overPort.open();
    const page = await (await service.fetch('/openapi/v3')).text();
    const calls = [...page.matchAll(/<pre\s*><code\s*>(curl[\s\S]*?)<\/code\s*>/g)].map(([, call = '']) =>
      call
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    );
    expect(calls).toHaveLength(OPERATIONS.length);
    const wanted = calls.filter((call) => /\/(txns\/|txns\/search|status\/|dvtokens\/|processtxnauthkey)'/.test(call));
    expect(wanted.length).toBeGreaterThanOrEqual(5);
    for (const call of wanted) {
      const { stdout } = await run('sh', ['-c', call]);
      const { ResponseCode } = JSON.parse(stdout).APIResponse;
      // A search of an empty sandbox finds nothing.
      expect([0, 209], call).toContain(ResponseCode);
    }
    await service.close();
  });
});
