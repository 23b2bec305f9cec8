/** Measures this working tree beside an earlier commit, in turns: `budgets.mjs [rounds] --against COMMIT`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, measureLoad, median } from './budget-browser.mjs';
import { brotli, readBuilt, startBudgetShop } from './budget-shop.mjs';

const WAYS = ['page', 'frame', 'frame by script'];
const FILES = [
  'florin.js',
  'florin-more.js',
  'florin-isolated.js',
  'florin-isolated-element.js',
  'florin-isolated-more.js',
  'florin-frame.js',
];
/** A build may be this much slower than the one that it is compared with. */
const MOST = 1.05;

/** Builds the commit in a folder of its own, which has the packages of this one. */
function buildCommit(commit) {
  const folder = join(mkdtempSync(join(tmpdir(), 'florin-against-')), 'florin');
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { stdio: 'ignore' });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  console.log(`Building ${commit} ...`);
  execFileSync(process.execPath, ['-e', "import('./tools/build.mjs').then(({ build }) => build({ quiet: true }))"], {
    cwd: folder,
    stdio: 'inherit',
  });
  return {
    root: pathToFileURL(`${folder}/`),
    remove() {
      execFileSync('git', ['worktree', 'remove', '--force', folder]);
      rmSync(join(folder, '..'), { recursive: true, force: true });
    },
  };
}

const sizeOf = (name, root) => {
  try {
    return brotli(readBuilt(name, root)).length;
  } catch {
    return 0;
  }
};

/** True when no way is slower than it may be. */
export async function compareWith(commit, rounds) {
  const before = buildCommit(commit);
  const shops = [await startBudgetShop(before.root), await startBudgetShop()];
  const browser = await launch();
  try {
    console.log(`\nBytes, brotli 11: ${commit}, here`);
    for (const name of FILES) console.log(`      ${name.padEnd(32)} ${sizeOf(name, before.root)}, ${sizeOf(name)}`);
    console.log(`\nReady to type on a slow phone, median of ${rounds}: ${commit}, here, ratio`);
    let isFine = true;
    for (const way of WAYS) {
      const loads = [[], []];
      for (let round = 0; round < rounds; round += 1)
        for (const [index, shop] of shops.entries()) loads[index].push(await measureLoad(browser, shop, way));
      const [old, now] = loads.map((each) => (name) => median(each.map((load) => load[name])));
      const ratio = now('ready') / old('ready');
      isFine &&= ratio <= MOST && now('shift') === 0;
      console.log(
        `${ratio <= MOST ? 'ok  ' : 'OVER'}  ${way.padEnd(16)} ${old('ready').toFixed(0)} ms, ${now('ready').toFixed(0)} ms, ${ratio.toFixed(3)}`,
      );
      for (const [name, of] of [
        [commit, old],
        ['here', now],
      ])
        console.log(
          `      ${name}: ${of('documents')} document(s), ${of('untilReady')} requests until it is ready, ${of('requests')} in all, ${(of('bytes') / 1_000).toFixed(1)} kB, layout shift ${of('shift')}`,
        );
    }
    return isFine;
  } finally {
    await browser.close();
    for (const shop of shops) await shop.close();
    before.remove();
  }
}
