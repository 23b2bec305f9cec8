/** The secrets of a signer: the first signs, all verify. Two during a change (docs/guides/runbook.md#changing-secrets). */
export type Secrets = readonly [signs: string, ...others: string[]];
