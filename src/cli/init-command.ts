/**
 * `florin init`: writes a small shop that pays against the sandbox. Its files are those of `demo/examples`. docs/guides/cli.md.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument, type Command } from 'commander';
import { listNames } from '../core/nearest-name.js';
import { PRIVATE_FILE } from '../node/private-file.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { type Kind, KINDS, LISTEN } from './init-kinds.js';
import { line, print } from './printable.js';

const TEMPLATES = fileURLToPath(new URL('../init/', import.meta.url));

/** Template files that npm would omit from the package or interpret under their real names. */
const RENAMED: Readonly<Record<string, string>> = { gitignore: '.gitignore', env: '.env' };

/** Files that a folder may contain before `init`. They are not changed. */
const HARMLESS = ['.git', '.gitattributes', '.github', '.idea', '.vscode', '.DS_Store', 'Thumbs.db', 'LICENSE'];

const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'];

interface Flags {
  readonly packages?: string;
  readonly packageManager?: string;
}

function init(kindName: string, folder: string, flags: Flags): void {
  const kind = kindOf(kindName);
  const manager = managerOf(flags);
  const target = resolve(folder);
  assertFree(target, folder);
  const packages = packagesOf(flags, target);
  for (const [file, text] of filesOf(kindName, kind)) {
    const path = join(target, file);
    mkdirSync(dirname(path), { recursive: true });
    if (file === 'package.json') writeFileSync(path, writeManifest(text, nameOf(target), packages), { flag: 'wx' });
    else {
      const values = { ...valuesOf(kind), install: `${manager} install`, dev: `${manager} run dev` };
      writeFileSync(path, fillIn(text, values), { flag: 'wx', ...(file === '.env' && { mode: PRIVATE_FILE }) });
    }
  }
  const steps = [
    ...(target === process.cwd() ? [] : [`cd ${quote(folder)}`]),
    `${manager} install`,
    `${manager} run dev`,
  ];
  print(line`A shop with ${kind.title} is in ${folder}. To pay with a test card:`);
  for (const step of steps) print(line`  ${step}`);
}

function kindOf(name: string): Kind {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind) return kind;
  throw new CommandEnd(EXIT.usage, `There is no kind ${name}${listNames(name, Object.keys(KINDS), 'the kinds are')}`);
}

/** The named package manager; default: the one that started this command (`pnpm dlx`, `yarn dlx`). */
function managerOf({ packageManager, packages }: Flags): string {
  const [running = ''] = (process.env['npm_config_user_agent'] ?? '').split('/');
  const manager = packageManager ?? (MANAGERS.includes(running) ? running : 'npm');
  if (!MANAGERS.includes(manager)) {
    const list = listNames(manager, MANAGERS, 'the package managers are');
    throw new CommandEnd(EXIT.usage, `There is no package manager ${manager}${list}`);
  }
  if (packages !== undefined && manager !== 'npm') {
    throw new CommandEnd(EXIT.usage, `--packages works with npm: ${manager} would look for florin in its registry`);
  }
  return manager;
}

function assertFree(target: string, written: string): void {
  if (!existsSync(target)) return;
  if (!statSync(target).isDirectory()) throw new CommandEnd(EXIT.usage, `${written} is a file, not a folder`);
  const inTheWay = readdirSync(target).filter((name) => !HARMLESS.includes(name));
  if (inTheWay.length === 0) return;
  const more = inTheWay.length > 3 ? ` and ${inTheWay.length - 3} more` : '';
  throw new CommandEnd(
    EXIT.usage,
    `The folder ${written} is not empty: it has ${inTheWay.slice(0, 3).join(', ')}${more}. ` +
      `Name a new folder, or an empty one; only ${HARMLESS.join(', ')} may be there`,
  );
}

/**
 * The versions of both packages for package.json: files of a folder, or this version if it is in the registry. Only the
 * workflow that publishes writes `repository` into a package.
 */
