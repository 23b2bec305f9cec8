/** Our npm scripts tell their options, and refuse others before they do anything. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** Run by npm itself, or with the options of another program. */
const OTHERS = ['prepare', 'version', 'release', 'prepack', 'florin'];
const ours = Object.entries(scripts).filter(([name]) => !OTHERS.includes(name));

it.each(ours)('%s has --help, and refuses an unknown option', (name, script) => {
  const [, ...words] = script.split(' ');
  const call = (option: string) => spawnSync(process.execPath, [...words, option], { encoding: 'utf8' });
  expect(call('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: npm ') as string });
  // Playwright reads the options of this one, after a build.
  if (name === 'pictures') return;
  const { status, stdout, stderr } = call('--no-such-option');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain("Unknown option '--no-such-option'");
});

it('a port that is none is refused', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/start.mjs', '--port', '70000'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: '--port 70000 is no port: a whole number from 0 to 65535\n',
  });
});
