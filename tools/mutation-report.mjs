// @ts-check
/** Stryker's incremental report, as it is committed: the next run tests only the changed mutants. */

/**
 * @typedef {{ id: string, status: string, coveredBy?: string[], killedBy?: string[], statusReason?: string, testsCompleted?: number }} Mutant
 * @typedef {{ language?: string, source: string, mutants: Mutant[] }} MutatedFile
 * @typedef {{ tests: { id: string, name: string }[] }} TestFile
 * @typedef {{ schemaVersion: string, thresholds: object, files: Record<string, MutatedFile>, testFiles: Record<string, TestFile> }} Report
 */

const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

/** Removes paths of this machine, sources of tests, and the tests that did not kill a mutant. @param {Report} report @returns {Report} */
export function compact({ schemaVersion, thresholds, files, testFiles }) {
  return {
    schemaVersion,
    thresholds,
    files: mapValues(files, (file) => ({ ...file, mutants: file.mutants.map(compactMutant) })),
    testFiles: mapValues(testFiles, ({ tests }) => ({ tests: tests.map(({ id, name }) => ({ id, name })) })),
  };
}

/** @param {Mutant} mutant @returns {Mutant} */
function compactMutant({ statusReason: _reason, testsCompleted: _count, ...mutant }) {
  return mutant.status === 'Killed' ? { ...mutant, coveredBy: [] } : mutant;
}

/**
 * The report without the mutants that survived, so that the next run tests them again: a test with another content but the
 * same title may kill them. @param {Report} report @returns {Report}
 */
export function withoutSurvivors({ files, ...rest }) {
  const isKept = (/** @type {Mutant} */ { status }) => !UNDETECTED.includes(status);
  return { ...rest, files: mapValues(files, (file) => ({ ...file, mutants: file.mutants.filter(isKept) })) };
}

/** The score in percent of all mutants that are not left out. @param {Report} report */
export function scoreOf({ files }) {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const detected = statuses.filter((status) => DETECTED.includes(status)).length;
  const all = detected + statuses.filter((status) => UNDETECTED.includes(status)).length;
  return { detected, all, leftOut: statuses.length - all, percent: all === 0 ? 0 : (100 * detected) / all };
}

/** @template From, To @param {Record<string, From>} record @param {(value: From) => To} change @returns {Record<string, To>} */
function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
