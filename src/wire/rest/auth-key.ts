/** Requests for an AuthKey: for a transaction (T4) and for a token (D7, D8). docs/wire/rest.md sections 2 and 3. */
import type * as z from 'zod';
import { fraudScreeningRequestV2, fraudScreeningRequestV3 } from './fraud-screening.js';
import { statementDescriptor } from './statement-descriptor.js';
import { txnTerms } from './txn-req.js';
import { emailAddress, flag, reference, text, wireObject } from './wire-object.js';

/** Pays with a stored token in a browser flow; the browser then sends only a Cvn, if anything. */
export const dvTokenData = wireObject('DVTokenData', {
  DVToken: text('16 digits that start with 599999'),
  ExpiryDate: text('MMYY'),
  UpdateDVTokenExpiryDate: flag(),
});
/** Pays with a stored token in a browser flow. */
export type DVTokenData = z.output<typeof dvTokenData>;

/** The look of the hosted payment page. */
export const hppParameters = wireObject('HppParameters', {
  HideBillerCode: flag(),
  HideCrn1: flag(),
  HideCrn2: flag(),
  HideCrn3: flag(),
  ReturnBarLabel: text(),
  ReturnBarUrl: text(),
  TokeniseTxnCheckBoxDefaultValue: flag(),
});
/** The look of the hosted payment page. */
export type HppParameters = z.output<typeof hppParameters>;

/** The look of the hosted token page. */
export const tokenHppParameters = wireObject('TokenHppParameters', {
  BillerCode: text(),
  Crn1Label: text(),
  Crn2Label: text(),
  Crn3Label: text(),
  HideCrn1: flag(),
  HideCrn2: flag(),
  HideCrn3: flag(),
  IsEddr: flag(),
  ReturnBarLabel: text(),
  ReturnBarUrl: text(),
  ShowCustomerDetailsForm: flag(),
});
/** The look of the hosted token page. */
export type TokenHppParameters = z.output<typeof tokenHppParameters>;

/** The look of the service's own frame. */
export const iframeParameters = wireObject('IframeParameters', {
  CSS: text('Style text'),
  ShowSubmitButton: flag('Default false'),
});
/** The look of the service's own frame. */
export type IframeParameters = z.output<typeof iframeParameters>;

const processTxnTerms = {
  ...txnTerms,
  AmexExpressCheckout: flag(),
  DVTokenData: dvTokenData.optional(),
};

/**
 * Terms of the payment that the key allows, version 2. Clients of version 2 send a fingerprint instead of a
 * FraudScreeningRequest, and put HppParameters into this object: {@link hppParametersOf} reads both places.
 */
export const processTxnDataV2 = wireObject(
  'ProcessTxnDataV2',
  {
    ...processTxnTerms,
    FraudScreeningDeviceFingerPrint: text(),
    FraudScreeningRequest: fraudScreeningRequestV2.optional(),
    HppParameters: hppParameters.optional(),
  },
  { FraudScreeningDeviceFingerPrint: ['FraudScreeningDeviceFingerprint'] },
);

/** Terms of the payment that the key allows, version 3. */
export const processTxnDataV3 = wireObject('ProcessTxnDataV3', {
  ...processTxnTerms,
  BypassThreeDS: flag(),
  FraudScreeningRequest: fraudScreeningRequestV3.optional(),
  StatementDescriptor: statementDescriptor.optional(),
});
/** Terms of the payment that the key allows, version 3. */
export type ProcessTxnData = z.output<typeof processTxnDataV3>;

/** Return address, webhook and appearance of the service's pages. */
const routing = { IframeParameters: iframeParameters.optional(), RedirectionUrl: text(), WebHookUrl: text() };

const txnAuthKeyRequestV2 = wireObject('TxnAuthKeyRequestV2', {
  ...routing,
  HppParameters: hppParameters.optional(),
  ProcessTxnData: processTxnDataV2,
});
/** Asks for the key of a payment (T4 of docs/wire/rest.md), version 2. */
export type TxnAuthKeyRequestV2 = z.output<typeof txnAuthKeyRequestV2>;

const txnAuthKeyRequestV3 = wireObject('TxnAuthKeyRequestV3', {
  ...routing,
  HppParameters: hppParameters.optional(),
  ProcessTxnData: processTxnDataV3,
});
/** Asks for the key of a payment (T4 of docs/wire/rest.md), version 3. */
export type TxnAuthKeyRequest = z.output<typeof txnAuthKeyRequestV3>;

/** T4, by version. */
export const txnAuthKeyRequest = { v2: txnAuthKeyRequestV2, v3: txnAuthKeyRequestV3 };

/** Parameters of the hosted page; the outer ones win over those in ProcessTxnData. */
export function hppParametersOf(request: TxnAuthKeyRequest | TxnAuthKeyRequestV2): HppParameters | undefined {
  if (request.HppParameters) return request.HppParameters;
  return 'HppParameters' in request.ProcessTxnData ? request.ProcessTxnData.HppParameters : undefined;
}

const fixedTokenMembers = { Crn1: reference(), Crn2: reference(), Crn3: reference(), EmailAddress: emailAddress() };

/** Values of a token that a browser adds and cannot change. */
export const fixedAddDVTokenData = wireObject('FixedAddDVTokenData', fixedTokenMembers);
/** Values of a token that a browser adds and cannot change. */
export type FixedAddDVTokenData = z.output<typeof fixedAddDVTokenData>;

/** Values of a token that a browser updates and cannot change. */
export const fixedUpdateDVTokenData = wireObject('FixedUpdateDVTokenData', {
  ...fixedTokenMembers,
  DVToken: text('16 digits that start with 599999'),
});
/** Values of a token that a browser updates and cannot change. */
export type FixedUpdateDVTokenData = z.output<typeof fixedUpdateDVTokenData>;

/** D7. */
export const addDVTokenAuthKeyRequest = wireObject('AddDVTokenAuthKeyRequest', {
  ...routing,
  FixedAddDVTokenData: fixedAddDVTokenData,
  HppParameters: tokenHppParameters.optional(),
});
/** Asks for the key to add a token (D7 of docs/wire/rest.md). */
export type AddDVTokenAuthKeyRequest = z.output<typeof addDVTokenAuthKeyRequest>;

/** D8. */
export const updateDVTokenAuthKeyRequest = wireObject('UpdateDVTokenAuthKeyRequest', {
  ...routing,
  FixedUpdateDVTokenData: fixedUpdateDVTokenData,
  HppParameters: tokenHppParameters.optional(),
});
/** D8. */
export type UpdateDVTokenAuthKeyRequest = z.output<typeof updateDVTokenAuthKeyRequest>;
