/** Both packages as users get them: packed, and installed with npm, pnpm and yarn from the registry that npm uses. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, megabytesIn, packagesIn, packBoth, type Project } from './user-project.js';

/** Lit is five packages, with the types that it needs; the others are Comlink, Florin itself. */
const OF_THE_PAGE = [
  '@lit-labs/ssr-dom-shim',
  '@lit/reactive-element',
  '@types/trusted-types',
  'comlink',
  'florin',
  'lit',
  'lit-element',
  'lit-html',
];
const MEGABYTES_OF_THE_PAGE = 12;
/** Other package managers are not among the dependencies: tools/outside-programs.mjs installs them in CI. */
const isRequired = process.env['FLORIN_OUTSIDE_CLIENTS'] === 'required';
/** Each needs to be told that `florin` is a file: florin-server asks for it by its version. */
const MANAGERS = [
  {
    name: 'pnpm',
    program: process.env['FLORIN_PNPM'] ?? 'pnpm',
    words: ['install'],
    settings: (florin: string): Readonly<Record<string, string>> => ({
      // The driver of SQLite is there as a finished file: nothing has to be built.
      'pnpm-workspace.yaml': `overrides:\n  florin: ${florin}\nallowBuilds:\n  '@photostructure/sqlite': false\n`,
    }),
  },
  {
    name: 'yarn',
    program: process.env['FLORIN_YARN'] ?? 'yarn',
    // Its own cache takes a file for another one of the same name and version.
    words: ['install', '--non-interactive', '--cache-folder', '.cache'],
    settings: (): Readonly<Record<string, string>> => ({}),
  },
];
const isHere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
/** Bytes of the page for coding agents, which they read before anything else. */
const AGENTS_SIZE = 4096;
const TYPESCRIPT = join(process.cwd(), 'node_modules/typescript/bin/tsc');

const USE_PAGE = `
import { detectBrand } from 'florin/core';
import { createCheckout } from 'florin/checkout';
import { CheckoutElement } from 'florin/elements';
import 'florin/elements/define';
console.log(detectBrand('5123456789012346').id, typeof createCheckout, typeof CheckoutElement);
`;

const USE_SERVER = `
import { createRestClient } from 'florin-server/service';
import { startSandbox } from 'florin-server/sandbox/node';
import { createSigner, createFramePage } from 'florin-server/signer';
import { openSqliteStore, readFrameScript } from 'florin-server/signer/node';
const account = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
const sandbox = await startSandbox({ database: ':memory:' });
const store = openSqliteStore('claims.sqlite');
const signer = createSigner({
  service: { baseUrl: sandbox.url, ...account },
  store,
  secret: 'a secret of a user, for this test only, long enough',
  publicUrl: 'http://localhost/pay',
  merchantName: 'User',
  priceOrder: (request, order) => ({ order, amount: { minor: 100, currency: 'AUD' }, crn1: order, testMode: true }),
  onPaid: () => undefined,
});
const body = JSON.stringify({ order: '1' });
const headers = { 'content-type': 'application/json', origin: 'http://localhost' };
const request = new Request('http://localhost/pay/authkey', { method: 'POST', body, headers });
const answer = await signer.fetch(request, { clientAddress: '192.0.2.1' });
console.log(answer.status, readFrameScript().length > 10_000, typeof createFramePage, typeof createRestClient);
await store.close();
await sandbox.close();
`;

const PAGE_TYPES = `
import 'florin/elements/define';
import { detectBrand, type Money } from 'florin/core';
import { allowOrigins } from 'florin/checkout';
import type { CheckoutElement } from 'florin/elements';
import 'florin/elements/florin-checkout';

allowOrigins('/pay', 'https://service.example');
const element: CheckoutElement | null = document.querySelector('florin-checkout');
element?.addEventListener('florin-result', ({ result }) => console.log(result.status));
export const price: Money = { minor: 100, currency: 'AUD' };
export const brand: string | undefined = detectBrand('4')?.id;
// In a browser a timer is a number: Node's types are not here.
export const timer: number = setTimeout(() => undefined, 10);
`;

const SERVER_TYPES = `
import * as openTelemetry from '@opentelemetry/api';
import type { PoolConfig } from 'pg';
import { createRestClient } from 'florin-server/service';
import { createMemoryStore, createSigner } from 'florin-server/signer';
import { createListener, openPostgresStore, openSqliteStore } from 'florin-server/signer/node';
import { createSandbox } from 'florin-server/sandbox';
import { startSandbox } from 'florin-server/sandbox/node';

declare const pool: PoolConfig;
export const stores = [openSqliteStore('x'), createMemoryStore(), await openPostgresStore({ connection: pool })];
export const names = [createRestClient, createListener, createSandbox, startSandbox];
export const signer = createSigner({
  service: { baseUrl: 'https://service.example', merchantNumber: '1', username: 'u', password: 'p' },
  store: createMemoryStore(),
  secret: 's',
  publicUrl: 'https://shop.example/pay',
  merchantName: 'Shop',
  priceOrder: (_request, order) => ({ order, amount: { minor: 100, currency: 'AUD' }, crn1: order }),
  onPaid: (order, transaction) => console.log(order, transaction.TxnNumber),
  openTelemetry,
});
`;

