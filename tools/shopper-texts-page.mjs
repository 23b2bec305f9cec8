// @ts-check
/**
 * Writes the page of all texts for shoppers, `docs/reference/shopper-texts.md`. The names and texts are those of
 * `src/languages/en.json`. The users of a text are the files that use its group and contain its name.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readLanguage, complete } from './languages.mjs';
import { GENERATED, table } from './reference-page.mjs';

/** The pattern of files that use a group, if they do not contain the group's name. @type {Readonly<Record<string, RegExp>>} */
const USES = {
  plain: /\bPlainMessages\b|\bpageLanguageFor\b|\bPageLanguage\b/,
  consent: /\bConsent(?:Messages|Language)\b|\bconsentLanguage\b/,
  action: /\bactionMessages\b|\bmessagesOfAction\b/,
  sandbox: /\bMESSAGES\b|\bFIELD_MESSAGES\b|\bdata-(?:busy|empty)\b/,
};
/** The folders with texts for shoppers. */
const FOLDERS = ['elements', 'frame', 'signer', 'sandbox/pages', 'core'];
/** Files that only have the types of the texts. */
const TABLES = /^src\/elements\/messages\//;

/** @typedef {{ readonly path: string, readonly text: string }} Source */

/** @param {import('./languages.mjs').Texts} texts @param {string} [path] @returns {[path: string, text: string][]} */
function flatten(texts, path = '') {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [/** @type {[string, string]} */ ([path + name, text])]
      : flatten(text, `${path}${name}.`),
  );
}

/** @param {string} path of a source @returns {string} the element, or the folder, and the file */
function placeOf(path) {
  const [, tag, file] = /^src\/elements\/(florin-[\w-]+)\/(.+)$/.exec(path) ?? [];
  return tag ? `\`<${tag}>\` ${file}` : path.slice('src/'.length);
}

/**
 * The files that use a text.
 * @param {readonly Source[]} sources that use its group
 * @param {readonly Source[]} beside the files in the same folders, which may get the group as an argument
 * @param {string} path within the group
 */
function usersOf(sources, beside, path) {
  const names = path.split('.').reverse();
  for (const name of names) {
    const isName = new RegExp(
      `[.'"]${name.replaceAll('-', '\\-')}(?![\\w-])|\\b${name.replaceAll('-', '\\-')}\\s*[,:}]`,
    );
    const found = sources.filter(({ text }) => isName.test(text));
    if (found.length > 0) return found;
  }
  // The name is computed, or the group is an argument of another file in the folder.
  const isGiven = new RegExp(`\\b(?:messages|texts)\\.${names.at(-1)}\\b`);
  const found = beside.filter(({ text }) => isGiven.test(text));
  if (found.length > 0) return found;
  const isComputed = (/** @type {Source} */ { text }) => /\b(?:messages|texts)\[/.test(text);
  const own = sources.filter(isComputed);
  return own.length > 0 ? own : beside.filter(isComputed);
}

/** @returns {Promise<string>} */
export async function shopperTextsPage() {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `src/${folder}/${file}`),
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !TABLES.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const english = readLanguage('en');
  const all = complete(english, english);
  const sections = Object.entries(english).map(([group, texts]) => {
    const uses =
      USES[group] ?? new RegExp(`\\b${group}Messages\\b|\\b${group[0]?.toUpperCase()}${group.slice(1)}Messages\\b`);
    const users = sources.filter(
      ({ path, text }) => uses.test(text) && path.startsWith('src/sandbox/') === (group === 'sandbox'),
    );
    const folders = new Set(users.map(({ path }) => path.replace(/[^/]+$/, '')));
    const beside = sources.filter(({ path }) => folders.has(path.replace(/[^/]+$/, '')));
    const whole = new Map(flatten(/** @type {any} */ (all[group])));
    const rows = flatten(texts).flatMap(([path, text]) => {
      if (text === '') return [];
      const places = usersOf(users, beside, path).map(({ path: file }) => placeOf(file));
      if (places.length === 0) throw new Error(`No source uses the text "${group}.${path}" of src/languages/en.json`);
      const same = text.startsWith('@') ? ` (as \`${text.slice(1)}\`)` : '';
      return [[`\`${path}\``, `${whole.get(path) ?? ''}${same}`, places.join('<br>')]];
    });
    return `## \`${group}\`\n\n${table(['Name', 'English', 'Used by'], rows)}`;
  });
  return `${GENERATED}

# Texts for shoppers

Every text that a shopper can read, in English, by the group and name that it has in \`src/languages/*.json\`. \`{0}\` is a value; the text
after a bar is the one for no value. The elements' groups can be [replaced by a shop](../guides/languages.md#your-own-texts). \`plain\` and
\`consent\` are the texts of the pages that the signer serves; \`sandbox\` those of the sandbox's own pages.

${sections.join('\n\n')}
`;
}
