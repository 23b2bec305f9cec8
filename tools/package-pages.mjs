// @ts-check
/** Writes the pages of a package: the repository's pages, without links to files that are not in the package. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * @param {string} folder of the package
 * @param {readonly string[]} files of the repository
 */
export function writePages(folder, files) {
  const isThere = (/** @type {string} */ path) =>
    files.some((file) => file === path || file.startsWith(`${path}/`)) || existsSync(join(folder, path));
  for (const file of files) {
    const to = join(folder, file);
    mkdirSync(dirname(to), { recursive: true });
    if (file.endsWith('.md')) writeFileSync(to, withoutDeadLinks(file, isThere));
    else cpSync(file, to);
  }
}

/** A dead link becomes its text. @param {string} file @param {(path: string) => boolean} isThere */
function withoutDeadLinks(file, isThere) {
  return readFileSync(file, 'utf8').replace(/(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, text, target) => {
    const [path] = target.split('#');
    if (path === '' || /^[a-z]+:/i.test(target)) return link;
    return isThere(posix.join(posix.dirname(file), decodeURIComponent(path)).replace(/\/$/, '')) ? link : text;
  });
}
