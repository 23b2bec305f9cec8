// @ts-check
/**
 * Writes the two npm packages from the built tree: docs/decisions/0021-two-packages.md. `package.json` has their exports and
 * dependencies, and tools/arrows.mjs the package of each folder.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { ARROWS } from './arrows.mjs';
import { trackedFiles } from './files.mjs';
import { writePages } from './package-pages.mjs';

/**
 * @typedef {import('./arrows.mjs').PackageName} PackageName
 * @typedef {string | { types: string, default: string }} Target of an export
 * @typedef {object} Manifest
 * @property {string} description
 * @property {Record<string, Target>} exports
 * @property {Record<string, string>} [bin]
 * @property {readonly string[]} [files] files besides those that exports and commands need; `*` matches a part of a name, a
 *   slash at the end all files in a folder
 * @property {boolean | readonly string[]} [sideEffects]
 */

/** The folder of both packages for `npm run pack` and `npm run sbom`. */
export const FOLDER = 'dist/packages';
/** The subpath of the modules of `florin` that are not public. `florin-server` of the same version imports them. */
const INTERNAL = 'florin/internal/';
/** Fields that both packages have, as far as package.json has them. */
const COMMON = ['version', 'license', 'type', 'engines', 'author', 'repository', 'homepage', 'bugs'];

/**
 * The pages of each package. Pages about the service's interfaces, the back office, the stores, the runbook, the servers'
 * settings, all public names, all texts, the promises and the decisions are only in `florin-server`; the site is in neither.
 */
const PAGES = {
  florin:
    /^(README\.md$|CHANGELOG\.md$|docs\/(guides\/(?!back-office|budgets|contract|go-live|runbook|sandbox-tokens|soap|stores)|images|reference\/(?!contract|deviations|mistakes|numbers|odd-services|promises|soap|public-names|settings|shopper-texts)|invariants\.md))/,
  'florin-server': /^(README\.md$|CHANGELOG\.md$|docs\/(?!site\/)|demo\/sidecar\/)/,
};

const root = JSON.parse(readFileSync('package.json', 'utf8'));
/** @type {Readonly<Record<PackageName, Manifest>>} */
export const MANIFESTS = { florin: root, 'florin-server': root['florin-server'] };

/** Built files that are in another package than the rest of their folder. */
const SINGLE_FILES = {
  /** Browser files of the sandbox. `writePackages` fills it, because they do not exist before the build. @type {Set<string>} */
  server: new Set(),
  // Files of a server's folder that a folder of `florin` may import.
  page: Object.values(ARROWS)
    .filter((arrow) => arrow.package === 'florin')
    .flatMap(({ folders }) => folders.filter((each) => each.endsWith('.ts')).map((each) => each.replace(/ts$/, ''))),
};

/** @param {string} file of the built tree @returns {PackageName} */
function packageOf(file) {
  const path = file.slice('dist/'.length);
  if (SINGLE_FILES.server.has(file)) return 'florin-server';
  if (SINGLE_FILES.page.some((start) => path.startsWith(start))) return 'florin';
  return ARROWS[path.split('/')[0] ?? '']?.package ?? 'florin';
}

/** The files that a pattern matches. @param {string} pattern */
function expand(pattern) {
  if (pattern.endsWith('/')) {
    return readdirSync(pattern, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => posix.join(parentPath.replaceAll('\\', '/'), name));
  }
  if (!pattern.includes('*')) return [pattern];
  const [before = '', after = ''] = basename(pattern).split('*');
  return readdirSync(dirname(pattern))
    .filter((name) => name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length)
    .map((name) => posix.join(dirname(pattern), name));
}

/** @param {Manifest} manifest @returns {string[]} files */
function targetsOf({ exports: targets, bin = {}, files = [] }) {
  const named = Object.values(targets).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  return [...named, ...Object.values(bin), ...files].flatMap((each) => expand(posix.normalize(each)));
}

/**
 * Copies the modules of a package and their imports. Imports of the other package become imports by name.
 * @param {string} folder of all packages
 * @param {PackageName} name
 * @param {readonly string[]} first paths of files
 * @returns {{ inner: Set<string>, packages: Set<string>, loaded: Set<string> }} inner: files of `florin` that the server imports;
 *   packages: all that are imported; loaded: those by modules, not only by types
 */
