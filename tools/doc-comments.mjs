// @ts-check
/** Reads the comments of types, unions and tables from the sources, for the generated reference pages. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * The members of a union of string literals with the comment before each.
 * @param {string} file
 * @param {string} name
 * @returns {[string, string][]}
 */
export function unionComments(file, name) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const alias = source.statements.find((each) => ts.isTypeAliasDeclaration(each) && each.name.text === name);
  if (!alias || !ts.isTypeAliasDeclaration(alias) || !ts.isUnionTypeNode(alias.type))
    throw new Error(`${file} has no union ${name}`);
  const { types } = alias.type;
  const start = alias.type.getFullStart();
  return types.map((type, index) => {
    const literal = type.getText().replace(/^'|'$/g, '');
    // The comment is before the bar, so the parser attaches it to the member before.
    const comments = ts.getLeadingCommentRanges(text, types[index - 1]?.end ?? start) ?? [];
    if (comments.length === 0) throw new Error(`${file}: ${literal} of ${name} has no comment`);
    return [literal, comments.map((range) => cleanComment(text.slice(range.pos, range.end))).join(' ')];
  });
}

/** @typedef {Record<string, { isOptional: boolean, comment: string }>} MemberDocs the members of a type by their path */

/**
 * The exported types and constants of sources, with the comments of their members.
 * @param {readonly string[]} files
 * @returns {Record<string, MemberDocs>}
 */
export function memberDocs(...files) {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
  });
  const checker = program.getTypeChecker();

  const isOwn = (/** @type {ts.Symbol} */ { declarations = [] }) =>
    declarations.some((each) => !each.getSourceFile().fileName.includes('node_modules'));

  /** @param {ts.Type} type @returns {[string, { isOptional: boolean, comment: string }][]} */
  const membersOf = (type, prefix = '') =>
    (type.isUnion() ? [] : type.getProperties()).filter(isOwn).flatMap((member) => {
      const path = prefix + member.name;
      const comment = ts
        .displayPartsToString(member.getDocumentationComment(checker))
        .replace(/\{@link (\w+)\}/g, '`$1`');
      const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
      const own = checker.getNonNullableType(checker.getTypeOfSymbol(member));
      const item = checker.isArrayType(own) ? checker.getTypeArguments(/** @type {ts.TypeReference} */ (own))[0] : own;
      const isOpened = item?.isIntersection() || /^(__type|FrameTheme|FrameColours)$/.test(item?.symbol?.name ?? '');
      const below = item && isOpened ? membersOf(item, `${path}.`) : [];
      return [[path, { isOptional, comment }], ...below];
    });

  const sources = files.map((file) => program.getSourceFile(file)).filter((source) => source !== undefined);
  const types = sources.flatMap((source) =>
    checker.getExportsOfModule(/** @type {ts.Symbol} */ (checker.getSymbolAtLocation(source))),
  );
  return Object.fromEntries(
    types
      .filter(({ flags }) => flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Variable))
      .map((symbol) => {
        const isVariable = symbol.flags & ts.SymbolFlags.Variable;
        const type = isVariable ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol);
        return [symbol.name, Object.fromEntries(membersOf(type))];
      }),
  );
}

/** @param {string} comment */
function cleanComment(comment) {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
