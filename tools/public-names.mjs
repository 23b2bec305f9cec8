// @ts-check
/**
 * Writes the page of all public names, from the built package. It changes only on purpose: `tools/docs.mjs --check` compares it.
 */
import ts from 'typescript';
import { ENTRIES, entryProgram, exportsOf, FILES, resolve } from './api-entries.mjs';
import { built, GENERATED, membersOfKind, readElements } from './reference-page.mjs';

/** @typedef {readonly [title: string, names: readonly string[]]} Row */

/**
 * Types of members that shops need no name for: the inside of the sandbox's store, the parts of `@opentelemetry/api`, the
 * type of the components that React calls, and words that are also in the type that contains them.
 */
const UNNAMED = new Set([
  ...['StoreView', 'StoreUnit', 'Tracer', 'Span', 'MeterProvider', 'FlorinComponent'],
  ...['ClaimsProblem', 'TestFault'],
]);

export async function publicNamesPage() {
  const globalFile = 'dist/widget/florin-global.d.ts';
  const targets = ENTRIES.map(([, types]) => types);
  const names = createNameReader(entryProgram());
  const unknown = names.thrownBy(targets);
  if (unknown.length > 0) throw new Error(`Shops cannot import what these throw: ${unknown.join(', ')}`);
  const forgotten = names.forgottenBy(targets).filter((name) => !UNNAMED.has(name));
  if (forgotten.length > 0) throw new Error(`Types of public members that no entry exports: ${forgotten.join(', ')}`);
  const { createProgram } = await built('cli/program.js');
  const { createSoapProgram } = await built('cli/soap-operations.js');
  const { ROUTES } = await built('signer/signer.js');

  return `${GENERATED}

# Public names

Every name that shops rely on. A change of this page is a change of the public interface: it is made on purpose, and the
commit says so.

## Exports

Other files of the packages: ${FILES.map((path) => `\`${path}\``).join(', ')}.

${ENTRIES.map(([path, types]) => `### \`${path}\`\n\n${list(names.exportsOf(types)) || (/\.\/types\//.test(path) ? 'Only types of templates.' : 'Only registers the elements.')}`).join('\n\n')}

## Elements

${elementRows()
  .map(([tag, rows]) => `### \`<${tag}>\`\n\n${list(rows)}`)
  .join('\n\n')}

## Script tag

\`CheckoutOptions\` are the options of \`Florin.mount\`; each is also a \`data-\` attribute of a marked element.

${list(names.exportsOf(globalFile))}

## HTTP routes of the signer

${list([...ROUTES].map(([path, { methods }]) => [`\`${path}\``, methods]))}

## Commands

${list([
  ...commandRows(createProgram(), ''),
  ...commandRows(
    createSoapProgram(() => true),
    '',
  ),
])}
`;
}

/** @param {readonly Row[]} rows */
function list(rows) {
  const line = (/** @type {Row} */ [title, names]) =>
    `- ${title}${names.length > 0 ? `: ${names.map((name) => `\`${name}\``).join(', ')}` : ''}`;
  return rows.map(line).join('\n');
}

/** @returns {readonly (readonly [tag: string, rows: readonly Row[]])[]} */
function elementRows() {
  return readElements().map(({ tagName, attributes, members, events, slots, cssParts, cssProperties }) => {
    const rows = Object.entries({
      attributes,
      properties: membersOfKind(members, 'field'),
      methods: membersOfKind(members, 'method'),
      events,
      slots,
      parts: cssParts,
      'custom properties': cssProperties,
    }).map(([title, found]) => /** @type {const} */ ([title, namesOf(found)]));
    return [tagName, rows.filter(([, names]) => names.length > 0)];
  });
}

/** @param {readonly { name?: string }[] | undefined} found */
function namesOf(found = []) {
  return [...new Set(found.map(({ name }) => name || '(default)'))].sort();
}

/**
 * @param {import('commander').Command} command
 * @param {string} parent
 * @returns {Row[]}
 */
function commandRows(command, parent) {
  const name = `${parent}${command.name()}`;
  const given = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, mandatory }) => flags + (mandatory ? ' (needed)' : ''));
  const below = command.commands.flatMap((each) => commandRows(each, `${name} `));
  return below.length > 0 && options.length === 0 ? below : [[`\`${name}\``, [...given, ...options]], ...below];
}

