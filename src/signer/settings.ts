/** Settings that the signer, the sidecar and `florin doctor` share. */
export const SIGNER_SETTINGS = {
  merchantCurrency: { default: 'AUD' },
  transactionType: { default: 'internet', values: ['internet', 'ecommerce'] },
  keyLifetimeSeconds: { default: 1800 },
} as const;

/** The least number of characters of the signer's secret. */
export const SECRET_LENGTH = 32;
/** The default file of a sidecar's claims. */
export const CLAIMS_FILE = 'florin-claims.sqlite';

export type TransactionType = (typeof SIGNER_SETTINGS.transactionType.values)[number];
