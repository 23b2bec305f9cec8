// @ts-check
/**
 * The API reference: a page for each entry of the packages, from the built declarations and their comments. The documentation
 * site shows it (docs/decisions/0030-api-reference.md); `node tools/docs.mjs --check` fails if a public name has no comment.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import prettier from 'prettier';
import ts from 'typescript';
import { ENTRIES, entryProgram, exportsOf, resolve } from './api-entries.mjs';
import { anchorOf } from './page-links.mjs';

/**
 * @typedef {object} ApiPage
 * @property {string} title the subpath
 * @property {readonly string[]} paths all subpaths that the page describes
 * @property {string} content Markdown
 * @property {string} names Markdown with the names only, for the search
 * @property {ReadonlyMap<string, string>} anchors by name, or `name.member`
 * @property {ReadonlySet<string>} distinct names and members of options that can mean nothing else in a guide
 */

/** A name of an entry, and the symbol behind it. @typedef {{ readonly name: string, readonly symbol: ts.Symbol }} Export */

const GROUPS = Object.entries({
  Functions: ts.SymbolFlags.Function,
  Classes: ts.SymbolFlags.Class,
  Constants: ts.SymbolFlags.Variable,
  Types: ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias,
});

/** Width of declarations, which a page shows beside its navigation. */
const FORMAT = /** @type {const} */ ({ parser: 'typescript', printWidth: 76, singleQuote: true });

/** Length of a constant's value that is shown. */
const LONGEST_VALUE = 800;

/** Methods that the browser calls. */
const PLATFORM = /^(attributeChanged|connected|disconnected|form[A-Z]\w+)Callback$/;

/** The name of an entry's page. @param {string} path */
const pageName = (path) => path.replace('florin/florin', 'florin').replaceAll(/[/.]/g, '-');

/** The anchor of a heading; of equal ones, those after the first have a number. @param {string} name @param {Set<string>} taken */
function freeAnchor(name, taken) {
  const anchor = anchorOf(name);
  for (let number = 1; taken.has(anchor); number += 1)
    if (!taken.has(`${anchor}-${number}`)) return `${anchor}-${number}`;
  return anchor;
}

/** @param {string} title @returns {ApiPage} */
const emptyPage = (title) => ({ title, paths: [], content: '', names: '', anchors: new Map(), distinct: new Set() });

/** The first comment of a module. @param {string} file */
function moduleComment(file) {
  const text = entryProgram().getSourceFile(file)?.text ?? '';
  const [, comment = ''] = /^\/\*\*([^]*?)\*\//.exec(text) ?? [];
  return comment.replace(/^\s*\* ?/gm, '').trim();
}

