/**
 * Tests that fail in another engine for a known reason. They run, and one that passes fails the run: the list of the project
 * (`metadata.knownFailures`) may only shrink.
 */
import { basename } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** The reason of each test that fails, by its name, such as `framed.spec.ts: pays by Enter in a field of the frame`. */
export type KnownFailures = Readonly<Record<string, string>>;

/** Most of them fail by waiting for something. */
const TIMEOUT_MS = 10_000;

const knownOf = (metadata: Readonly<Record<string, unknown>>) => (metadata['knownFailures'] ?? {}) as KnownFailures;

/** @param titles of the groups around the test, and of the test */
const nameOf = (file: string, titles: readonly string[]) => `${basename(file)}: ${titles.join(' › ')}`;

/** For an `auto` fixture. */
export async function expectKnownFailure({}: object, use: () => Promise<void>, info: TestInfo): Promise<void> {
  const reason = knownOf(info.project.metadata)[nameOf(info.file, info.titlePath.slice(1))];
  if (reason !== undefined) {
    info.fail(true, reason);
    info.setTimeout(TIMEOUT_MS);
  }
  await use();
}

/** Prints the list, and fails a run of the whole file of an entry that has no test. */
export default class KnownFailuresReporter implements Reporter {
  #strays: readonly string[] = [];

  onBegin(config: FullConfig, root: Suite): void {
    const known = config.projects.flatMap(({ metadata }) => Object.entries(knownOf(metadata)));
    const names = new Set(root.allTests().map(nameOfCase));
    const files = new Set([...names].map((name) => name.split(':')[0]));
    for (const [name, reason] of known) if (names.has(name)) console.log(`Fails here: ${name}: ${reason}`);
    this.#strays = known.map(([name]) => name).filter((name) => files.has(name.split(':')[0]) && !names.has(name));
  }

  async onEnd(): Promise<{ status: 'failed' } | undefined> {
    for (const name of this.#strays) console.error(`No such test: ${name}`);
    return this.#strays.length > 0 ? { status: 'failed' } : undefined;
  }
}

function nameOfCase(test: TestCase): string {
  // The first three are empty, of the project, and of the file.
  return nameOf(test.location.file, test.titlePath().slice(3));
}
