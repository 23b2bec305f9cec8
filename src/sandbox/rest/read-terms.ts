/** The members that TxnReq, ProcessTxnData and a browser's TxnReq have in common, from wire to sandbox. */
import type { CardDetails, BrowserCardDetails } from '../../wire/rest/card-details.js';
import type { IframeCardDetails } from '../../wire/rest/iframe.js';
import type { StatementDescriptor } from '../../wire/rest/statement-descriptor.js';
import type { Customer } from '../../wire/rest/customer.js';
import type { FraudScreeningRequest, FraudScreeningRequestV2 } from '../../wire/rest/fraud-screening.js';
import type { Order } from '../../wire/rest/order.js';
import { SandboxFault } from '../fault.js';
import type { CardEntry } from '../operations/card-entry.js';
import type { CardBesideFrame } from '../operations/take-frame-entry.js';
import type { RequestedTerms } from '../operations/terms.js';
import type { RequestObjects, ScreeningRequest } from '../request-objects.js';
import type { References } from '../transaction.js';

/** Versions of the interface. */
export type Version = 'v2' | 'v3';

interface WireReferences {
  readonly BillerCode?: string | undefined;
  readonly Crn1?: string | undefined;
  readonly Crn2?: string | undefined;
  readonly Crn3?: string | undefined;
  readonly EmailAddress?: string | undefined;
  readonly MerchantReference?: string | undefined;
}

interface WireTerms extends WireReferences {
  readonly Action?: string | undefined;
  readonly Amount?: number | undefined;
  readonly AmountOriginal?: number | undefined;
  readonly AmountSurcharge?: number | undefined;
  readonly Currency?: string | undefined;
  readonly StatementDescriptor?: StatementDescriptor | undefined;
  readonly SubType?: string | undefined;
  readonly TestMode?: boolean | undefined;
  readonly TokenisationMode?: number | undefined;
  readonly Type?: string | undefined;
  readonly BypassThreeDS?: boolean | undefined;
  readonly Customer?: Customer | undefined;
  readonly Order?: Order | undefined;
  /** In version 2's words or version 3's. */
  readonly FraudScreeningRequest?: (FraudScreeningRequestV2 & FraudScreeningRequest) | undefined;
  /** Version 2, by T4: asks for a screening by being there. */
  readonly FraudScreeningDeviceFingerPrint?: string | undefined;
}

/** An empty text says as much as none. */
export function textOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** Reads the references. */
export function readReferences(wire: WireReferences): References {
  return {
    billerCode: textOf(wire.BillerCode),
    crn1: textOf(wire.Crn1),
    crn2: textOf(wire.Crn2),
    crn3: textOf(wire.Crn3),
    emailAddress: textOf(wire.EmailAddress),
    merchantReference: textOf(wire.MerchantReference),
  };
}

/** Reads what was asked of a screening. In version 2 a fingerprint in the key's terms asks for one by itself. */
function readScreening(wire: WireTerms): ScreeningRequest | undefined {
  const { FraudScreeningRequest: request = {}, FraudScreeningDeviceFingerPrint: bare } = wire;
  if (!wire.FraudScreeningRequest && !textOf(bare)) return undefined;
  const texts = {
    deviceFingerprint: request.FraudScreeningDeviceFingerprint ?? request.DeviceFingerprint ?? bare,
    customerIPAddress: request.CustomerIPAddress,
    sourceWebsiteURL: request.SourceWebsiteURL ?? request.TxnSourceWebsiteURL,
  };
  const customFields = request.CustomFields?.map(({ CustomField = '' }) => CustomField);
  return {
    perform: request.PerformFraudScreening ?? textOf(bare) !== null,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => textOf(text) !== null)),
    ...(customFields && { customFields }),
  };
}

/** Reads what is kept and not answered. */
function readRequestObjects(wire: WireTerms): { requestObjects?: RequestObjects } {
  const { Customer: customer, Order: order } = wire;
  const screening = readScreening(wire);
  if (!customer && !order && !screening) return {};
  const objects = { ...(customer && { customer }), ...(order && { order }), ...(screening && { screening }) };
  return { requestObjects: objects };
}

/** Reads a server's terms. Version 2 knows neither verify_only nor a StatementDescriptor. @throws SandboxFault 101 */
export function readTerms(wire: WireTerms, version: Version): RequestedTerms {
  const isV3 = version === 'v3';
  if (!isV3 && wire.Action === 'verify_only') throw new SandboxFault(101);
  return {
    ...readReferences(wire),
    action: textOf(wire.Action),
    type: textOf(wire.Type),
    subType: textOf(wire.SubType),
    amount: wire.Amount ?? null,
    amountOriginal: wire.AmountOriginal ?? null,
    amountSurcharge: wire.AmountSurcharge ?? null,
    currency: textOf(wire.Currency),
    testMode: wire.TestMode ?? false,
    ...(isV3 && wire.BypassThreeDS && { bypassThreeDS: true }),
    ...readRequestObjects(wire),
    tokenisationMode: wire.TokenisationMode ?? null,
    statementDescriptor: (isV3 ? wire.StatementDescriptor : undefined) ?? null,
  };
}

const EXPIRY = /^([0-9]{2})([0-9]{2})$/;

/** Reads the card of a server call: the expiry is one member, `MMYY`. */
export function readCard(wire: CardDetails | undefined): CardEntry | null {
  if (!wire) return null;
  const text = textOf(wire.ExpiryDate?.replace(/[ -]/g, ''));
  // What is no MMYY is passed on as a month that is none, so that the one rule for expiries refuses it.
  const [, month, year] = EXPIRY.exec(text ?? '') ?? [null, text && 'none', text];
  return {
    number: textOf(wire.CardNumber),
    holderName: textOf(wire.CardHolderName),
    expiryMonth: month ?? null,
    expiryYear: year ?? null,
    cvn: textOf(wire.Cvn),
  };
}

/** Reads the card of a browser call. */
export function readBrowserCard(wire: BrowserCardDetails | undefined): CardEntry | null {
  if (!wire) return null;
  return {
    number: textOf(wire.CardNumber),
    holderName: textOf(wire.CardHolderName),
    expiryMonth: textOf(wire.ExpiryDateMonth),
    expiryYear: textOf(wire.ExpiryDateYear),
    cvn: textOf(wire.Cvn),
  };
}

/** Reads what a server sends beside the frame's card; null when it is nothing. */
export function readCardBesideFrame(wire: IframeCardDetails | undefined): CardBesideFrame | null {
  const beside = {
    holderName: textOf(wire?.CardHolderName),
    expiryMonth: textOf(wire?.ExpiryDateMonth),
    expiryYear: textOf(wire?.ExpiryDateYear),
  };
  return Object.values(beside).some((member) => member !== null) ? beside : null;
}
