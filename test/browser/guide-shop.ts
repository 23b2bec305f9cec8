/** The shop of the quick start, from the guide's own program, with a sandbox of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../support/free-port.js';

const GUIDE = readFileSync('docs/guides/quick-start.md', 'utf8');

/** A file of the guide: the block with a line that names it. */
export function readGuide(name: string): string {
  const blocks = [...GUIDE.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const file = blocks.find((block) => block.includes(`: ${name}`));
  if (!file) throw new RangeError(`the guide has no ${name}`);
  return file;
}

/** Resolves with the URL after these words on the standard output. */
async function readAddress(child: ChildProcess, words: string): Promise<string> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    const found = said.split(words)[1]?.split('\n');
    if (found && found.length > 1) return found[0] ?? '';
  }
  throw new Error(`ended before it said "${words}": ${said}`);
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
    const service = await readAddress(sandbox, 'sandbox ready at ');
    const port = String(await findFreePort());
    const shop = start(['server.js'], folder, { PORT: port, FLORIN_BASE_URL: service, ...env });
    await use({ folder, checkout: await readAddress(shop, 'shop at ') });
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
