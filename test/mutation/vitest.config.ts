/**
 * Vitest for mutants: the tests of one part of folders.mjs, in one process, in the order of that list. Deadlines are shorter,
 * because a mutant often makes the state impossible that a test waits for.
 */
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import config from '../vitest.config.js';
import { FOLDER, FOLDERS } from './folders.mjs';

const TESTS = FOLDERS[FOLDER]?.tests ?? [];

/** By default, Vitest begins with the slowest file. A mutant's run ends at the first failure, so the quickest comes first. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId, project }: TestSpecification) =>
      TESTS.indexOf(relative(project.config.root, moduleId));
    return [...files].sort((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: [...TESTS],
    isolate: false,
    sequence: { sequencer: AsListed },
    testTimeout: 8_000,
    hookTimeout: 8_000,
    expect: { poll: { timeout: 2_000 } },
    env: { ...config.test?.env, FLORIN_TEST_DEADLINE: '2000' },
  },
});
