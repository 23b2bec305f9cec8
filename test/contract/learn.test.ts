/**
 * Each service of deviations.ts is asked: `florin contract` finds what it does otherwise, and a sandbox that learns it answers
 * as it does. docs/reference/deviations.md is what came of it; FLORIN_WRITE=1 writes that page. Neither table knows the other:
 * the services were made without the probes, and the probes without the services.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';
import { expect, it } from 'vitest';
import { runContract } from '../../src/contract/run-contract.js';
import { DEVIATIONS, type Deviation } from './deviations.js';
import { openFacility } from './facility-for-test.js';

const PAGE = 'docs/reference/deviations.md';
/** Most of the time goes into hashing passwords, which other threads do. */
const AT_ONCE = 3;

/** Facts that differ, and those of them that no switch expresses. */
interface Finding {
  readonly found: readonly string[];
  readonly notLearnt: readonly string[];
}

async function ask({ deviate }: Deviation): Promise<Finding> {
  const odd = await openFacility({}, deviate);
  try {
    const allows = { transactions: true, long: true, person: false };
    const facts = await runContract({ facility: odd.facility, openTwin: openFacility, allows });
    const differing = facts.filter(({ state }) => state === 'differs');
    return {
      found: differing.map(({ id }) => id),
      notLearnt: differing.filter(({ isLearnt }) => isLearnt !== true).map(({ id }) => id),
    };
  } finally {
    await odd.close();
  }
}

async function askAll(): Promise<ReadonlyMap<string, Finding>> {
  const findings = new Map<string, Finding>();
  const left = [...DEVIATIONS];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) findings.set(next.id, await ask(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return findings;
}

const names = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');

function writeItem({ fact }: Deviation, { found, notLearnt }: Finding): string {
  const told = fact.replaceAll('<', '&lt;');
  if (found.length === 0) return `- ${told} **Not found.**`;
  const isPart = notLearnt.length > 0 && notLearnt.length < found.length;
  return `- ${told} Found by ${names(found)}.${isPart ? ` Still as the sandbox: ${names(notLearnt)}.` : ''}`;
}

function writePage(findings: ReadonlyMap<string, Finding>): string {
  const rows = DEVIATIONS.map((deviation) => {
    const finding = findings.get(deviation.id) ?? { found: [], notLearnt: [] };
    const isLearnt = finding.found.length > 0 && finding.notLearnt.length === 0;
    return { item: writeItem(deviation, finding), isLearnt, isFound: finding.found.length > 0 };
  });
  const learnt = rows.filter(({ isLearnt }) => isLearnt).map(({ item }) => item);
  const others = rows.filter(({ isLearnt }) => !isLearnt).map(({ item }) => item);
  return `# Services that differ from the sandbox

Written by \`test/contract/learn.test.ts\`, which makes each of these services from the sandbox and asks it with
[\`florin contract\`](../guides/contract.md). ${rows.filter(({ isFound }) => isFound).length} of ${rows.length} are found. The services were made without knowledge of the
questions: the first list of questions found 75 of them, and the others led to ten more questions.

## Learnt: ${learnt.length}

A sandbox with the facts answers every question as the service does.

${learnt.join('\n')}

## Found and named: ${others.length}

They need a rule that the sandbox does not have.

${others.join('\n')}
`;
}

it('finds what services do otherwise, and learns it', { timeout: 300_000 }, async () => {
  const findings = await askAll();
  const options = await prettier.resolveConfig(PAGE);
  const page = await prettier.format(writePage(findings), { ...options, parser: 'markdown' });
  if (process.env['FLORIN_WRITE']) writeFileSync(PAGE, page);
  expect(page).toBe(readFileSync(PAGE, 'utf8'));
  const found = [...findings.values()].filter((finding) => finding.found.length > 0);
  console.log(`services that differ: ${findings.size}, found: ${found.length}`);
});
