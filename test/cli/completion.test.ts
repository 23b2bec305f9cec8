/** Completion in real shells: bash always, zsh and fish if they are installed. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnFlorin, waitForEnd } from './florin-process.js';

const run = promisify(execFile);
const isHere = (shell: string) => spawnSync(shell, ['--version'], { stdio: 'ignore' }).status === 0;

/** What is typed, and words that are among the answers or are not. */
const CASES: readonly (readonly [typed: string, has: readonly string[], hasNot: readonly string[]])[] = [
  ['florin ', ['pay', 'init', 'txn', 'sandbox'], ['refund', '--amount']],
  ['florin txn ', ['get', 'refund'], ['pay']],
  ['florin txn refund --am', ['--amount'], ['--max-amount']],
  ['florin-server in', ['init'], ['pay']],
  ['florin init st', ['static'], ['express']],
  ['florin soap Process', ['ProcessPayment'], ['Login']],
];

describe('florin completion', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-completion-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The completions of a shell, one in each line. */
  const ASK: Readonly<Record<string, (file: string, typed: string) => readonly string[]>> = {
    bash: (file, typed) => {
      const words = typed.split(' ');
      const array = words.map((word) => `'${word}'`).join(' ');
      const ask = `COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _florin; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return ['-c', `set -u; source '${file}'; ${ask}`];
    },
    fish: (file, typed) => ['--no-config', '-c', `source '${file}'; complete -C '${typed}'`],
  };

  it.for(Object.entries(ASK))('%s completes commands, options and fixed words', async ([shell, ask], { skip }) => {
    skip(!isHere(shell), `${shell} is not installed here`);
    const { out } = await waitForEnd(spawnFlorin(['completion', shell]));
    const file = join(folder, shell);
    writeFileSync(file, out);
    for (const [typed, has, hasNot] of CASES) {
      const { stdout } = await run(shell, ask(file, typed));
      // fish adds a description behind a tab.
      const answers = stdout.split('\n').map((each) => each.split('\t')[0]);
      expect(answers, typed).toEqual(expect.arrayContaining([...has]));
      for (const word of hasNot) expect(answers, typed).not.toContain(word);
    }
  });

  it('zsh loads the bash script in its bash emulation', async ({ skip }) => {
    skip(!isHere('zsh'), 'zsh is not installed here');
    const { out } = await waitForEnd(spawnFlorin(['completion', 'zsh']));
    writeFileSync(join(folder, 'zsh'), out);
    const program = `autoload -U compinit && compinit -u -d '${folder}/dump'; source '${folder}/zsh'; print $_comps[florin-server]`;
    const { stdout } = await run('zsh', ['-f', '-c', program]);
    expect(stdout).toMatch(/_bash_complete.*_florin/);
  });

  it('suggests the shell with the nearest name', async () => {
    expect(await waitForEnd(spawnFlorin(['completion', 'bsh']))).toMatchObject({
      code: 1,
      err: 'florin: There is no completion for bsh; did you mean bash? The shells are bash, zsh, fish\n',
    });
  });
});
