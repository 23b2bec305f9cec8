// @ts-check
/** Helpers of the generated reference pages. */
import { readFileSync } from 'node:fs';

export const GENERATED = '<!-- Made by tools/docs.mjs from the sources. Do not edit. -->';

/** @typedef {readonly (string | number | undefined)[]} Cells */

/** @param {readonly string[]} head @param {readonly Cells[]} rows */
export function table(head, rows) {
  const line = (/** @type {Cells} */ cells) =>
    `| ${cells
      .map((cell) =>
        String(cell ?? '')
          .replaceAll('|', '\\|')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {string} path below dist/ */
export const built = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);

/** The public elements of the manifest, by tag. @returns {any[]} */
export function readElements() {
  const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'));
  return modules
    .flatMap((/** @type {any} */ { declarations = [] }) => declarations)
    .filter((/** @type {any} */ { tagName }) => tagName)
    .sort((/** @type {any} */ one, /** @type {any} */ other) => one.tagName.localeCompare(other.tagName));
}

/** The public members of an element. @param {any[] | undefined} members @param {'field' | 'method'} kind */
export const membersOfKind = (members = [], kind) => members.filter((each) => each.kind === kind && !each.static);
