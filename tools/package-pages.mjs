// @ts-check
/** Writes the pages of a package: the repository's pages, without links to files that are not in the package. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * Pages with another place in a package: programs look for this one in the first folder.
 * @type {Readonly<Record<string, string>>}
 */
const MOVED = { 'docs/guides/agents.md': 'AGENTS.md' };

/**
 * @param {string} folder of the package
 * @param {readonly string[]} files of the repository
 */
export function writePages(folder, files) {
  const isThere = (/** @type {string} */ path) =>
    files.some((file) => (file === path && !MOVED[file]) || file.startsWith(`${path}/`)) ||
    existsSync(join(folder, path));
  for (const file of files) {
    const to = join(folder, MOVED[file] ?? file);
    mkdirSync(dirname(to), { recursive: true });
    if (file.endsWith('.md')) writeFileSync(to, withoutDeadLinks(file, isThere));
    else cpSync(file, to);
  }
}

/**
 * A dead link becomes its text, and a link of a moved page leads from its new place.
 * @param {string} file @param {(path: string) => boolean} isThere
 */
function withoutDeadLinks(file, isThere) {
  const moved = MOVED[file];
  return readFileSync(file, 'utf8').replace(/(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, text, target) => {
    const [path, ...anchor] = target.split(/(?=#)/);
    if (target.startsWith('#') || /^[a-z]+:/i.test(target)) return link;
    const linked = posix.join(posix.dirname(file), decodeURIComponent(path));
    if (!isThere(linked.replace(/\/$/, ''))) return text;
    return moved ? `[${text}](${posix.relative(posix.dirname(moved), linked)}${anchor.join('')})` : link;
  });
}
