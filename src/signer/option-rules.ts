/** Defaults and limits of the options that the signer, the sidecar and `florin doctor` share. */
export const OPTION_RULES = {
  merchantCurrency: { default: 'AUD' },
  transactionType: { default: 'internet', values: ['internet', 'ecommerce'] },
  keyLifetimeSeconds: { default: 1800 },
  retention: { least: 7, most: 3650 },
  callbackTimeoutSeconds: { default: 60, most: 3600 },
  reconciliation: { atOnce: 8, callsPerSecond: 50 },
} as const;

/** The least number of characters of the signer's secret. */
export const SECRET_LENGTH = 32;
/** The default file of a sidecar's claims. */
export const CLAIMS_FILE = 'florin-claims.sqlite';

/** The service's type of a card payment. */
export type TransactionType = (typeof OPTION_RULES.transactionType.values)[number];

/** What the merchant's facility fills in where a transaction has none. */
export interface MerchantDefaults {
  readonly billerCode?: string | undefined;
  readonly crn2?: string | undefined;
  readonly crn3?: string | undefined;
}
