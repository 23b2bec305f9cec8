// @ts-check
/** Checks the imports of `src`, `demo` and the documentation site by the table in arrows.mjs, and refuses cycles. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { builtinModules } from 'node:module';
import ts from 'typescript';
import { ARROWS, NODE_FILES } from './arrows.mjs';
import { trackedFiles } from './files.mjs';
import { failOn } from './process.mjs';

/** @type {string[]} */
const problems = [];
/** @type {Map<string, string[]>} */
const graph = new Map();
const files = trackedFiles().filter((file) => /^(src|demo|docs\/site)\/.*\.ts$/.test(file));

for (const file of files) {
  const imports = readImports(file);
  graph.set(
    file,
    imports.filter((each) => each.specifier.startsWith('.')).map((each) => resolveFile(file, each.specifier)),
  );
  for (const each of imports) {
    const problem = file.startsWith('src/') ? checkSource(file, each) : checkPublic(each.specifier);
    if (problem) problems.push(`${file}: ${problem}`);
  }
}
problems.push(...findCycles());

failOn(problems);
console.log(`${files.length} files follow the import table`);

/**
 * @typedef {{ specifier: string, typeOnly: boolean }} Import
 * @param {string} file
 * @param {Import} found
 */
function checkSource(file, { specifier, typeOnly }) {
  const folder = file.split('/')[1] ?? '';
  const arrow = ARROWS[folder];
  if (!arrow) return `the folder ${folder} has no row in tools/arrows.mjs`;
  const isNodeFile = NODE_FILES.test(file);
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return isNodeFile ? undefined : `${specifier} is a module of Node: only files in a node/ folder may use it`;
  }
  if (!specifier.startsWith('.')) {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    return arrow.packages.includes(name) ? undefined : `the package ${name} is not on the list of ${folder}`;
  }
  const target = resolveFile(file, specifier);
  const [, targetFolder = ''] = target.split('/');
  if (NODE_FILES.test(target) && !isNodeFile) return `${target} is for Node only`;
  if (targetFolder === folder) {
    return posix.basename(target) === 'index.ts' ? `import the file itself, not ${specifier}` : undefined;
  }
  if (arrow.folders.includes(targetFolder) || arrow.folders.some((each) => target === `src/${each}`)) return undefined;
  if (targetFolder === 'wire' && typeOnly && folder !== 'core') return undefined;
  if (typeOnly && arrow.types?.some((each) => target === `src/${each}`)) return undefined;
  return `${folder} may not import ${targetFolder} (${specifier})`;
}

/** @param {string} specifier */
function checkPublic(specifier) {
  return /\.\.\/(src|dist)\//.test(specifier) ? 'demo and site may import public subpaths only' : undefined;
}

/**
 * @param {string} file
 * @returns {Import[]}
 */
function readImports(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  /** @type {Import[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const typeOnly = ts.isImportDeclaration(node)
        ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
        : node.isTypeOnly;
      found.push({ specifier: node.moduleSpecifier.text, typeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) found.push({ specifier: argument.text, typeOnly: false });
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      found.push({ specifier: node.argument.literal.text, typeOnly: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function resolveFile(file, specifier) {
  return join(dirname(file), specifier).replaceAll('\\', '/').replace(/\.js$/, '.ts');
}

function findCycles() {
  /** @type {Map<string, 'open' | 'done'>} */
  const seen = new Map();
  /** @type {string[]} */
  const cycles = [];
  /** @param {string} file @param {string[]} path */
  const walk = (file, path) => {
    if (seen.get(file) === 'done') return;
    if (seen.get(file) === 'open') {
      cycles.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`);
      return;
    }
    seen.set(file, 'open');
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    seen.set(file, 'done');
  };
  for (const file of graph.keys()) walk(file, []);
  return cycles;
}
