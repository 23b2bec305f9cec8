/**
 * Tests that fail in another engine for a known reason: the list of a configuration's `metadata.knownFailures`. They run, and one
 * that passes fails the run, so the list may only shrink.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';

/** The reason of each test that fails, by its name, such as `framed.spec.ts: pays by Enter in a field of the frame`. */
type KnownFailures = Readonly<Record<string, string>>;

const RESULTS = 'test-results/firefox.json';
/** Most of them fail by waiting for something. */
const TIMEOUT_MS = 10_000;

const knownIn = (metadata: Readonly<Record<string, unknown>>) => (metadata['knownFailures'] ?? {}) as KnownFailures;

/** @param titles of the groups around the test, and of the test */
const nameOf = (file: string, titles: readonly string[]) => `${basename(file)}: ${titles.join(' › ')}`;

/** For an `auto` fixture: a test that fails does not take long. */
export async function shortenKnownFailure({}: object, use: () => Promise<void>, info: TestInfo): Promise<void> {
  if (Object.hasOwn(knownIn(info.project.metadata), nameOf(info.file, info.titlePath.slice(1)))) {
    info.setTimeout(TIMEOUT_MS);
  }
  await use();
}

/** Prints each failure with its reason, and writes the count. */
export default class KnownFailuresReporter implements Reporter {
  #known: KnownFailures = {};
  #passed = 0;
  #skipped = 0;
  /** Of what failed without being known, passed although it is known, or is not there. */
  readonly #problems: string[] = [];

  onBegin({ metadata }: FullConfig, root: Suite): void {
    this.#known = knownIn(metadata);
    const names = new Set(root.allTests().map(nameOfCase));
    const files = new Set([...names].map((name) => name.split(':')[0]));
    for (const name of Object.keys(this.#known)) {
      if (files.has(name.split(':')[0]) && !names.has(name)) this.#problem(`${name}: no such test`);
    }
  }

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    const name = nameOfCase(test);
    const reason = this.#known[name];
    if (status === 'skipped') this.#skipped += 1;
    else if (status === 'passed' && reason !== undefined) this.#problem(`${name}: passes, and is on the list`);
    else if (status === 'passed') this.#passed += 1;
    else if (reason === undefined) this.#problem(`${name}: ${errors.map(({ message }) => message).join('\n')}`);
    else {
      this.#passed += 1;
      console.log(`Fails here: ${name}: ${reason}`);
    }
  }

  /** A failure that is known is one for Playwright too. */
  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const count = {
      passed: this.#passed,
      failed: this.#problems.length,
      skipped: this.#skipped,
      names: this.#problems,
    };
    mkdirSync('test-results', { recursive: true });
    writeFileSync(RESULTS, `${JSON.stringify(count)}\n`);
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    return { status: count.failed === 0 ? 'passed' : 'failed' };
  }

  #problem(text: string): void {
    console.error(text);
    this.#problems.push(text);
  }
}

function nameOfCase(test: TestCase): string {
  // The first three are empty, of the project, and of the file.
  return nameOf(test.location.file, test.titlePath().slice(3));
}
