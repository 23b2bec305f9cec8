/** Settings that the options of a signer and the configuration of a sidecar share. */
export const SIGNER_SETTINGS = {
  merchantCurrency: { default: 'AUD' },
  transactionType: { default: 'internet', messages: ['internet', 'ecommerce'] },
  keyLifetimeSeconds: { default: 1800 },
} as const;

export type TransactionType = (typeof SIGNER_SETTINGS.transactionType.messages)[number];
