import type { Terms } from '../../src/signer/claims/claim.js';

/** The usual terms of tests: 199.00 in test mode at the demo merchant. */
export const TERMS: Terms = {
  merchantNumber: '5353109000000000',
  action: 'payment',
  amount: { minor: 19900, currency: 'AUD' },
  crn1: 'ORDER-1042',
  crn2: '',
  crn3: '',
  billerCode: '',
  testMode: true,
  version: '',
};

/** The scope of these terms at `https://service.example`. */
export const SCOPE = 'https://service.example 5353109000000000 test';
