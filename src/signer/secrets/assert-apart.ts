import type { JWK } from 'jose';

/**
 * Refuses one secret for two uses: a holder of it for one use could misuse it for the other.
 * @param secrets with their names; absent ones are ignored
 * @throws TypeError naming both
 */
export function assertApart(secrets: readonly (readonly [name: string, value: string | JWK | undefined])[]): void {
  const names = new Map<string, string>();
  for (const [name, value] of secrets) {
    if (value === undefined) continue;
    const secretText = typeof value === 'string' ? value : JSON.stringify(value);
    const other = names.get(secretText);
    if (other !== undefined) throw new TypeError(`${name} must not be the same secret as ${other}`);
    names.set(secretText, name);
  }
}
