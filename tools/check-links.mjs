// @ts-check
/** Checks the links of every Markdown page: the file exists, and so does the heading after `#`. */
import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { brokenCitations } from './citations.mjs';
import { trackedFiles } from './files.mjs';

const files = new Set(trackedFiles());
const pages = [...files].filter((file) => file.endsWith('.md'));

/** @param {string} page */
const textOf = (page) => readFileSync(page, 'utf8').replace(/^(```|~~~)[\s\S]*?^\1/gm, '');

/** The anchors that GitHub gives to the headings of a page. @param {string} page */
function anchorsOf(page) {
  const headings = [...textOf(page).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
  return new Set(headings);
}

const problems = brokenCitations([...files]);
for (const page of pages) {
  for (const [, target = ''] of textOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/i.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : posix.join(dirname(page), decodeURIComponent(path));
    const isThere = files.has(file) || [...files].some((each) => each.startsWith(`${file.replace(/\/$/, '')}/`));
    if (!isThere) problems.push(`${page}: ${target} does not exist`);
    else if (anchor && file.endsWith('.md') && !anchorsOf(file).has(anchor)) {
      problems.push(`${page}: ${target} has no such heading`);
    }
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${pages.length} pages, all links are valid`);
