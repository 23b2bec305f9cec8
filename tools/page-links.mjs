// @ts-check
/** Finds links of Markdown pages to a missing file, or to a missing heading after `#`. */
import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

/**
 * @param {readonly string[]} all all files
 * @param {(path: string) => string} [placeOf] the place of a file on the disk
 * @returns {string[]} one line for each broken link
 */
export function brokenLinks(all, placeOf = (path) => path) {
  const files = new Set(all);
  const textOf = (/** @type {string} */ page) =>
    readFileSync(placeOf(page), 'utf8').replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  /** @type {string[]} */
  const problems = [];
  for (const page of all.filter((file) => file.endsWith('.md'))) {
    for (const [, target = ''] of textOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/i.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : posix.join(dirname(page), decodeURIComponent(path));
      const isThere = files.has(file) || all.some((each) => each.startsWith(`${file.replace(/\/$/, '')}/`));
      if (!isThere) problems.push(`${page}: ${target} does not exist`);
      else if (anchor && file.endsWith('.md') && !anchorsOf(textOf(file)).has(anchor)) {
        problems.push(`${page}: ${target} has no such heading`);
      }
    }
  }
  return problems;
}

/** The anchors of the headings of a page. @param {string} text */
function anchorsOf(text) {
  const headings = [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  );
  return new Set(headings);
}

/** The anchor that GitHub gives to a heading; the documentation site does the same. @param {string} heading without links */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
