/** Runs the shop of the quick start, with the guide's own program, beside a sandbox. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../support/free-port.js';
import { waitForOutput } from '../support/process-output.js';

const GUIDE = readFileSync('docs/guides/quick-start.md', 'utf8');

/** A file of the guide: the block with a line that names it. */
export function readGuide(name: string): string {
  const blocks = [...GUIDE.matchAll(/```\w+.*\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const file = blocks.find((block) => block.includes(`: ${name}`));
  if (!file) throw new RangeError(`the guide has no ${name}`);
  return file;
}

export interface GuideShop {
  /** Inside this repository, so that `florin` resolves to the package that has just been built. */
  readonly folder: string;
  /** Address of the guide's page. */
  readonly checkout: string;
}

/** Runs the guide's server, and stops it after `use`. */
export async function withGuideShop(
  use: (shop: GuideShop) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  mkdirSync('build', { recursive: true });
  const folder = mkdtempSync(join('build', 'quick-start-'));
  const children: ChildProcess[] = [];
  const start = (args: readonly string[], cwd: string, more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  };
  try {
    for (const name of ['server.js', 'checkout.html']) writeFileSync(join(folder, name), readGuide(name));
    const database = join(folder, 'sandbox.sqlite');
    const sandbox = start(['dist/bin/florin.js', 'sandbox', '--port', '0', '--database', database], '.');
    const [, service = ''] = await waitForOutput(sandbox, /sandbox ready at (\S+)\n/);
    const port = String(await findFreePort());
    const shop = start(['server.js'], folder, { PORT: port, FLORIN_BASE_URL: service, ...env });
    const [, checkout = ''] = await waitForOutput(shop, /shop at (\S+)\n/);
    await use({ folder, checkout });
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