function copyModules(folder, name, first) {
  /** @type {Set<string>} */
  const inner = new Set();
  /** @type {Set<string>} */
  const packages = new Set();
  /** @type {Set<string>} */
  const loaded = new Set();
  const seen = new Set(first);
  for (const file of seen) {
    const to = join(folder, name, file);
    mkdirSync(dirname(to), { recursive: true });
    const isTemplate = file.startsWith('dist/init/');
    const isModule = /(\.d\.ts|\.js)$/.test(file) && !isTemplate && !file.startsWith('dist/browser/');
    if (!isModule) {
      if (file.endsWith('.json') && !isTemplate)
        writeFileSync(to, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
      else cpSync(file, to);
      continue;
    }
    const text = readFileSync(file, 'utf8');
    /** @type {string[]} */
    const parts = [];
    let end = text.length;
    for (const { fileName, pos } of importsOf(text).reverse()) {
      const specifier = specifierOf(name, file, fileName, (target) => {
        const needed = file.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target;
        (packageOf(needed) === name ? seen : inner).add(needed);
      });
      if (!/^[./]|^florin\//.test(specifier)) {
        const imported = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
        packages.add(imported);
        if (file.endsWith('.js')) loaded.add(imported);
      }
      const at = text.indexOf(fileName, pos);
      parts.unshift(specifier, text.slice(at + fileName.length, end));
      end = at;
    }
    // Without source maps, which are larger than all modules.
    writeFileSync(to, (text.slice(0, end) + parts.join('')).replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
  }
  return { inner, packages, loaded };
}

/**
 * The specifier by which a module of a package imports another module.
 * @param {PackageName} name
 * @param {string} file
 * @param {string} specifier as the compiler has written it
 * @param {(target: string) => void} note takes the file of a relative specifier
 */
function specifierOf(name, file, specifier, note) {
  // Inferred types name the package that declares them. Users have `lit`, which exports the same names.
  if (specifier === 'lit-html') return 'lit';
  if (!specifier.startsWith('.')) return specifier;
  const target = posix.join(dirname(file), specifier);
  note(target);
  if (packageOf(target) === name) return specifier;
  if (name === 'florin') throw new Error(`${file} imports ${target}, which is in florin-server`);
  return `${INTERNAL}${target.slice('dist/'.length)}`;
}

/** @param {string} text of a module or of its types */
function importsOf(text) {
  return ts.preProcessFile(text, true, true).importedFiles.sort((one, other) => one.pos - other.pos);
}

/**
 * The dependencies of a kind: `florin` has what its modules import, `florin-server` the others.
 * @param {PackageName} name
 * @param {Set<string>} ofPage
 * @param {Record<string, unknown>} [all]
 */
function dependenciesOf(name, ofPage, all = {}) {
  const own = Object.entries(all).filter(([each]) => ofPage.has(each) === (name === 'florin'));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

/** @param {PackageName} name @param {Manifest['exports']} targets @param {Set<string>} ofPage */
function manifestOf(name, targets, ofPage) {
  const { description, bin, sideEffects } = MANIFESTS[name];
  const { customElements, 'web-types': webTypes } = name === 'florin' ? root : {};
  const dependencies = dependenciesOf(name, ofPage, root.dependencies);
  return {
    name,
    description,
    ...Object.fromEntries(COMMON.filter((field) => root[field]).map((field) => [field, root[field]])),
    bin,
    exports: targets,
    customElements,
    'web-types': webTypes,
    sideEffects,
    dependencies: name === 'florin' ? dependencies : { florin: root.version, ...dependencies },
    optionalDependencies: dependenciesOf(name, ofPage, root.optionalDependencies),
    peerDependencies: dependenciesOf(name, ofPage, root.peerDependencies),
    peerDependenciesMeta: dependenciesOf(name, ofPage, root.peerDependenciesMeta),
    // Only .github/workflows/release.yml can publish: provenance needs its identity.
    publishConfig: { access: 'public', provenance: true },
  };
}

/** Checks that the manifest names every imported package. @param {Record<string, any>} manifest @param {Set<string>} imported */
function assertNamed({ name, dependencies, optionalDependencies, peerDependencies }, imported) {
  const named = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  for (const each of imported) {
    if (!each.startsWith('node:') && !Object.hasOwn(named, each))
      throw new Error(`${name} imports ${each}, which is not a dependency`);
  }
}

/** Writes both packages. Expects a finished build. @param {string} folder is emptied */
export async function writePackages(folder) {
  rmSync(folder, { recursive: true, force: true });
  SINGLE_FILES.server = new Set((MANIFESTS['florin-server'].files ?? []).flatMap(expand));
  const server = copyModules(
    folder,
    'florin-server',
    targetsOf(MANIFESTS['florin-server']).filter((file) => file !== 'package.json'),
  );
  const own = targetsOf(root).filter((file) => file !== 'package.json' && packageOf(file) === 'florin');
  const page = copyModules(folder, 'florin', [...own, ...server.inner]);

  const internal = { [`./internal/*.js`]: { types: './dist/*.d.ts', default: './dist/*.js' } };
  const manifests = [
    [manifestOf('florin', { ...root.exports, ...internal }, page.packages), page.loaded],
    [manifestOf('florin-server', MANIFESTS['florin-server'].exports, page.packages), server.loaded],
  ];
  for (const [manifest, imported] of /** @type {[Record<string, any>, Set<string>][]} */ (manifests)) {
    assertNamed(manifest, imported);
    const to = join(folder, manifest['name']);
    writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    cpSync('LICENSE', join(to, 'LICENSE'));
    const pages = PAGES[/** @type {PackageName} */ (manifest['name'])];
    writePages(
      to,
      trackedFiles().filter((file) => pages.test(file)),
    );
  }
}
