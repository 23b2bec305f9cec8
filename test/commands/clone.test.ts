/**
 * A clone, in a folder as build servers and people have them: the two commands of the README, and a release by the commands of
 * CONTRIBUTING.md and of .github/workflows/release.yml, up to the registry.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: object;
  readonly jobs: { readonly pack: Job; readonly publish: Job };
}
interface Component {
  readonly name: string;
  readonly version: string;
}
interface Sbom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component & { readonly purl: string } };
  readonly components: readonly Component[];
}

const VERSION = '98.7.6';
const WORKFLOW = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as Workflow;
const { pack, publish } = WORKFLOW.jobs;
const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
/** `npm start` has installed the packages. The whole `npm test` would start itself here. `gh` needs GitHub. */
const NOT_HERE = ['npm ci --ignore-scripts', /^npm rebuild /, 'npm test', /^gh release create /];
const isForHere = (command: string) =>
  !NOT_HERE.some((each) => (typeof each === 'string' ? each === command : each.test(command)));

describe('the workflow', () => {
  it('gives the rights of a job only', () => {
    expect(WORKFLOW.permissions).toEqual({});
    expect(pack.permissions).toEqual({ contents: 'read' });
    expect(publish.permissions).toEqual({ 'id-token': 'write', contents: 'write' });
  });

  it('pins actions by commit, and runs no code of the repository in the job that may publish', () => {
    const actions = [pack, publish].flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(actions).not.toEqual([]);
    for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@[\da-f]{40}$/);
    expect(publish.steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))).toEqual([]);
    for (const command of commandsOf(publish)) expect(command).toMatch(/^(npm publish --provenance "|gh )/);
  });

  it('installs without scripts of packages, and rebuilds by name those that package.json allows', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      allowScripts: Record<string, boolean>;
    };
    const allowed = Object.keys(allowScripts).filter(
      (name) => allowScripts[name] && !/(darwin|windows|linux-(?!x64))/.test(name),
    );
    expect(allowed).not.toEqual([]);
    expect(commandsOf(pack).slice(0, 2)).toEqual(['npm ci --ignore-scripts', `npm rebuild ${allowed.join(' ')}`]);
  });

  it('calls scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const called = commandsOf(pack).flatMap((command) => /^npm (?:run )?(test|pack|sbom)$/.exec(command)?.[1] ?? []);
    expect(called).toEqual(['test', 'pack', 'sbom']);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...called, 'release']));
  });
});

/** Six digits, blanks, a letter beyond ASCII, a long path. */
const NAME = join('build 20260123 Größe', 'long'.repeat(30));