/** Links to the pages of `docs/`, as seen from docs/site/reference/api. @param {string} text */
const withLinks = (text) =>
  text
    .replace(/\{@link ([\w.]+)\}/g, '`$1`')
    .replace(/(?<![\w/(`])docs\/([\w/-]+\.md)(#[\w-]+)?/g, (_, page, anchor = '') => {
      const [, heading] = /^# (.+)$/m.exec(readFileSync(`docs/${page}`, 'utf8')) ?? [];
      return `[${heading}](../../../${page}${anchor})`;
    });

/** @param {string} text */
const oneLine = (text) =>
  text
    .replace(/\/\*[^]*?\*\/|\bimport\([^)]*\)\.|\breadonly (?!\w+\[)/g, '')
    // An object of a table by version: the name of its type.
    .replace(/\b\w+\[\w+\]\['(\w+)'\]/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/; \}/g, ' }')
    .trim();

/** @param {string} text @param {number} [by] */
const indent = (text, by = 2) => text.replace(/^(?=.)/gm, ' '.repeat(by));

/** @param {string} code */
const asBlock = (code) => `\`\`\`ts\n${code.trim()}\n\`\`\``;

/** @param {string} type */
const withoutMembers = (type) => {
  let before = '';
  let text = type;
  while (text !== before) [before, text] = [text, text.replace(/\{[^{}…][^{}]*\}/g, '…')];
  return text.replaceAll('…', '{ … }');
};

/** @param {ts.Symbol} symbol */
const isPublic = (symbol) =>
  !/^(#|__)/.test(symbol.name) &&
  !PLATFORM.test(symbol.name) &&
  (symbol.declarations ?? []).some(
    (each) =>
      /^(?!.*node_modules).*\bdist\//.test(each.getSourceFile().fileName) &&
      !(ts.getCombinedModifierFlags(each) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)),
  ) &&
  !symbol.getJsDocTags().some(({ name }) => name === 'internal');

/** @type {Promise<ReadonlyMap<string, ApiPage>> | undefined} */
let pages;

/** The pages, by their name. */
export function apiPages() {
  pages ??= readPages();
  return pages;
}

/** @returns {Promise<ReadonlyMap<string, ApiPage>>} */
async function readPages() {
  const checker = entryProgram().getTypeChecker();
  const files = [...new Set(ENTRIES.map(([, types]) => types))];
  const entries = files.map((types) => ({
    types,
    paths: ENTRIES.filter((each) => each[1] === types).map(([path]) => path),
    exports: ownExports(types),
  }));
  const homes = findHomes(entries);
  const known = new Set(entries.flatMap(({ exports }) => exports.map(({ name }) => name)));

  const introduction = [
    'Every name that code can import from the two packages, from the comments of the sources. A `?` after a name means that it',
    'may be left out. Amounts are whole minor units (cents), and times are seconds, unless the name or its text says otherwise.',
  ].join('\n');
  /** @type {string[]} */
  const rows = [];
  /** @type {Map<string, ApiPage>} */
  const pages = new Map([['index', emptyPage('API reference')]]);
  for (const { types, paths, exports } of entries) {
    const [path = ''] = paths;
    const comment = moduleComment(types).replace(/^`[^`]*`: (.)/, (_, first) => first.toUpperCase());
    rows.push(`- ${paths.map((each) => `\`${each}\``).join(', ')}: ${withLinks(comment)}`);
    if (exports.length > 0) pages.set(pageName(path), await pageOf(path, paths, withLinks(comment), exports));
  }
  const content = ['# API reference', introduction, rows.join('\n')].join('\n\n');
  pages.set('index', { ...emptyPage('API reference'), content, names: content });
  return pages;

  /** @param {string} path @param {readonly string[]} all @param {string} comment @param {readonly Export[]} exports */
  async function pageOf(path, all, comment, exports) {
    const here = exports.filter(({ symbol }) => homes.get(symbol) === path);
    const elsewhere = exports.filter(({ symbol }) => homes.get(symbol) !== path);
    const parts = [`# \`${path}\``, comment];
    if (all.length > 1) parts.push(`${all.map((each) => `\`${each}\``).join(', ')} have the same names.`);
    const names = [`# ${path}`];
    /** @type {Map<string, string>} */
    const anchors = new Map();
    /** @type {Set<string>} */
    const distinct = new Set();
    for (const [title, flags] of GROUPS) {
      const group = here.filter(({ symbol }) => symbol.flags & flags);
      if (group.length > 0) parts.push(`## ${title}`);
      for (const { name, symbol } of group) {
        const members = membersOf(symbol);
        parts.push(`### \`${name}\``, await describe(name, symbol));
        names.push(`### ${name}`, members.map((each) => each.name).join(', '));
        const anchor = freeAnchor(name, new Set(anchors.values()));
        anchors.set(name, anchor);
        for (const member of members) anchors.set(`${name}.${member.name}`, `${anchor}-${member.name.toLowerCase()}`);
        if (!(symbol.flags & ts.SymbolFlags.TypeAlias)) distinct.add(name);
        if (/Options$/.test(name)) for (const member of members) distinct.add(`${name}.${member.name}`);
      }
    }
    if (elsewhere.length > 0) {
      const others = elsewhere.map(({ name, symbol }) => `- \`${name}\` of \`${homes.get(symbol)}\``);
      parts.push('## Also exported', others.join('\n'));
    }
    return {
      title: path,
      paths: all,
      content: parts.filter(Boolean).join('\n\n'),
      names: names.join('\n\n'),
      anchors,
      distinct,
    };
  }

  /** The members that a list of members shows. @param {ts.Symbol} symbol @returns {readonly ts.Symbol[]} */
  function membersOf(symbol) {
    if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias))) return [];
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    if (type.isUnion() || type.getCallSignatures().length > 0) return [];
    const members = type.getProperties().filter(isPublic);
    return namedBases(symbol).length > 0 ? members.filter((each) => symbol.members?.has(each.escapedName)) : members;
  }

  /** @param {string} name @param {ts.Symbol} symbol */
  async function describe(name, symbol) {
    const [declaration] = symbol.declarations ?? [];
    const list = membersOf(symbol).map((each) => memberItem(each));
    const code =
      list.length > 0 || symbol.flags & ts.SymbolFlags.Class ? basesOf(symbol) : await declarationOf(name, symbol);
    return [docOf(symbol), code, tagsOf(symbol, declaration), list.join('\n')].filter(Boolean).join('\n\n');
  }

  /** @param {ts.Symbol} symbol */
  function basesOf(symbol) {
    const bases = namedBases(symbol);
    return bases.length > 0 ? `Extends ${bases.map((each) => `\`${oneLine(each.getText())}\``).join(', ')}.` : '';
  }

  /**
   * The types that an interface extends, if the reference has all of them.
   * @param {ts.Symbol} symbol
   */
  function namedBases(symbol) {
    const clauses = (symbol.declarations ?? []).flatMap((each) =>
      ts.isInterfaceDeclaration(each) ? (each.heritageClauses ?? []) : [],
    );
    const bases = clauses.flatMap(({ types }) => [...types]);
    const names = bases.flatMap((each) =>
      [
        ...each
          .getText()
          .replace(/'[^']*'/g, '')
          .matchAll(/[A-Za-z]\w*/g),
      ].map(String),
    );
    return names.every((each) => known.has(each) || /^(Omit|Pick|Partial)$/.test(each)) ? bases : [];
  }

  /** @param {ts.Symbol} symbol */
  function docOf(symbol) {
    return withLinks(ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim());
  }

  /** The declaration: with comments inside as a block, else as a line of code, whose types the site links. @param {string} name @param {ts.Symbol} symbol */
  async function declarationOf(name, symbol) {
    const { flags, declarations = [] } = symbol;
    const [first] = declarations;
    if (flags & ts.SymbolFlags.Function)
      return declarations.map((each) => `\`${name}${signatureOf(each, ': ')}\``).join('\n\n');
    if (first && ts.isVariableDeclaration(first)) return constantText(first);
    const text = aliasText(name, symbol);
    if (!text.includes('/*')) return `\`${oneLine(text)}\``;
    const formatted = await prettier.format(text.replace(/\bimport\([^)]*\)\./g, ''), FORMAT);
    return asBlock(formatted);
  }

  /** Parameters and result. @param {ts.Declaration} declaration @param {': ' | ' => '} before the result */
  function signatureOf(declaration, before) {
    if (!ts.isFunctionLike(declaration)) return '';
    const parameters = declaration.parameters.map((each) => {
      const type = each.type?.getText() ?? 'unknown';
      return `${parameterName(each)}${each.questionToken ? '?' : ''}: ${type}`;
    });
    const generic = declaration.typeParameters?.map((each) => each.getText()).join(', ');
    const result = declaration.type?.getText() ?? 'void';
    return oneLine(`${generic ? `<${generic}>` : ''}(${parameters.join(', ')})${before}${result}`);
  }

  /** One that is taken apart is named by its type. @param {ts.ParameterDeclaration} parameter */
  function parameterName({ name, type }) {
    if (ts.isIdentifier(name)) return name.text;
    return type?.getText().replace(/^([A-Z])(\w*).*$/s, (_, first, rest) => first.toLowerCase() + rest) ?? 'options';
  }

  /** @param {string} name @param {ts.Symbol} symbol */
  function aliasText(name, symbol) {
    const text = symbol.declarations?.[0]?.getText().replace(/^export (declare )?/, '') ?? '';
    if (!/\b(typeof|keyof|NonNullable)\b/.test(text)) return text;
    const flags = ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.NoTruncation;
    return `type ${name} = ${checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol), undefined, flags)}`;
  }

  /** @param {ts.VariableDeclaration} declaration */
  async function constantText(declaration) {
    const type = `\`${oneLine(declaration.getText())}\``;
    const value = await valueOf(declaration);
    if (!value || value.length > LONGEST_VALUE) return type;
    return `${type}\n\n${asBlock(await prettier.format(`(${value})`, { ...FORMAT, semi: false }))}`;
  }

  /** The value of a constant that is only data. @param {ts.VariableDeclaration} declaration */
  async function valueOf(declaration) {
    const type = declaration.type?.getText() ?? '';
    if (/^FlorinComponent/.test(type)) return '';
    const file = declaration.getSourceFile().fileName.replace(/\.d\.ts$/, '.js');
    const module = await import(pathToFileURL(file).href);
    return JSON.stringify(module[declaration.name.getText()]) ?? '';
  }

  /** @param {ts.Symbol} symbol @param {ts.Declaration | undefined} declaration */
  function tagsOf(symbol, declaration) {
    const all = symbol
      .getJsDocTags(checker)
      .map(({ name, text }) => ({ name, text: withLinks(ts.displayPartsToString(text)) }));
    const parameters = (declaration && ts.isFunctionLike(declaration) ? declaration.parameters : []).flatMap((each) => {
      const name = parameterName(each);
      const comment = all.find((tag) => tag.name === 'param' && tag.text.startsWith(`${name} `))?.text;
      return comment === undefined ? [] : [`- \`${name}\`: ${comment.slice(name.length).trim()}`];
    });
    const returned = all.find(({ name }) => name === 'returns')?.text;
    return [
      parameters.join('\n'),
      returned && `Returns ${returned}`,
      ...all.filter(({ name }) => name === 'throws').map(({ text }) => `Throws ${text}`),
      all
        .filter(({ name }) => name === 'fires')
        .map(({ text }) => text.replace(/^\{(\w+)\} (\S+) - /, '- Fires `$2` (`$1`): ').replace(/\s+/g, ' '))
        .join('\n'),
      ...all.filter(({ name }) => name === 'deprecated').map(({ text }) => `Deprecated. ${text}`),
      ...all.filter(({ name }) => name === 'example').map(({ text }) => fence(text)),
    ]
      .filter(Boolean)
      .join('\n\n');
  }

  /** @param {string} example */
  function fence(example) {
    if (example.includes('```')) return example;
    const lines = example.replace(/^\n|\s+$/g, '').split('\n');
    const margin = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
    return asBlock(lines.map((line) => line.slice(margin)).join('\n'));
  }

  /** @param {ts.Symbol} member @returns {string} */
  function memberItem(member, depth = 0) {
    const declaration = member.declarations?.find((each) => !each.getSourceFile().fileName.includes('node_modules'));
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    const nested =
      depth < 3 ? unnamedParts(checker.getTypeOfSymbol(member)).flatMap((each) => each.getProperties()) : [];
    const text = oneLine(typeText(member, declaration));
    const type = isOptional ? text.replace(/ \| undefined$/, '') : text;
    const below = [
      docOf(member),
      tagsOf(member, declaration),
      nested
        .filter(isPublic)
        .map((each) => memberItem(each, depth + 1))
        .join('\n'),
    ].filter(Boolean);
    const shown = nested.length === 0 ? type : type.includes('&') ? '{ … }' : withoutMembers(type);
    const title = `- **\`${member.name}${isOptional ? '?' : ''}\`** \`${shown}\``;
    return `${[title, ...below.map((each) => indent(each))].join('\n\n')}\n`;
  }

  /** The objects without a name in a type. @param {ts.Type} type @returns {readonly ts.Type[]} */
  function unnamedParts(type) {
    return (type.isUnion() ? type.types : [type])
      .map((each) =>
        checker.isArrayType(each)
          ? (checker.getTypeArguments(/** @type {ts.TypeReference} */ (each))[0] ?? each)
          : each,
      )
      .filter((each) => !each.aliasSymbol && each.symbol?.name === '__type' && each.getCallSignatures().length === 0);
  }

  /** @param {ts.Symbol} member @param {ts.Declaration | undefined} declaration */
  function typeText(member, declaration) {
    if (!declaration) return inferredText(member);
    const { type } = /** @type {{ type?: ts.TypeNode }} */ (/** @type {unknown} */ (declaration));
    if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration))
      return signatureOf(declaration, ' => ');
    // A member of a mapped type is declared where the type was mapped from.
    const isWritten = type && !(member.flags & ts.SymbolFlags.Transient) && !/\btypeof\b/.test(type.getText());
    return isWritten ? type.getText() : inferredText(member);
  }

  /** @param {ts.Symbol} member */
  function inferredText(member) {
    const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
    return checker.typeToString(checker.getTypeOfSymbol(member), undefined, flags);
  }
}

/** The exports of a file, sorted by name. @param {string} types @returns {readonly Export[]} */
function ownExports(types) {
  return exportsOf(types)
    .map((each) => ({ name: each.name, symbol: resolve(each) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * The entry that describes each name: the one whose folder declares it, or the first that exports it.
 * @param {readonly { types: string, paths: readonly string[], exports: readonly Export[] }[]} entries
 */
function findHomes(entries) {
  /** @type {Map<ts.Symbol, string>} */
  const homes = new Map();
  /** @type {Map<ts.Symbol, number>} */
  const ranks = new Map();
  for (const {
    types,
    paths: [path = ''],
    exports,
  } of entries) {
    for (const { symbol } of exports) {
      const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
      const folder = `/${dirname(types.replace(/^\.\//, ''))}/`;
      const rank = file.includes(folder) ? folder.length : 0;
      if (rank > (ranks.get(symbol) ?? -1)) {
        homes.set(symbol, path);
        ranks.set(symbol, rank);
      }
    }
  }
  return homes;
}
