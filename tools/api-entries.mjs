// @ts-check
/** The entries of both packages with their types, as one TypeScript program over the built declarations. */
import ts from 'typescript';
import { MANIFESTS } from './packages.mjs';

const exported = Object.entries(MANIFESTS).flatMap(([name, manifest]) =>
  Object.entries(manifest.exports).map(([path, target]) => /** @type {const} */ ([name + path.slice(1), target])),
);

/** Subpaths with the file of their types. @type {readonly (readonly [path: string, types: string])[]} */
export const ENTRIES = exported.flatMap(([path, target]) => (typeof target === 'string' ? [] : [[path, target.types]]));

/** Subpaths without types. */
export const FILES = exported.flatMap(([path, target]) => (typeof target === 'string' ? [path] : []));

/** Their types are of templates of a framework, and large. */
const WITHOUT_NAMES = /^\.\/dist\/types\//;

/** @type {ts.Program | undefined} */
let program;

/** Needs a finished build. */
export function entryProgram() {
  const files = ENTRIES.map(([, types]) => types).filter((types) => !WITHOUT_NAMES.test(types));
  program ??= ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    strict: true,
    noEmit: true,
  });
  return program;
}

/**
 * The exports of a file of the program.
 * @param {string} file
 */
export function exportsOf(file) {
  if (WITHOUT_NAMES.test(file)) return [];
  const checker = entryProgram().getTypeChecker();
  const source = entryProgram().getSourceFile(file);
  if (!source) throw new Error(`${file} is missing: run node tools/build.mjs`);
  const module = checker.getSymbolAtLocation(source);
  return module ? checker.getExportsOfModule(module) : [];
}

/** The symbol that an export is another name of. @param {ts.Symbol} symbol */
export function resolve(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? entryProgram().getTypeChecker().getAliasedSymbol(symbol) : symbol;
}
