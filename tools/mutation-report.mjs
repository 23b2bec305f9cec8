// @ts-check
/** Stryker's incremental report: the next run tests only the changed mutants. */

/**
 * @typedef {{ id: string, status: string, coveredBy?: string[], killedBy?: string[], statusReason?: string, testsCompleted?: number }} Mutant
 * @typedef {{ language?: string, source: string, mutants: Mutant[] }} MutatedFile
 * @typedef {{ tests: { id: string, name: string }[] }} TestFile
 * @typedef {{ schemaVersion: string, thresholds: object, files: Record<string, MutatedFile>, testFiles: Record<string, TestFile> }} Report
 */

const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

/**
 * The report without the mutants that survived, so that the next run tests them again: a test with another content but the
 * same title may kill them. @param {Report} report @returns {Report}
 */
export function withoutSurvivors({ files, ...rest }) {
  const isKept = (/** @type {Mutant} */ { status }) => !UNDETECTED.includes(status);
  const kept = Object.entries(files).map(([name, file]) => [name, { ...file, mutants: file.mutants.filter(isKept) }]);
  return { ...rest, files: Object.fromEntries(kept) };
}

/** The score in percent of all mutants that are not left out. @param {Report} report */
export function scoreOf({ files }) {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const detected = statuses.filter((status) => DETECTED.includes(status)).length;
  const all = detected + statuses.filter((status) => UNDETECTED.includes(status)).length;
  return { detected, all, leftOut: statuses.length - all, percent: all === 0 ? 0 : (100 * detected) / all };
}