/** Of each way in which a user's compiler finds packages, with the types of all packages checked. */
async function compile(project: Project, text: string, lib: readonly string[], types: readonly string[]) {
  project.write('user.ts', text);
  for (const [module, moduleResolution] of [
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ]) {
    const compilerOptions = {
      module,
      moduleResolution,
      lib,
      types,
      target: 'es2022',
      strict: true,
      skipLibCheck: false,
    };
    project.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files: ['user.ts'] }),
    );
    expect(await project.run(process.execPath, TYPESCRIPT)).toEqual({ code: 0, output: '' });
  }
}

describe('the packed packages', { timeout: 300_000 }, () => {
  let tarballs: Awaited<ReturnType<typeof packBoth>>;
  const projects: Project[] = [];

  const open = (manifest?: object): Project => {
    const project = createProject(manifest);
    projects.push(project);
    return project;
  };
  const npm = (project: Project, ...words: readonly string[]) =>
    project.run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...words);
  const report = (what: string, { folder: where }: Project): readonly string[] => {
    const names = packagesIn(join(where, 'node_modules'));
    console.log(`${what}: ${names.length} packages, ${megabytesIn(join(where, 'node_modules')).toFixed(1)} MB`);
    return names;
  };

  beforeAll(async () => {
    tarballs = await packBoth();
  }, 240_000);
  afterAll(() => {
    for (const path of [tarballs.folder, ...projects.map((project) => project.folder)])
      rmSync(path, { recursive: true });
    // Thousands of files, while other tests write theirs.
  }, 240_000);

  it('florin alone installs Lit and Comlink, and works', async () => {
    const project = open();
    expect(await npm(project, tarballs.page)).toMatchObject({ code: 0 });
    expect([...report('florin', project)].sort()).toEqual(OF_THE_PAGE);
    expect(megabytesIn(join(project.folder, 'node_modules'))).toBeLessThan(MEGABYTES_OF_THE_PAGE);
    expect(await project.node(USE_PAGE)).toEqual({ code: 0, output: 'mastercard function function\n' });
    await compile(project, PAGE_TYPES, ['es2022', 'dom', 'dom.iterable'], []);
  });

  it('florin-server runs a sandbox, a signer and its command without optional drivers', async () => {
    const project = open();
    expect(await npm(project, tarballs.page, tarballs.server)).toMatchObject({ code: 0 });
    const names = report('florin and florin-server', project);
    expect(names).not.toContain('pg');
    expect(names.filter((name) => name.startsWith('@types/'))).toEqual(['@types/trusted-types']);
    expect(await project.node(USE_SERVER)).toEqual({ code: 0, output: '200 true function function\n' });
    for (const name of ['florin', 'florin-server']) {
      const rules = readFileSync(join(project.folder, 'node_modules', name, 'AGENTS.md'), 'utf8');
      expect(rules).toContain('(docs/guides/signer.md');
      expect(Buffer.byteLength(rules)).toBeLessThan(AGENTS_SIZE);
    }
    for (const command of ['florin-server', 'florin']) {
      const { code, output } = await project.run(join(project.folder, 'node_modules/.bin', command), '--help');
      expect(code, output).toBe(0);
      expect(output).toContain('sandbox');
    }
    const csp = await project.run(
      'npx',
      '--no-install',
      'florin-server',
      'csp',
      '--tag',
      'classic',
      '--service-origin',
      'https://s.example',
    );
    expect(csp.output).toContain('integrity="sha384-');
    const missing =
      "import { openPostgresStore } from 'florin-server/signer/node'; await openPostgresStore({ connection: 'postgres://127.0.0.1/none' });";
    expect((await project.node(missing)).output).toContain(
      'A PostgreSQL database needs the package pg (npm install pg)',
    );
    const drivers = ['pg', '@types/pg', '@types/node@20', '@opentelemetry/api'];
    expect(await npm(project, ...drivers)).toMatchObject({ code: 0 });
    await compile(project, SERVER_TYPES, ['es2023'], ['node']);
  });

  it.for(MANAGERS)('$name installs both, in its own layout', async ({ name, program, words, settings }, { skip }) => {
    skip(!isHere(program) && !isRequired, `${name} is not installed here`);
    const florin = `file:${tarballs.page}`;
    const dependencies = { florin, 'florin-server': `file:${tarballs.server}` };
    const project = open({ dependencies, resolutions: { florin } });
    for (const [file, text] of Object.entries(settings(florin))) project.write(file, text);
    const registry = (await project.run('npm', 'config', 'get', 'registry')).output.trim();
    expect(await project.run(program, ...words, '--registry', registry)).toMatchObject({ code: 0 });
    expect(await project.node(USE_PAGE)).toEqual({ code: 0, output: 'mastercard function function\n' });
    expect(await project.node(USE_SERVER)).toEqual({ code: 0, output: '200 true function function\n' });
  });

  it('florin-server works without SQLite, and names the missing package', async () => {
    const project = open();
    expect(await npm(project, '--omit=optional', tarballs.page, tarballs.server)).toMatchObject({ code: 0 });
    expect(packagesIn(join(project.folder, 'node_modules'))).not.toContain('@photostructure/sqlite');
    const { output } = await project.node(USE_SERVER);
    expect(output).toContain(
      'A SQLite database needs the package @photostructure/sqlite (npm install @photostructure/sqlite)',
    );
    const inMemory =
      "import { createMemoryStore } from 'florin-server/signer'; import 'florin-server/signer/node'; console.log(typeof createMemoryStore);";
    expect(await project.node(inMemory)).toEqual({ code: 0, output: 'function\n' });
  });
});
