/** Writes a token in a list. docs/wire/soap-interface.md, "DataVaultToken". */
import type { DataVaultToken } from '../../wire/soap/types.js';
import type { Token } from '../token.js';

/**
 * CardNumber is always absent. Missing CRNs are empty, as in Txn (docs/wire/soap.md section 3). The only customer data
 * in the sandbox is an unverified e-mail address.
 */
export function writeDataVaultToken(token: Token): DataVaultToken {
  const { card, bankAccount } = token;
  return {
    ExpiryDate: card?.expiry ?? undefined,
    CRN1: token.crn1 ?? '',
    CRN2: token.crn2 ?? '',
    CRN3: token.crn3 ?? '',
    Token: token.dvToken,
    MaskedCardNumber: card?.masked ?? undefined,
    CardType: card?.type ?? undefined,
    UpdatedUsername: token.userUpdated ?? undefined,
    UpdatedDate: token.updatedAt,
    CreatedUsername: token.userCreated ?? undefined,
    CreatedDate: token.createdAt,
    AccountName: bankAccount?.accountName,
    DOB: null,
    Email: token.emailAddress ?? undefined,
    EmailVerified: false,
    EmailVerifiedDate: null,
  };
}
