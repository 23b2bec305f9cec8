// @ts-check
/**
 * The changelog and the version of a release: docs/decisions/0027-release.md.
 *
 * `node tools/release.mjs version` runs inside `npm version` (`npm run release`): it dates the section "Unreleased" of the
 * changelog and writes the new version into the other files that contain it. `node tools/release.mjs notes v1.2.3` prints the
 * section of a version, and fails unless that is the version of package.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pendingOf } from './languages.mjs';
import { isProgram } from './process.mjs';

const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = 'Unreleased';
/** Files that contain the version, besides package.json. The first group of the pattern is the text before the version. */
const VERSION_PLACES = [
  { file: 'src/core/version.ts', pattern: /(VERSION = ')([^']+)(?=')/g },
  { file: 'demo/sidecar/php/composer.json', pattern: /("version": ")([^"]+)(?=")/g },
  { file: 'demo/sidecar/python/pyproject.toml', pattern: /(^version = ")([^"]+)(?=")/gm },
  { file: 'demo/sidecar/ruby/florin-order-token.gemspec', pattern: /(gem\.version = ')([^']+)(?=')/g },
  { file: 'demo/sidecar/csharp/order-token.csproj', pattern: /(<Version>)([^<]+)(?=<)/g },
  { file: 'README.md', pattern: /(packages\/florin(?:-server)?-)(\d[^\s]*?)(?=\.tgz)/g },
  { file: 'docs/guides/quick-start.md', pattern: /(packages\/florin(?:-server)?-)(\d[^\s]*?)(?=\.tgz)/g },
];

/**
 * The second-level sections of the changelog, the newest first.
 * @param {string} text
 * @returns {{ title: string, body: string }[]} title: `Unreleased`, or like `1.2.3, 2026-11-25`
 */
function sectionsOf(text) {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return { title: title.trim(), body: lines.join('\n').trim() };
  });
}

/** @param {string} title */
const versionOf = (title) => title.split(',')[0];

/**
 * The problems of a changelog of this version.
 * @param {string} text
 * @param {string} version
 * @returns {string[]}
 */
export function changelogProblems(text, version) {
  const [newest] = sectionsOf(text);
  if (newest && [UNRELEASED, version].includes(versionOf(newest.title) ?? '')) return [];
  return [`${CHANGELOG}: the first section is neither "${UNRELEASED}" nor that of version ${version}`];
}

/**
 * Renames the section "Unreleased" to that of a version.
 * @param {string} text
 * @param {string} version
 * @param {string} date like `2026-11-25`
 */
export function releaseChangelog(text, version, date) {
  const [newest] = sectionsOf(text);
  if (newest?.title !== UNRELEASED || newest.body === '')
    throw new Error(`${CHANGELOG} has no change under "${UNRELEASED}"`);
  return text.replace(`## ${UNRELEASED}`, `## ${version}, ${date}`);
}

/**
 * @param {string} text
 * @param {string} version
 */
export function notesOf(text, version) {
  const section = sectionsOf(text).find(({ title }) => versionOf(title) === version);
  if (!section) throw new Error(`${CHANGELOG} has no section of version ${version}`);
  return section.body;
}

/** Files with another version than package.json. @param {string} version */
export function versionProblems(version) {
  return VERSION_PLACES.flatMap(({ file, pattern }) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)]
      .filter(([, , found]) => found !== version)
      .map(([, , found]) => `${file}: version ${found}, package.json has ${version}`),
  );
}

/**
 * The pending texts of languages that a speaker has reviewed.
 * @param {string} guide docs/guides/languages.md
 * @param {readonly string[]} [pending]
 */
export function pendingProblems(guide, pending) {
  const reviewed = [...guide.matchAll(/^\| `([\w-]+)` *\|[^|]*\| (?!not reviewed|source of)/gm)];
  return reviewed.flatMap(([, tag = '']) =>
    pendingOf(tag, pending).map((path) => `src/languages/${tag}.json: ${path} is not translated`),
  );
}

/** @returns {string} */
function packageVersion() {
  return JSON.parse(readFileSync('package.json', 'utf8')).version;
}

function writeVersion() {
  const problems = pendingProblems(readFileSync('docs/guides/languages.md', 'utf8'));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const version = packageVersion();
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG, releaseChangelog(readFileSync(CHANGELOG, 'utf8'), version, today));
  for (const { file, pattern } of VERSION_PLACES) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, `$1${version}`));
  }
}

/** @param {string} tag like `v1.2.3` */
function printNotes(tag) {
  const version = packageVersion();
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, package.json has ${version}`);
  console.log(notesOf(readFileSync(CHANGELOG, 'utf8'), version));
}

if (isProgram(import.meta.url)) {
  const [command, tag = ''] = process.argv.slice(2);
  try {
    if (command === 'version') writeVersion();
    else if (command === 'notes') printNotes(tag);
    else throw new Error('Usage: node tools/release.mjs version | notes <tag>');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
