/** Which secret has signed the attempts in a store, for `florin signer secrets`. docs/guides/runbook.md#changing-secrets */
import { trimSlashes } from '../../core/trim-slashes.js';
import { createReferences } from '../claims/references.js';
import { accountOf, scopesOf } from '../claims/scope.js';
import { keyIdOf } from '../secrets/mac.js';
import { readClaims } from './read-claims.js';
import type { SidecarSettings } from './sidecar-config.js';

/** The attempts of one secret. */
export interface SecretUse {
  /** The member of the configuration. */
  readonly name: 'secret' | 'otherSecret';
  /** The same for the same secret. The secret cannot be computed from it. */
  readonly keyId: string;
  /** Attempts that can still be paid. */
  readonly open: number;
  /** When the newest attempt was made, milliseconds since 1970; null if the store has none. */
  readonly lastAt: number | null;
}

interface Settings extends Pick<SidecarSettings, 'secret' | 'otherSecret' | 'store'> {
  readonly service: Pick<SidecarSettings['service'], 'baseUrl' | 'browserUrl' | 'merchantNumber'>;
}

/** Open attempts come first, then the newest of the others. */
const MOST_ROWS = 100_000;
const IS_OPEN = "state IN ('live', 'superseded')";

/** @throws errors of the driver */
export async function readSecretsInUse({
  service: { baseUrl, browserUrl = baseUrl, merchantNumber },
  secret,
  otherSecret,
  store,
}: Settings): Promise<readonly SecretUse[]> {
  const scopes = scopesOf(accountOf(trimSlashes(new URL(browserUrl).href), merchantNumber));
  const inScope = [scopes.live, scopes.test].map((scope) => `'${scope.replaceAll("'", "''")}'`);
  const rows = await readClaims<{ reference: string; is_open: boolean | number; claimed_at: number }>(
    store,
    `SELECT reference, ${IS_OPEN} AS is_open, claimed_at FROM claim WHERE scope IN (${inScope.join(', ')})
      ORDER BY is_open DESC, claimed_at DESC LIMIT ${MOST_ROWS}`,
  );
  const used = Object.entries({ secret, ...(otherSecret !== undefined && { otherSecret }) });
  return Promise.all(
    used.map(async ([name, value]) => {
      const references = createReferences([value], scopes);
      const isOwn = await Promise.all(rows.map(({ reference }) => references.scopeOf(reference)));
      const own = rows.filter((_row, index) => isOwn[index] !== undefined);
      return {
        name: name as SecretUse['name'],
        keyId: await keyIdOf(value),
        open: own.filter((row) => row.is_open).length,
        lastAt: own.reduce<number | null>((last, row) => Math.max(last ?? 0, row.claimed_at), null),
      };
    }),
  );
}
