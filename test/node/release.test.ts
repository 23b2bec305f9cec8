/** The changelog's part of a release. test/commands/clone.test.ts releases a clone. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changelogProblems, notesOf, releaseChangelog } from '../../tools/release.mjs';

const CHANGES = '# Changes\n\nFor shops.\n\n## Unreleased\n\n- New.\n\n## 1.0.0, 2026-01-02\n\n- Old.\n';

describe('the changelog', () => {
  it('dates the section "Unreleased" and keeps the others', () => {
    expect(releaseChangelog(CHANGES, '1.1.0', '2026-02-03')).toBe(
      CHANGES.replace('## Unreleased', '## 1.1.0, 2026-02-03'),
    );
  });

  it.each([
    ['no such section', CHANGES.replace('Unreleased', '1.0.1, 2026-01-09')],
    ['nothing in it', CHANGES.replace('- New.', '')],
  ])('refuses a release with %s', (_case, text) => {
    expect(() => releaseChangelog(text, '1.1.0', '2026-02-03')).toThrow('no change under "Unreleased"');
  });

  it('gives the notes of one version', () => {
    expect(notesOf(CHANGES, '1.0.0')).toBe('- Old.');
    expect(() => notesOf(CHANGES, '1.0')).toThrow('no section of version 1.0');
  });

  it.each([
    ['"Unreleased"', 'Unreleased', []],
    ['the version', '1.1.0, 2026-02-03', []],
    [
      'another version',
      '1.0.9, 2026-02-03',
      ['CHANGELOG.md: the first section is neither "Unreleased" nor that of version 1.1.0'],
    ],
  ])('begins with %s', (_case, title, problems) => {
    expect(changelogProblems(CHANGES.replace('Unreleased', title), '1.1.0')).toEqual(problems);
  });

  it('of Florin can be released', () => {
    const text = readFileSync('CHANGELOG.md', 'utf8');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(changelogProblems(text, version)).toEqual([]);
  });
});