function packagesOf({ packages }: Flags, target: string): Readonly<Record<string, string>> {
  const { version, repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
    repository?: unknown;
  };
  const names = ['florin', 'florin-server'];
  if (packages === undefined && repository === undefined) {
    throw new CommandEnd(
      EXIT.usage,
      'florin and florin-server are not published yet, and anybody could register these names and be installed instead. ' +
        'Name the folder with the files of `npm run pack` by --packages',
    );
  }
  if (packages === undefined) return Object.fromEntries(names.map((name) => [name, `^${version}`]));
  return Object.fromEntries(
    names.map((name) => {
      const file = resolve(packages, `${name}-${version}.tgz`);
      if (!existsSync(file)) {
        throw new CommandEnd(EXIT.usage, `--packages: the folder ${packages} has no ${basename(file)} (npm run pack)`);
      }
      return [name, `file:${relative(target, file).split(sep).join('/')}`];
    }),
  );
}

/** Every file of a kind: its name in the project, and its text. */
function filesOf(name: string, { parts }: Kind): readonly (readonly [string, string])[] {
  const read = (folder: string, place = '') =>
    readdirSync(join(TEMPLATES, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const file = join(place, relative(join(TEMPLATES, folder), path));
        return [RENAMED[file] ?? file, readFileSync(path, 'utf8')] as const;
      });
  const shared = Object.entries({ common: '', ...parts }).flatMap(([part, place]) => read(`shared/${part}`, place));
  // A kind's own file replaces the shared one.
  return [...new Map([...shared, ...read(name)])];
}

function valuesOf({
  parts,
  page,
  prints = 'shop at',
  ignored = [],
  settings = LISTEN,
  publicUrl = 'http://localhost:3000/pay',
  trusted = '',
}: Kind): Readonly<Record<string, string>> {
  const [signer = '', orders = ''] = ['signer.js', 'orders.js'].map((file) => posix.join(parts['signer'] ?? '', file));
  const lines = (all: readonly string[]) => all.map((each) => `${each}\n`).join('');
  return {
    ...{ signer, orders, page, prints, trusted, public: publicUrl },
    ...{ ignored: lines(ignored), settings: lines(settings) },
  };
}

/** Fills in `{{name}}`; each `{{secret}}` is a new secret. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    name === 'secret' ? randomBytes(48).toString('base64url') : (values[name] ?? ''),
  );
}

function writeManifest(text: string, name: string, packages: Readonly<Record<string, string>>): string {
  const manifest = JSON.parse(text) as { dependencies: Record<string, string> };
  const dependencies = Object.entries(manifest.dependencies).map(([each, version]) => [
    each,
    packages[each] ?? version,
  ]);
  return `${JSON.stringify({ ...manifest, name, dependencies: Object.fromEntries(dependencies) as unknown }, null, 2)}\n`;
}

/** The folder's name as a valid package name: without blanks, accents and other letters. */
function nameOf(target: string): string {
  const plain = basename(target).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return name || 'shop';
}

const quote = (folder: string): string => (/^[\p{L}\p{N}_./\\-]+$/u.test(folder) ? folder : JSON.stringify(folder));

export function addInitCommand(program: Command): void {
  const kinds = Object.keys(KINDS);
  program
    .command('init')
    .description(`Writes a shop that pays against the sandbox: ${kinds.join(', ')}.`)
    .addArgument(new Argument('<kind>', kinds.join(', ')).choices(kinds).argParser((name) => name))
    .argument('[folder]', 'a new or an empty folder', '.')
    .option('--package-manager <name>', `${MANAGERS.join(', ')}; default: the one that runs this command`)
    .option(
      '--packages <folder>',
      'install Florin from the files of `npm run pack` in this folder; required until the packages are published',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ florin init express shop --packages ../florin/dist/packages
  $ cd shop
  $ npm install
  $ npm run dev`,
    )
    .action(init);
}