/** @param {ts.Program} program */
function createNameReader(program) {
  const checker = program.getTypeChecker();

  /** @param {ts.Symbol} symbol */
  const isOwn = (symbol) =>
    !/^[#_]|Callback$/.test(symbol.name) &&
    (symbol.declarations ?? []).some(
      (each) =>
        /^(?!.*node_modules).*\bdist\//.test(each.getSourceFile().fileName) &&
        !(ts.getCombinedModifierFlags(each) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)),
    );

  /** @param {ts.Type} type */
  const partsOf = (type) =>
    (type.isUnion() ? type.types : [type]).map((each) =>
      checker.isArrayType(each) ? (checker.getTypeArguments(/** @type {ts.TypeReference} */ (each))[0] ?? each) : each,
    );

  /** @param {ts.Type} type */
  const isUnnamed = (type) => type.isIntersection() || (!type.aliasSymbol && type.symbol?.name === '__type');

  /**
   * The members, and the members of members whose type has no name.
   * @param {ts.Type} type
   * @returns {readonly string[]}
   */
  const membersOf = (type, prefix = '', depth = 0) => {
    const names = partsOf(type)
      .filter((each) => each.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
      .flatMap((each) => each.getProperties())
      .filter(isOwn)
      .flatMap((each) => {
        const name = prefix + each.name;
        const unnamed = depth < 3 ? partsOf(checker.getTypeOfSymbol(each)).filter(isUnnamed) : [];
        const below = unnamed.flatMap((part) => membersOf(part, `${name}.`, depth + 1));
        return [name + (each.flags & ts.SymbolFlags.Optional ? '?' : ''), ...below];
      });
    return [...new Set(names)].sort();
  };

  /** @param {ts.Symbol} symbol @returns {Row} */
  const rowOf = (symbol) => {
    const { flags, name } = symbol;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    if (flags & ts.SymbolFlags.Class) return [`class \`${name}\``, membersOf(type)];
    if (flags & ts.SymbolFlags.Interface) return [`interface \`${name}\``, membersOf(type)];
    if (flags & ts.SymbolFlags.TypeAlias) {
      const literals = (type.isUnion() ? type.types : [type]).filter((each) => each.isStringLiteral());
      if (literals.length > 0) return [`type \`${name}\``, literals.map(({ value }) => `'${value}'`).sort()];
      return [`type \`${name}\``, membersOf(type)];
    }
    return [`${flags & ts.SymbolFlags.Function ? 'function' : 'const'} \`${name}\``, []];
  };

  /** The members of a union, intersection, function or object have names of their own. @param {ts.Node} type */
  const isComposed = (type) =>
    ts.isUnionTypeNode(type) ||
    ts.isIntersectionTypeNode(type) ||
    ts.isFunctionTypeNode(type) ||
    ts.isTypeLiteralNode(type);

  /**
   * The names of our types in a declaration, without its internal members. What a type is derived from is its own matter, and
   * so is a type that only its own file knows.
   * @param {ts.Node} node @returns {readonly string[]}
   */
  const typesIn = (node) => {
    const isHidden =
      ts.isHeritageClause(node) ||
      (ts.isTypeAliasDeclaration(node) && !isComposed(node.type)) ||
      (ts.isTypeReferenceNode(node) && /^(Pick|Omit|Partial|Required|Exclude)$/.test(node.typeName.getText())) ||
      ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal') ||
      (ts.isClassElement(node) &&
        ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));
    if (isHidden) return [];
    /** @type {string[]} */
    const names = [];
    const symbol = ts.isTypeReferenceNode(node) && checker.getSymbolAtLocation(node.typeName);
    const type = symbol && resolve(symbol);
    const [declared] = (type && isOwn(type) && type.declarations) || [];
    if (type && declared && ts.getCombinedModifierFlags(declared) & ts.ModifierFlags.Export) names.push(type.name);
    ts.forEachChild(node, (child) => void names.push(...typesIn(child)));
    return names;
  };

  return {
    /** Types in the members and parameters of exports that no entry exports. @param {readonly string[]} files */
    forgottenBy(files) {
      const exported = files.flatMap(exportsOf);
      const known = new Set(exported.map(({ name }) => name));
      const used = exported.flatMap((each) => (resolve(each).declarations ?? []).flatMap(typesIn));
      return [...new Set(used)].filter((name) => !known.has(name)).sort();
    },
    /**
     * Classes after `@throws` in the comments of exports and their members that no entry exports. @param {readonly string[]}
     * files
     */
    thrownBy(files) {
      const exported = files.flatMap(exportsOf);
      const known = new Set(exported.map(({ name }) => name));
      const documented = exported
        .map(resolve)
        .flatMap((each) => [each, ...checker.getDeclaredTypeOfSymbol(each).getProperties()])
        .flatMap((each) => each.getJsDocTags(checker).map(({ name, text }) => ({ each, name, text })));
      return documented.flatMap(({ each, name, text }) => {
        const [thrown = ''] = /\b[A-Z]\w+/.exec(name === 'throws' ? ts.displayPartsToString(text) : '') ?? [];
        return thrown === '' || known.has(thrown) || thrown in globalThis ? [] : [`${each.name} (${thrown})`];
      });
    },
    /** @param {string} file @returns {readonly Row[]} */
    exportsOf(file) {
      const found = exportsOf(file);
      return found
        .map(resolve)
        .map((each, index) => /** @type {const} */ ([found[index]?.name ?? '', each]))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, each]) => {
          const [title, members] = rowOf(each);
          return [title.replace(`\`${each.name}\``, `\`${name}\``), members];
        });
    },
  };
}
