// @ts-check
/**
 * The API reference: a page for each entry of the packages, from the built declarations and their comments. `node tools/docs.mjs`
 * fails if a public name has no comment. As a program it writes the pages for the site, which starts it
 * (docs/decisions/0030-api-reference.md).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';
import { createDescriber, withLinks } from './api-describe.mjs';
import { ENTRIES, exportsOf, resolve } from './api-entries.mjs';
import { anchorOf } from './page-links.mjs';
import { isProgram } from './process.mjs';

/** The file of the pages, for the site. */
export const API_PAGES = 'build/api-pages.json';

/**
 * @typedef {object} ApiPage
 * @property {string} name of the page
 * @property {string} title the subpath
 * @property {readonly string[]} paths all subpaths that the page describes
 * @property {string} content Markdown
 * @property {string} search Markdown with the names only
 * @property {Readonly<Record<string, string>>} anchors by name, or `name.member`
 * @property {readonly string[]} distinct names, and options of `createSigner`, that mean nothing else in a guide
 */

/** A name of an entry, and the symbol behind it. @typedef {{ readonly name: string, readonly symbol: ts.Symbol }} Export */

const GROUPS = Object.entries({
  Functions: ts.SymbolFlags.Function,
  Classes: ts.SymbolFlags.Class,
  Constants: ts.SymbolFlags.Variable,
  Types: ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias,
});

const INTRODUCTION = `Every name that code can import from the two packages, from the comments of the sources. A \`?\` after a name
means that it may be left out. Amounts are whole minor units (cents), and times are seconds, unless the name or its text says
otherwise. Attributes, slots, parts and custom properties of the tags: [Elements](../../../reference/elements.md).`;

/** Types that guides name as such. */
const NAMED_IN_GUIDES = /(Client|Counter|Options|Store)$/;

/**
 * Reads the pages. Needs a finished build.
 * @returns {Promise<{ pages: readonly ApiPage[], undocumented: readonly string[] }>}
 */
export async function apiPages() {
  const files = [...new Set(ENTRIES.map(([, types]) => types))];
  const entries = files.map((types) => ({
    types,
    paths: ENTRIES.filter((each) => each[1] === types).map(([path]) => path),
    exports: ownExports(types),
  }));
  const homes = findHomes(entries);
  const known = new Set(entries.flatMap(({ exports }) => exports.map(({ name }) => name)));
  const { describe, membersOf, undocumented } = createDescriber(known);
  const missing = entries.flatMap(({ paths: [path = ''], exports }) =>
    exports
      .filter(({ symbol }) => homes.get(symbol) === path)
      .flatMap(({ name, symbol }) => undocumented(name, symbol).map((each) => `${each} of ${path}`)),
  );
  const rows = entries.map(({ paths, types }) => `- ${codes(paths)}: ${commentOf(paths, types)}`);
  const content = ['# API reference', INTRODUCTION, rows.join('\n')].join('\n\n');
  /** @type {ApiPage[]} */
  const pages = [
    { name: 'index', title: 'API reference', paths: [], content, search: content, anchors: {}, distinct: [] },
  ];
  for (const entry of entries) if (entry.exports.length > 0) pages.push(await pageOf(entry));
  return { pages, undocumented: missing };

  /** @param {Entry} entry @returns {Promise<ApiPage>} */
  async function pageOf({ types, paths, exports }) {
    const [path = ''] = paths;
    const here = exports.filter(({ symbol }) => homes.get(symbol) === path);
    const elsewhere = exports.filter(({ symbol }) => homes.get(symbol) !== path);
    const parts = [`# \`${path}\``, commentOf(paths, types)];
    if (paths.length > 1) parts.push(`${codes(paths)} have the same names.`);
    const search = [`# ${path}`];
    /** @type {Record<string, string>} */
    const anchors = {};
    /** @type {string[]} */
    const distinct = [];
    for (const [title, flags] of GROUPS) {
      const group = here.filter(({ symbol }) => symbol.flags & flags);
      if (group.length > 0) parts.push(`## ${title}`);
      for (const { name, symbol } of group) {
        const members = membersOf(symbol).map((each) => each.name);
        const anchor = freeAnchor(name, Object.values(anchors));
        parts.push(`### \`${name}\``, await describe(name, symbol));
        search.push(`### ${name}`, members.join(', '));
        anchors[name] = anchor;
        for (const member of members) anchors[`${name}.${member}`] = `${anchor}-${member.toLowerCase()}`;
        if (title !== 'Types' || NAMED_IN_GUIDES.test(name)) distinct.push(name);
        if (name === 'SignerOptions') distinct.push(...members.map((member) => `${name}.${member}`));
      }
    }
    if (elsewhere.length > 0) {
      const others = elsewhere.map(({ name, symbol }) => `- \`${name}\` of \`${homes.get(symbol)}\``);
      parts.push('## Also exported', others.join('\n'));
    }
    const content = parts.filter(Boolean).join('\n\n');
    return { name: pageName(path), title: path, paths, content, search: search.join('\n\n'), anchors, distinct };
  }
}

/** @typedef {{ readonly types: string, readonly paths: readonly string[], readonly exports: readonly Export[] }} Entry */

/** @param {readonly string[]} paths */
const codes = (paths) => paths.map((path) => `\`${path}\``).join(', ');

/** The name of an entry's page. @param {string} path */
const pageName = (path) => path.replace('florin/florin', 'florin').replaceAll(/[/.]/g, '-');

/** The anchor of a heading; those after an equal one have a number. @param {string} name @param {readonly string[]} taken */
function freeAnchor(name, taken) {
  const anchor = anchorOf(name);
  const equal = taken.filter((each) => each.replace(/-\d+$/, '') === anchor).length;
  return equal === 0 ? anchor : `${anchor}-${equal}`;
}

/** What an entry is: the first comment of its module. @param {readonly string[]} paths @param {string} types */
function commentOf([path = ''], types) {
  const [, tag] = /^florin\/elements\/(florin-[\w-]+)$/.exec(path) ?? [];
  if (tag) return `Registers \`<${tag}>\`, with the elements inside it.`;
  const [, framework] = /^florin\/types\/(\w+)$/.exec(path) ?? [];
  if (framework) return `The types of the tags in templates of ${framework}: import it once, for its effect.`;
  // The compiler omits the comment of an import. The sources of `florin/react` are only in dist.
  const source = types.replace('/dist/', '/src/').replace('.d.ts', '.ts');
  const text = readFileSync(existsSync(source) ? source : types, 'utf8');
  const [, comment = ''] = /^\/\*\*([^]*?)\*\//.exec(text) ?? [];
  if (!comment) throw new Error(`${types} has no comment at its start`);
  const line = comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return withLinks(line.replace(/^`[^`]*`: (.)/, (_, first) => first.toUpperCase()));
}

/** The exports of a file, sorted by name. @param {string} types @returns {readonly Export[]} */
function ownExports(types) {
  return exportsOf(types)
    .map((each) => ({ name: each.name, symbol: resolve(each) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * The entry that describes each name: the one whose folder declares it, or the first that exports it.
 * @param {readonly Entry[]} entries
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

if (isProgram(import.meta.url)) writeFileSync(API_PAGES, JSON.stringify((await apiPages()).pages));
