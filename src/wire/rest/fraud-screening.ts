/** Fraud screening in requests and answers. docs/wire/rest-interface.md; docs/wire/rest.md section 3. */
import * as z from 'zod';
import { flag, text, wireObject } from './wire-object.js';

/** A merchant's own field for the screening. */
export const customField = wireObject('CustomField', { CustomField: text() });
/** A merchant's own field for the screening. */
export type CustomField = z.output<typeof customField>;

/** The spellings of the fingerprint that public clients use. */
export const FINGERPRINT_SPELLINGS = [
  'FraudScreeningDeviceFingerPrint',
  'DeviceFingerprint',
  'DeviceFingerPrint',
] as const;

/** Version 2's request, with the names of public clients; the interface's own name of the fingerprint is read too. */
export const fraudScreeningRequestV2 = wireObject(
  'FraudScreeningRequestV2',
  {
    CustomFields: z.array(customField).optional(),
    CustomerIPAddress: text(),
    DeviceFingerprint: text(),
    PerformFraudScreening: flag(),
    TxnSourceWebsiteURL: text(),
  },
  {
    DeviceFingerprint: ['DeviceFingerPrint', 'FraudScreeningDeviceFingerprint', 'FraudScreeningDeviceFingerPrint'],
    TxnSourceWebsiteURL: ['SourceWebsiteURL'],
  },
);
/** Version 2's request. */
export type FraudScreeningRequestV2 = z.output<typeof fraudScreeningRequestV2>;

/** Version 3's request. */
export const fraudScreeningRequestV3 = wireObject(
  'FraudScreeningRequestV3',
  {
    CustomFields: z.array(customField).optional(),
    CustomerIPAddress: text(),
    FraudScreeningDeviceFingerprint: text(),
    PerformFraudScreening: flag(),
    SourceWebsiteURL: text(),
  },
  {
    FraudScreeningDeviceFingerprint: FINGERPRINT_SPELLINGS,
    SourceWebsiteURL: ['TxnSourceWebsiteURL'],
  },
);
/** Version 3's request. */
export type FraudScreeningRequest = z.output<typeof fraudScreeningRequestV3>;

/** The screening service's own answer. */
export const reDResponse = wireObject('ReDResponse', {
  FRAUD_NEURAL: text(),
  FRAUD_RCF: text(),
  FRAUD_REC_ID: text(),
  FRAUD_RSP_CD: text(),
  FRAUD_STAT_CD: text(),
  ORD_ID: text(),
  REQ_ID: text(),
  STAT_CD: text(),
});
/** The screening service's own answer. */
export type ReDResponse = z.output<typeof reDResponse>;

/** The outcome of the screening; present in every TxnResp, also without a screening. */
export const fraudScreeningResponse = wireObject('FraudScreeningResponse', {
  ReDResponse: reDResponse.optional(),
  ResponseCode: text(),
  ResponseMessage: text(),
  TxnRejected: flag(),
});
export type FraudScreeningResponse = z.output<typeof fraudScreeningResponse>;
