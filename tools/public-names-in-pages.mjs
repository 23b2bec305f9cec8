// @ts-check
/**
 * Checks the code of the guides against the list of public names (docs/reference/public-names.md): imports of the packages,
 * commands with their options, and tags with their attributes.
 */
import { readFileSync } from 'node:fs';

const LIST = 'docs/reference/public-names.md';
const PAGES = /^(README\.md|docs\/(guides|recipes|site)\/.*\.md)$/;
const CODE = /```[\s\S]*?```|`([^`\n]+)`/g;
const IMPORT = /(?:import|export) (?:type )?(?:\{([^}]*)\} from )?'(florin(?:-server)?(?:\/[\w./-]+)?)'/g;
const COMMAND = /(?<!install )(?<=^|[`$\s])(?:florin|florin-server) ((?:[a-z]+[\w-]* ?)+)([^\n|`#;]*)/g;
const OPTION = /(?<=\s)--[a-z][\w-]*/g;
const TAG = /<(florin-[a-z-]+)((?:\s[^<>]*)?)>/g;
const VALUE = /=(?:"[^"]*"|'[^']*'|\{(?:\{[^}]*\}|[^{}])*\})/g;
const ATTRIBUTE = /(?<=\s)[a-z][a-z-]*(?=[\s/]|$)/g;
/** Attributes of every element, and the properties and listeners of a framework. */
const ANY_TAG = /^(slot|id|class|style|key|ref|on[a-z-]+)$/;
const ANY_COMMAND = /^--(help|version)$/;

/**
 * The public names: the text below each heading of a subpath or a tag, and the options of each command.
 * @typedef {{ sections: Map<string, string>, commands: Map<string, string> }} PublicNames
 */

/**
 * @param {readonly string[]} files the tracked files
 * @returns {string[]} one line for each name that is not in the list
 */
export function wrongPublicNames(files) {
  const names = readPublicNames();
  return files
    .filter((file) => PAGES.test(file))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(CODE)]
        .flatMap(([code]) => [...wrongImports(code, names), ...wrongCommands(code, names), ...wrongTags(code, names)])
        .map((name) => `${page}: ${name} is not a public name`),
    );
}

/** @returns {PublicNames} */
function readPublicNames() {
  const list = readFileSync(LIST, 'utf8');
  const [, ...parts] = list.split(/^### `(.+)`$/m);
  const commands = [...list.matchAll(/^- `florin ([\w -]+)`(?:: (.*))?$/gm)];
  return {
    sections: new Map(parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? '']] : []))),
    commands: new Map(commands.map(([, name = '', options = '']) => [name, options])),
  };
}

/** @param {string} code @param {PublicNames} names */
function wrongImports(code, { sections }) {
  return [...code.matchAll(IMPORT)].flatMap(([, imported = '', path = '']) => {
    const section = sections.get(path);
    if (section === undefined) return [path];
    return imported
      .split(',')
      .map((each) => each.replace(/\btype | as .*/g, '').trim())
      .filter((name) => name && !section.includes(`\`${name}\``))
      .map((name) => `${name} of ${path}`);
  });
}

/** @param {string} code @param {PublicNames} names */
function wrongCommands(code, { commands }) {
  const known = [...commands.keys()].sort((a, b) => b.length - a.length);
  return [...code.replace(/\\\n/g, ' ').matchAll(COMMAND)].flatMap(([, words = '', rest = '']) => {
    const written = `${words.trim()} `;
    const name = known.find((each) => written.startsWith(`${each} `));
    if (name === undefined) return known.some((each) => each.startsWith(written)) ? [] : [`florin ${written.trim()}`];
    // The options of `florin soap` are the fields of the operation.
    if (name === 'soap') return [];
    const [own = ''] = `${words}${rest}`.split(' -- ');
    return (own.match(OPTION) ?? [])
      .filter(
        (option) => !ANY_COMMAND.test(option) && !new RegExp(`${option}(?![\\w-])`).test(commands.get(name) ?? ''),
      )
      .map((option) => `${option} of florin ${name}`);
  });
}

/** @param {string} code @param {PublicNames} names */
function wrongTags(code, { sections }) {
  return [...code.matchAll(TAG)].flatMap(([, tag = '', attributes = '']) => {
    const section = sections.get(`<${tag}>`);
    if (section === undefined) return [`<${tag}>`];
    return (attributes.replace(VALUE, ' ').match(ATTRIBUTE) ?? [])
      .filter((name) => !ANY_TAG.test(name) && !section.includes(`\`${name}\``))
      .map((name) => `${name} of <${tag}>`);
  });
}
