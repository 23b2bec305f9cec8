// @ts-check
/**
 * Stryker writes its report at the end only. This reporter writes it every half minute, so that a run that was stopped goes on.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { FOLDER } from './folders.mjs';

const FILE = `coverage/mutation/${FOLDER}.json`;
const EVERY_MS = 30_000;

/** @typedef {import('../../tools/mutation-report.mjs').Report} Report */
/** @typedef {import('../../tools/mutation-report.mjs').Mutant & { fileName: string }} Result */
/** @typedef {{ id: string, name: string, fileName?: string }} Test */

class KeepResults {
  /** @type {Report} */
  #report = { schemaVersion: '1.0', thresholds: { high: 95, low: 90 }, files: {}, testFiles: {} };
  #writtenAt = performance.now();

  /** @param {{ result: { tests: Test[] } }} event */
  onDryRunCompleted({ result }) {
    for (const { id, name, fileName = '' } of result.tests) {
      const file = (this.#report.testFiles[relative('', fileName)] ??= { tests: [] });
      file.tests.push({ id, name });
    }
  }

  /** @param {Result} result */
  onMutantTested({ fileName, ...mutant }) {
    const name = relative('', fileName);
    this.#report.files[name] ??= { language: 'typescript', source: readFileSync(name, 'utf8'), mutants: [] };
    this.#report.files[name].mutants.push(mutant);
    if (performance.now() - this.#writtenAt < EVERY_MS) return;
    this.#writtenAt = performance.now();
    writeFileSync(FILE, `${JSON.stringify(this.#report)}\n`);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'keep-results', injectableClass: KeepResults }];