describe('a clone in an unusual folder, opened by a link, its parent read-only', { timeout: 600_000 }, () => {
  let root: string;
  let folder: string;
  const environment = {
    ...process.env,
    GIT_AUTHOR_NAME: 'Florin',
    GIT_AUTHOR_EMAIL: 'florin@example.com',
    GIT_COMMITTER_NAME: 'Florin',
    GIT_COMMITTER_EMAIL: 'florin@example.com',
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REPOSITORY: 'shop/florin',
    GITHUB_REF_NAME: `v${VERSION}`,
  };
  const shell = (command: string, where = folder, more = {}) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const options = { cwd: where, env: { ...environment, ...more } };
      execFile('bash', ['-c', command], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
      );
    });
  const packages = () => join(folder, 'dist/packages');
  const readJson = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'florin-folder-'));
    const place = join(root, NAME);
    const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' });
    for (const file of files.split('\0').filter((name) => name !== '' && existsSync(name)))
      cpSync(file, join(place, 'florin', file), { recursive: true });
    folder = join(root, 'link');
    symlinkSync(join(place, 'florin'), folder);
    mkdirSync(join(place, 'florin', 'test-results'));
    chmodSync(place, 0o555);
    expect(await shell('git init -q && git add -A && git commit -q -m start')).toEqual({ code: 0, output: '' });
  }, 120_000);

  afterAll(() => {
    chmodSync(join(root, NAME), 0o755);
    rmSync(root, { recursive: true });
  }, 120_000);

  it('npm start opens the shop, and Ctrl-C ends it', async () => {
    const start = spawn('npm', ['start'], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = collect(start);
    const ended = once(start, 'close');
    try {
      const shop = () => /Shop +(http:\S+)/.exec(output())?.[1];
      await expect.poll(shop, { timeout: 540_000, message: 'the address of the shop' }).toBeDefined();
      expect((await fetch(shop()!)).status).toBe(200);
    } finally {
      // To the group, as a terminal does.
      process.kill(-start.pid!, 'SIGINT');
      await ended;
    }
  });

  it('npm test passes', async () => {
    const test = spawn('npm', ['test', '--', 'test/core', 'test/wire'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collect(test);
    const [code] = (await once(test, 'close')) as [number];
    expect(output()).toMatch(/\n\d+ passed, 0 failed(, \d+ skipped)?\n$/);
    expect(code).toBe(0);
  });

  it('its build packs the same bytes as a build in another folder does', async () => {
    const program =
      "import { pack } from './tools/pack.mjs'; console.log(JSON.stringify(await pack(process.argv[1])));";
    const packIn = async (cwd: string) => {
      const words = ['--input-type=module', '-e', program, join(root, 'packed')];
      const { stdout } = await promisify(execFile)(process.execPath, words, { cwd, maxBuffer: 2 ** 24 });
      const packed = JSON.parse(stdout) as readonly { filename: string; integrity: string }[];
      return packed.map(({ filename, integrity }) => [filename, integrity]);
    };
    const here = await packIn('.');
    expect(here).toHaveLength(2);
    expect(await packIn(folder)).toEqual(here);
  });

  it('npm run release writes the version everywhere, dates the changelog, commits and tags', async () => {
    const released = await shell(`npm run release -- ${VERSION}`);
    expect(released.code, released.output).toBe(0);
    expect((await shell('git log -1 --format=%s%d && git status --porcelain')).output).toMatch(
      new RegExp(`^release: ${VERSION} \\(.*tag: v${VERSION}.*\\)\n$`),
    );
    expect(readFileSync(join(folder, 'src/core/version.ts'), 'utf8')).toContain(`'${VERSION}'`);
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(`^## ${VERSION}, \\d{4}-\\d\\d-\\d\\d$`, 'm'),
    );
  });

  it('the first job packs both packages, with the repository and an SBOM', async () => {
    for (const command of commandsOf(pack).filter(isForHere)) {
      const { code, output } = await shell(command);
      expect(code, `${command}\n${output}`).toBe(0);
    }
    expect(
      readdirSync(packages())
        .filter((name) => name.includes('.'))
        .sort(),
    ).toEqual([
      `florin-${VERSION}.cdx.json`,
      `florin-${VERSION}.tgz`,
      `florin-server-${VERSION}.cdx.json`,
      `florin-server-${VERSION}.tgz`,
      'notes.md',
    ]);
    expect(readFileSync(join(packages(), 'notes.md'), 'utf8')).toMatch(/^### .+\n\n- /);
    for (const name of ['florin', 'florin-server']) {
      expect(readJson(`dist/packages/${name}/package.json`)).toMatchObject({
        version: VERSION,
        repository: { type: 'git', url: 'git+https://github.example/shop/florin.git' },
        publishConfig: { access: 'public', provenance: true },
      });
    }
  });

  it('an SBOM has every package that is installed or bundled, in the locked version', () => {
    const { packages: locked } = readJson('package-lock.json') as { packages: Record<string, { version: string }> };
    const sbom = (name: string) => readJson(`dist/packages/${name}-${VERSION}.cdx.json`) as Sbom;
    const namesIn = ({ components }: Sbom) => components.map(({ name }) => name);
    expect(namesIn(sbom('florin')).sort()).toEqual([
      '@lit-labs/ssr-dom-shim',
      '@lit/reactive-element',
      '@types/trusted-types',
      'comlink',
      'lit',
      'lit-element',
      'lit-html',
    ]);
    // The last three are bundled: nobody installs them.
    expect(namesIn(sbom('florin-server'))).toEqual(
      expect.arrayContaining([
        'florin',
        'zod',
        '@photostructure/sqlite',
        'commander',
        'uplot',
        '@lit-labs/virtualizer',
      ]),
    );
    for (const name of ['florin', 'florin-server']) {
      const { bomFormat, metadata, components } = sbom(name);
      expect({ bomFormat, purl: metadata.component.purl }).toEqual({
        bomFormat: 'CycloneDX',
        purl: `pkg:npm/${name}@${VERSION}`,
      });
      for (const each of components.filter((component) => component.name !== 'florin'))
        expect(each.version, each.name).toBe(locked[`node_modules/${each.name}`]?.version);
    }
  });

  it('a tag of another version stops the job', async () => {
    const command = commandsOf(pack).find((each) => each.includes('release.mjs notes'))!;
    mkdirSync(packages(), { recursive: true });
    const { code, output } = await shell(command, folder, { GITHUB_REF_NAME: 'v98.7.5' });
    expect(code).toBe(1);
    expect(output).toBe(`The tag is v98.7.5, package.json has ${VERSION}\n`);
  });

  it('the second job publishes both, as far as npm can without a registry', async () => {
    const commands = commandsOf(publish).filter(isForHere);
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const { code, output } = await shell(command, packages(), { npm_config_dry_run: 'true' });
      expect(code, `${command}\n${output}`).toBe(0);
      expect(output).toMatch(new RegExp(`Publishing to .* with tag latest and public access \\(dry-run\\)`));
      expect(output).toContain(`@${VERSION}\n`);
    }
  });
});

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part));
  return () => text;
}
