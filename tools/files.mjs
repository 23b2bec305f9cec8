// @ts-check
/** The project's files by git: tracked, or new and not ignored. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** @returns {string[]} */
export function trackedFiles() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\0'))].filter((file) => file && existsSync(file)).sort();
}
