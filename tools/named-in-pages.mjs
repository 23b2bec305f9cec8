// @ts-check
/**
 * Checks names in the code of Markdown pages: files and folders of the repository, `npm run` scripts, and the files of
 * `dist/browser`. The pages of an example describe its own files, and the changelog has old names.
 */
import { existsSync, readFileSync } from 'node:fs';

const OTHER_NAMES = /^(CHANGELOG\.md$|demo\/examples\/|docs\/reference\/)/;
const CODE = /```[\s\S]*?```|`([^`\n]+)`/g;
const PATH = /^(?:src|test|tools|demo|docs|public)\/[\w./-]+$/;
const BUNDLE = /\bflorin(?:-[\w-]+)?(?:\.classic)?\.(?:js|css)\b/g;
const BUNDLES = 'dist/browser';
/** Scripts of the shops that `florin init` writes, and paths in a shop or in a generated folder. */
const OF_SHOPS = new Set(['deploy', 'src/hooks.server.ts', 'src/languages/generated']);

/**
 * @param {readonly string[]} files the tracked files
 * @returns {string[]} one line for each name that does not exist
 */
export function wrongNames(files) {
  const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);
  const isFile = (/** @type {string} */ path) =>
    files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
  /** @type {string[]} */
  const wrong = [];
  for (const page of files.filter((file) => file.endsWith('.md') && !OTHER_NAMES.test(file))) {
    for (const [code, span = ''] of readFileSync(page, 'utf8').matchAll(CODE)) {
      const names = [
        ...(PATH.test(span) && !isFile(span) ? [span] : []),
        ...[...code.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = '']) => (scripts.includes(name) ? [] : [name])),
        ...[...code.matchAll(/node ((?:test|tools)\/[\w./-]+)/g)].flatMap(([, path = '']) =>
          isFile(path) ? [] : [path],
        ),
        ...(existsSync(BUNDLES) ? (code.match(BUNDLE) ?? []).filter((name) => !existsSync(`${BUNDLES}/${name}`)) : []),
      ];
      wrong.push(...names.filter((name) => !OF_SHOPS.has(name)).map((name) => `${page}: ${name} does not exist`));
    }
  }
  return wrong;
}
