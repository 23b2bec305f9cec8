/** The recipes of shops with a sidecar: starts a shop with the process of the signer, as its page says. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../support/free-port.js';
import { waitForOutput } from '../support/process-output.js';
import { RAILS_PROJECT } from './rails-project.js';
import { readRecipe, ROOT, writeRecipe } from './recipe.js';
import { SYMFONY_PROJECT } from './symfony-project.js';

const SECRETS = {
  FLORIN_SECRET: 'a claim secret of the signer, for tests only',
  FLORIN_ORDER_SECRET: 'an order secret of the shop, for tests only',
  FLORIN_CALLBACK_SECRET: 'a callback secret of the shop, for tests only',
};
const MODULES = 'node_modules/florin-server/demo/sidecar';

/** Python with a package, here or Debian's own. */
const pythonWith = (name: string): string | undefined =>
  ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, ['-c', `import ${name}`]).status === 0);
const flask = pythonWith('flask');
const django = pythonWith('django');
const hasSymfony = spawnSync('php', ['-r', 'require "Symfony/Bundle/FrameworkBundle/autoload.php";']).status === 0;
const hasRails = spawnSync('ruby', ['-raction_controller/railtie', '-rpuma', '-e', '']).status === 0;

/** A framework with a recipe. */
export interface Framework {
  readonly name: string;
  /** Its pages in `docs/recipes`. */
  readonly pages: readonly string[];
  readonly isInstalled: boolean;
  /** A command in the folder, and files, before the page's files are written. */
  readonly before?: readonly string[];
  readonly project?: Readonly<Record<string, string>>;
  /** The command that starts the shop. */
  start(port: string): readonly [string, ...string[]];
}

export const FRAMEWORKS: readonly Framework[] = [
  {
    ...{ name: 'Flask', pages: ['flask'], isInstalled: flask !== undefined },
    start: (port) => [flask ?? '', '-m', 'flask', '--app', 'app', 'run', '--port', port],
  },
  {
    ...{ name: 'Django', pages: ['django'], isInstalled: django !== undefined },
    before: [django ?? '', '-m', 'django', 'startproject', 'shop', '.'],
    start: (port) => [django ?? '', 'manage.py', 'runserver', '--noreload', `127.0.0.1:${port}`],
  },
  {
    ...{ name: 'Go', pages: ['go'], isInstalled: spawnSync('go', ['version']).status === 0 },
    start: () => ['go', 'run', '.'],
  },
  {
    ...{ name: 'Symfony', pages: ['symfony'], isInstalled: hasSymfony },
    before: ['mkdir', 'public', 'var'],
    project: SYMFONY_PROJECT,
    start: (port) => ['php', '-S', `127.0.0.1:${port}`, '-t', 'public'],
  },
  {
    ...{ name: 'Rails', pages: ['rails'], isInstalled: hasRails },
    before: ['mkdir', 'public'],
    project: RAILS_PROJECT,
    start: (port) => ['ruby', 'bin/rails', 'server', '-b', '127.0.0.1', '-p', port],
  },
];

/** The shop of Flask with a page that htmx swaps. */
export const HTMX: Framework = {
  ...{ name: 'Flask', pages: ['flask', 'htmx'], isInstalled: flask !== undefined },
  start: (port) => [flask ?? '', '-m', 'flask', '--app', 'cart', 'run', '--port', port],
};

/** A running shop. */
export interface SidecarShop {
  readonly url: string;
  stop(): void;
}

/** @param htmx the folder of the package */
export async function startSidecarShop(
  { pages, before, project = {}, start }: Framework,
  serviceUrl: string,
  htmx?: string,
): Promise<SidecarShop> {
  const [port, signerPort] = [String(await findFreePort()), String(await findFreePort())];
  const folder = writeRecipe(readRecipe('sidecar-beside-a-shop'), serviceUrl);
  try {
    if (before && spawnSync(before[0] ?? '', before.slice(1), { cwd: folder.path }).status !== 0) {
      throw new Error(`${before.join(' ')} fails`);
    }
    folder.write({ ...project, ...readRecipe(...pages) });
    // As npm and pip install them.
    for (const path of [MODULES, 'node_modules/florin']) mkdirSync(join(folder.path, path), { recursive: true });
    cpSync(join(ROOT, 'demo/sidecar'), join(folder.path, MODULES), { recursive: true });
    symlinkSync(join(ROOT, 'dist'), join(folder.path, 'node_modules/florin/dist'));
    if (htmx) symlinkSync(htmx, join(folder.path, 'node_modules/htmx.org'));
    const publicFolder = join(folder.path, 'public');
    if (existsSync(publicFolder)) symlinkSync('../node_modules/florin/dist/browser', join(publicFolder, 'florin'));
    const env = {
      ...{ ...SECRETS, PORT: port, SIGNER_PORT: signerPort, GOPROXY: 'off' },
      PYTHONPATH: join(folder.path, MODULES, 'python'),
      RUBYLIB: join(folder.path, MODULES, 'ruby'),
      PHP_CLI_SERVER_WORKERS: '4',
    };
    const signer = [join(ROOT, 'dist/bin/florin.js'), 'signer', '--config', 'florin.config.mjs'];
    await waitForOutput(folder.start(process.execPath, signer, env), /^signer ready at/);
    const [program, ...args] = start(port);
    const shop = folder.start(program, args, env);
    const url = `http://localhost:${port}`;
    let said = '';
    for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
    while (!(await isUp(`${url}/orders/1042`))) {
      if (shop.exitCode !== null) throw new Error(`${program} ended with ${shop.exitCode}: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { url, stop: () => folder.remove() };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
