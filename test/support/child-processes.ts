/**
 * The child processes of a server, which may exit shortly after it. Uses /proc: on other systems it
 * finds none.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Their ids. */
export function childrenOf(parent: number): readonly number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => read(id)?.parent === parent);
  } catch {
    return [];
  }
}

/** Resolves when all of them have exited. */
export async function haveEnded(ids: readonly number[]): Promise<void> {
  while (ids.some((id) => !/^[ZX]?$/.test(read(id)?.state ?? '')))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

function read(id: number): { state: string; parent: number } | undefined {
  try {
    // The process name may contain any character, so the fields are read after the last bracket.
    const [state = '', parent] = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
