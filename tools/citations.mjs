// @ts-check
/**
 * Checks the citations in comments and texts of the code: `docs/wire/rest.md section 3, "Numbers"` is valid if that page
 * exists, and has the heading `## 3.` and the quoted words. Refuses citations of documents that are not in the repository
 * (`ELSEWHERE`).
 */
import { readFileSync } from 'node:fs';

const CODE = /^(src|test|tools|demo|docs\/site)\/.*\.(ts|mjs|json|css)$|^[\w.-]+\.(ts|mjs)$/;
const PAGE = /(?<![\w/.-])((?:\.\.\/)*(?:[\w-]+\/)*[\w-]+\.md)\b/g;
const SECTIONS = /^,? ?sections? ((?:\d+(?:, | and )?)+)/;
const WORDS = /^(?:,|:)? ?(?:and )?\\?"([^"\\]+)\\?"/;

/** Citations of documents that are not in the repository. */
const ELSEWHERE = /\b(?:design|style|reliability|anchors)(?:\.md)?,? (?:sections?|invariants?) \d+/gi;

/**
 * @param {readonly string[]} files the tracked files
 * @returns {string[]} the broken citations
 */
export function brokenCitations(files) {
  const pages = new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, readFileSync(file, 'utf8')]));
  const invariants = pages.get('docs/invariants.md') ?? '';
  /** @type {string[]} */
  const problems = [];
  for (const file of files.filter((each) => CODE.test(each))) {
    const text = withoutLineBreaks(readFileSync(file, 'utf8'));
    for (const match of text.matchAll(PAGE)) {
      const [, name = ''] = match;
      if (!/^(docs|wire)\/|^[a-z-]+-interface\.md$/.test(name)) continue;
      const page = pages.get(name);
      if (page === undefined) problems.push(`${file}: ${name} does not exist`);
      else
        problems.push(
          ...wrongPlaces(page, text.slice(match.index + name.length)).map(
            (place) => `${file}: ${name} has no ${place}`,
          ),
        );
    }
    for (const [citation] of text.matchAll(ELSEWHERE)) {
      problems.push(`${file}: "${citation}" cites a page that is not in the repository`);
    }
    for (const [, number = ''] of text.matchAll(/\binvariant (\d+)/g)) {
      if (!new RegExp(`^${number}\\. `, 'm').test(invariants))
        problems.push(`${file}: there is no invariant ${number}`);
    }
  }
  return problems;
}

/**
 * @param {string} page
 * @param {string} rest the text after the page's name
 */
function wrongPlaces(page, rest) {
  /** @type {string[]} */
  const wrong = [];
  const sections = SECTIONS.exec(rest);
  for (const number of sections?.[1]?.match(/\d+/g) ?? []) {
    if (!new RegExp(`^## ${number}\\. `, 'm').test(page)) wrong.push(`section ${number}`);
  }
  let behind = rest.slice(sections?.[0].length ?? 0);
  for (let words = WORDS.exec(behind); words; words = WORDS.exec(behind)) {
    if (!withoutMarks(page).includes(withoutMarks(words[1] ?? ''))) wrong.push(`"${words[1]}"`);
    behind = behind.slice(words[0].length);
  }
  return wrong;
}

/** Joins comments of several lines, without their stars. @param {string} text */
function withoutLineBreaks(text) {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
}

/** @param {string} text */
function withoutMarks(text) {
  return text.replace(/[*`]/g, '').replace(/\s+/g, ' ').toLowerCase();
}
