/** Compares two files of facts: two facilities, or one on two days. */
import type { FactValue } from './probe.js';
import { isSame, type Facts } from './facts.js';

/** A fact that is not the same in both files. */
export interface FactDifference {
  readonly id: string;
  readonly question: string;
  /** Undefined when that file does not know it. */
  readonly first: FactValue | undefined;
  readonly second: FactValue | undefined;
}

/** What both files know and tell differently, and what only one of them knows. */
export function diffFacts(
  first: Facts,
  second: Facts,
): {
  readonly compared: number;
  readonly different: readonly FactDifference[];
  readonly inOne: readonly FactDifference[];
} {
  const rows = new Map([...first.facts, ...second.facts].map(({ id, question }) => [id, question]));
  const valueIn = ({ facts }: Facts, id: string): FactValue | undefined =>
    facts.find((fact) => fact.id === id)?.facility;
  const all = [...rows].map(([id, question]) => ({
    id,
    question,
    first: valueIn(first, id),
    second: valueIn(second, id),
  }));
  const inBoth = all.filter((row) => row.first !== undefined && row.second !== undefined);
  return {
    compared: inBoth.length,
    different: inBoth.filter((row) => !isSame(row.first, row.second)),
    inOne: all.filter((row) => (row.first === undefined) !== (row.second === undefined)),
  };
}
