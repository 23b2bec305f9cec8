// @ts-check
/** The text of a public name in the API reference (tools/api-pages.mjs), from its declaration and its comments. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import prettier from 'prettier';
import ts from 'typescript';
import { entryProgram } from './api-entries.mjs';
import { unionComments } from './doc-comments.mjs';

/** Width of declarations, which a page shows beside its navigation. */
const FORMAT = /** @type {const} */ ({ parser: 'typescript', printWidth: 76, singleQuote: true });

/** Length of a constant's value that is shown. */
const LONGEST_VALUE = 800;

/** Methods that the browser calls. */
const PLATFORM = /^(attributeChanged|connected|disconnected|form[A-Z]\w+)Callback$/;

/** Links to the pages of `docs/`, as seen from docs/site/reference/api. @param {string} text */
export const withLinks = (text) =>
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

/**
 * Reads the text and the members of names.
 * @param {ReadonlySet<string>} known the names that the reference describes
 */
export function createDescriber(known) {
  const checker = entryProgram().getTypeChecker();
  return { describe, membersOf, undocumented };

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
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
    const code = isClass
      ? constructorOf(name, symbol)
      : list.length > 0
        ? basesOf(symbol)
        : await declarationOf(name, symbol);
    return [docOf(symbol), code, tagsOf(symbol, declaration), list.join('\n')].filter(Boolean).join('\n\n');
  }

  /** @param {string} name @param {ts.Symbol} symbol */
  function constructorOf(name, symbol) {
    const [declared] = [...(symbol.members?.values() ?? [])]
      .flatMap(({ declarations = [] }) => declarations)
      .filter((each) => ts.isConstructorDeclaration(each) && each.parameters.length > 0);
    return declared ? `\`new ${name}${signatureOf(declared, ': ').replace(/: void$/, '')}\`` : '';
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

  /**
   * The declaration: with comments inside as a block, else as a line of code, whose types the site links.
   * @param {string} name @param {ts.Symbol} symbol
   */
  async function declarationOf(name, symbol) {
    const { flags, declarations = [] } = symbol;
    const [first] = declarations;
    if (flags & ts.SymbolFlags.Function)
      return declarations.map((each) => `\`${name}${signatureOf(each, ': ')}\``).join('\n\n');
    if (first && ts.isVariableDeclaration(first)) return constantText(first);
    const text = aliasText(name, symbol);
    if (!text.includes('/*')) return `\`${oneLine(text)}\``;
    if (first && ts.isTypeAliasDeclaration(first) && ts.isUnionTypeNode(first.type))
      if (first.type.types.every(ts.isLiteralTypeNode))
        return unionComments(first.getSourceFile().fileName, name)
          .map(([value, comment]) => `- **\`'${value}'\`**\n\n${indent(withLinks(comment))}\n`)
          .join('\n');
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
      // Another mark than that of members, which would be in the same list.
      return comment === undefined ? [] : [`* \`${name}\`: ${comment.slice(name.length).trim()}`];
    });
    const returned = all.find(({ name }) => name === 'returns')?.text;
    return [
      parameters.join('\n'),
      returned && `Returns ${returned}`,
      ...all
        .filter(({ name }) => name === 'throws')
        .map(
          ({ text }) => `Throws ${text.replace(/(?<!`)\b(\w+Error|Refusal)\b/g, '`$1`').replace(/(?<![.!])$/, '.')}`,
        ),
      all
        .filter(({ name }) => name === 'fires')
        .map(({ text }) => text.replace(/^\{(\w+)\} (\S+) - /, '* Fires `$2` (`$1`): ').replace(/\s+/g, ' '))
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
    const nested = depth < 3 ? unnamedMembers(member) : [];
    const text = oneLine(typeText(member, declaration));
    const type = isOptional ? text.replace(/ \| undefined$/, '') : text;
    const below = [
      docOf(member),
      tagsOf(member, declaration),
      nested.map((each) => memberItem(each, depth + 1)).join('\n'),
    ].filter(Boolean);
    const shown = nested.length === 0 ? type : type.includes('&') ? '{ … }' : withoutMembers(type);
    const title = `- **\`${member.name}${isOptional ? '?' : ''}\`** \`${shown}\``;
    return `${[title, ...below.map((each) => indent(each))].join('\n\n')}\n`;
  }

  /** The members of a member whose type has no name. @param {ts.Symbol} member @returns {readonly ts.Symbol[]} */
  function unnamedMembers(member) {
    const type = checker.getTypeOfSymbol(member);
    return (type.isUnion() ? type.types : [type])
      .map((each) =>
        checker.isArrayType(each)
          ? (checker.getTypeArguments(/** @type {ts.TypeReference} */ (each))[0] ?? each)
          : each,
      )
      .filter((each) => !each.aliasSymbol && (each.isIntersection() || each.symbol?.name === '__type'))
      .filter((each) => each.getCallSignatures().length === 0)
      .flatMap((each) => each.getProperties())
      .filter(isPublic);
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

  /**
   * The name, and the members of options, that have no comment.
   * @param {string} name @param {ts.Symbol} symbol @returns {readonly string[]}
   */
  function undocumented(name, symbol) {
    const members = /Options$/.test(name) ? membersOf(symbol) : [];
    return [...(docOf(symbol) ? [] : [name]), ...members.flatMap((each) => undocumentedMembers(each, name))];
  }

  /** @param {ts.Symbol} member @param {string} path @returns {readonly string[]} */
  function undocumentedMembers(member, path) {
    const name = `${path}.${member.name}`;
    const below = unnamedMembers(member).flatMap((each) => undocumentedMembers(each, name));
    return [...(docOf(member) ? [] : [name]), ...below];
  }
}
