// @ts-check
/**
 * Programs that nobody here wrote and that the tests talk to: SOAP clients of other languages, and strace, which
 * sees what the kernel was asked. On a developer's machine a
 * missing one is skipped with a word; in CI none may be missing, so on Debian as root they are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './process.mjs';

const DEBIAN_PACKAGES = ['python3-zeep', 'php-cli', 'php-soap', 'strace'];

/** @returns {Promise<Record<string, string>>} what the suites need in their environment */
export async function findOutsidePrograms() {
  if (!process.env['CI']) return {};
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && !areInstalled()) {
    console.log(`Installing programs that the tests need: ${DEBIAN_PACKAGES.join(', ')} …`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { quiet: true, env });
    const arguments_ = ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES];
    const { code, output } = await run('apt-get', arguments_, { quiet: true, env });
    if (code !== 0) console.error(output);
  }
  return { FLORIN_OUTSIDE_CLIENTS: 'required' };
}

function areInstalled() {
  return spawnSync('dpkg', ['-s', ...DEBIAN_PACKAGES], { stdio: 'ignore' }).status === 0;
}
