// @ts-check
/**
 * Compiles `test/types` like a user's project, against the packed package: each file alone with a bundler's resolution, all
 * files together with Node's resolution, and the templates of Vue and Svelte with their own tools. Florin's types are checked
 * too (`skipLibCheck: false`).
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { runPackage } from './process.mjs';

const STRICT = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  // TypeScript's own files are not Florin's.
  skipDefaultLibCheck: true,
  noEmit: true,
  jsx: 'react-jsx',
  types: [],
};
const BUNDLER = { ...STRICT, module: 'ESNext', moduleResolution: 'Bundler' };

/**
 * @param {string} folder with the packed package in its node_modules
 * @returns {Promise<readonly string[]>} problems
 */
export async function checkUserTypes(folder) {
  const own = join(folder, 'types');
  cpSync('test/types', own, { recursive: true });
  writeFileSync(join(own, 'package.json'), JSON.stringify({ type: 'module' }));
  // Templates of Vue and Svelte are checked below.
  const files = readdirSync(own).filter((name) => /\.tsx?$/.test(name));
  const problems = files.flatMap((file) => compile(own, [file], BUNDLER));
  problems.push(...compile(own, files, { ...STRICT, module: 'Node16', moduleResolution: 'Node16' }));
  writeFileSync(
    join(own, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...BUNDLER, jsx: undefined }, include: ['*.vue', '*.svelte'] }),
  );
  const templates = await Promise.all([
    runPackage('vue-tsc/bin/vue-tsc.js', ['-p', own], { quiet: true }),
    runPackage('svelte-check/bin/svelte-check', ['--workspace', own, '--output', 'human'], { quiet: true }),
  ]);
  return [...problems, ...templates.flatMap(({ code, output }) => (code === 0 ? [] : [output]))];
}

/**
 * Checks the data for editors: it has every tag with a subpath, with its attributes and their values.
 * @param {string} folder with the packed package in its node_modules
 * @returns {readonly string[]} problems
 */
export function checkEditors(folder) {
  const own = join(folder, 'node_modules', 'florin');
  const { exports, 'web-types': webTypes } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  const tags = Object.keys(exports).flatMap((path) => /^\.\/elements\/(florin-[a-z-]+)$/.exec(path)?.[1] ?? []);
  return [webTypes, 'dist/vscode.html-custom-data.json'].flatMap((file) => {
    const data = JSON.parse(readFileSync(join(own, file), 'utf8'));
    /** @type {readonly { name: string, attributes: readonly { name: string }[] }[]} */
    const known = data.tags ?? data.contributions.html.elements;
    const method = known
      .find(({ name }) => name === 'florin-checkout')
      ?.attributes.find(({ name }) => name === 'method');
    const missing = tags.filter((tag) => !known.some(({ name }) => name === tag));
    return [
      ...missing.map((tag) => `${file} does not have <${tag}>`),
      ...(JSON.stringify(method ?? '').includes('webform') ? [] : [`${file} does not have the values of method`]),
    ];
  });
}

/** @param {string} folder @param {readonly string[]} files @param {object} settings @returns {string[]} */
function compile(folder, files, settings) {
  const { options, errors } = ts.convertCompilerOptionsFromJson(settings, folder);
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
    hostOf(options),
  );
  const found = [...errors, ...ts.getPreEmitDiagnostics(program)].filter(
    ({ file }) => !NOT_OURS.test(file?.fileName ?? ''),
  );
  return found.length === 0
    ? []
    : [ts.formatDiagnostics(found, { ...ts.createCompilerHost({}), getNewLine: () => '\n' })];
}

/** Node's types do not compile with `exactOptionalPropertyTypes`, even without Florin. */
const NOT_OURS = /\/node_modules\/@types\/node\//;

/** Parsed files, by resolution and name. @type {Map<string, ts.SourceFile | undefined>} */
const read = new Map();

/** @param {ts.CompilerOptions} options */
function hostOf(options) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, language, ...rest) => {
    const key = `${String(options.module)} ${name}`;
    if (!read.has(key)) read.set(key, getSourceFile(name, language, ...rest));
    return read.get(key);
  };
  return host;
}
