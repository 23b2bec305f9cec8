/** Reads the common members of TxnReq, ProcessTxnData and a browser's TxnReq. */
import type { HppParameters, IframeParameters, TokenHppParameters } from '../../wire/rest/auth-key.js';
import type { CardDetails, BrowserCardDetails } from '../../wire/rest/card-details.js';
import type { IframeCardDetails } from '../../wire/rest/iframe.js';
import type { StatementDescriptor } from '../../wire/rest/statement-descriptor.js';
import type { Customer } from '../../wire/rest/customer.js';
import type { FraudScreeningRequest, FraudScreeningRequestV2 } from '../../wire/rest/fraud-screening.js';
import type { Order } from '../../wire/rest/order.js';
import { splitSentExpiry } from '../expiry.js';
import type { Version } from '../auth-key.js';
import { SandboxFault } from '../fault.js';
import type { CardEntry } from '../operations/card-entry.js';
import type { CardAdditions } from '../operations/take-frame-entry.js';
import type { RequestedTerms } from '../operations/terms.js';
import type { PageTerms } from '../page-terms.js';
import type { References, TokenReferences } from '../references.js';
import type { RequestObjects, ScreeningRequest } from '../request-objects.js';
import { dropGaps, filledMembers, textOrNull } from '../sent-text.js';

/** References of any request. */
export interface WireReferences {
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
  /** With the names of version 2 or 3. */
  readonly FraudScreeningRequest?: (FraudScreeningRequestV2 & FraudScreeningRequest) | undefined;
  /** Version 2, T4: its presence requests a screening. */
  readonly FraudScreeningDeviceFingerPrint?: string | undefined;
}

interface WireKeyMembers {
  readonly RedirectionUrl?: string | undefined;
  readonly WebHookUrl?: string | undefined;
  readonly HppParameters?: (HppParameters & TokenHppParameters) | undefined;
  readonly IframeParameters?: IframeParameters | undefined;
}

export function readTokenReferences(wire: WireReferences): TokenReferences {
  return {
    // An empty reference is answered as sent. docs/wire/rest.md section 3, "TxnResp".
    billerCode: wire.BillerCode ?? null,
    crn1: wire.Crn1 ?? null,
    crn2: wire.Crn2 ?? null,
    crn3: wire.Crn3 ?? null,
    emailAddress: textOrNull(wire.EmailAddress),
  };
}

/** Reads the references of a transaction. */
export function readReferences(wire: WireReferences): References {
  return { ...readTokenReferences(wire), merchantReference: wire.MerchantReference ?? null };
}

/** Reads the members that a request for a key has beside the terms. */
export function readKeyMembers(wire: WireKeyMembers, hpp: PageTerms['hpp'] | undefined = wire.HppParameters) {
  return {
    redirectionUrl: textOrNull(wire.RedirectionUrl),
    webHookUrl: textOrNull(wire.WebHookUrl),
    page: { hpp: hpp ?? null, iframe: wire.IframeParameters ?? null },
  };
}

/** Reads the requested screening. In version 2, a fingerprint in the key's terms requests one. */
function readScreening(wire: WireTerms): ScreeningRequest | undefined {
  const { FraudScreeningRequest: request = {}, FraudScreeningDeviceFingerPrint: bare } = wire;
  if (!wire.FraudScreeningRequest && !textOrNull(bare)) return undefined;
  const texts = {
    deviceFingerprint: request.FraudScreeningDeviceFingerprint ?? request.DeviceFingerprint ?? bare,
    customerIPAddress: request.CustomerIPAddress,
    sourceWebsiteURL: request.SourceWebsiteURL ?? request.TxnSourceWebsiteURL,
  };
  const customFields = request.CustomFields?.map(({ CustomField = '' }) => CustomField);
  return {
    perform: request.PerformFraudScreening ?? textOrNull(bare) !== null,
    ...filledMembers(texts),
    ...(customFields && { customFields }),
  };
}

/** Reads the objects that are stored but not returned. */
function readRequestObjects(wire: WireTerms): { requestObjects?: RequestObjects } {
  const { Customer: customer, Order: order } = wire;
  const screening = readScreening(wire);
  if (!customer && !order && !screening) return {};
  const objects = { ...(customer && { customer }), ...(order && { order }), ...(screening && { screening }) };
  return { requestObjects: objects };
}

/** Members beside the terms, which the readers of T1 and T4 read themselves. */
type BesideTerms =
  'CardDetails' | 'OriginalTxnNumber' | 'StoreCard' | 'DVTokenData' | 'HppParameters' | 'AmexExpressCheckout';

/** A member of a request that nothing reads does not compile. */
type OnlyRead<Wire> = Wire extends unknown
  ? { readonly [Unread in Exclude<keyof Wire, keyof WireTerms | BesideTerms>]: never }
  : never;

/** Reads a server's terms. Version 2 has neither verify_only nor StatementDescriptor. @throws SandboxFault 101 */
export function readTerms<Wire extends WireTerms>(wire: Wire & OnlyRead<Wire>, version: Version): RequestedTerms {
  const isV3 = version === 'v3';
  if (!isV3 && wire.Action === 'verify_only') throw new SandboxFault(101);
  return {
    ...readReferences(wire),
    action: textOrNull(wire.Action),
    type: textOrNull(wire.Type),
    subType: textOrNull(wire.SubType),
    amount: wire.Amount ?? null,
    amountOriginal: wire.AmountOriginal ?? null,
    amountSurcharge: wire.AmountSurcharge ?? null,
    currency: textOrNull(wire.Currency),
    testMode: wire.TestMode ?? false,
    ...(isV3 && wire.BypassThreeDS && { bypassThreeDS: true }),
    ...readRequestObjects(wire),
    tokenisationMode: wire.TokenisationMode ?? null,
    statementDescriptor: (isV3 ? wire.StatementDescriptor : undefined) ?? null,
  };
}

/** Reads the card of a server call: the expiry is one member, `MMYY`. */
export function readCard(wire: CardDetails | undefined): CardEntry | null {
  if (!wire) return null;
  return {
    number: textOrNull(wire.CardNumber),
    holderName: textOrNull(wire.CardHolderName),
    ...splitSentExpiry(dropGaps(wire.ExpiryDate)),
    cvn: textOrNull(wire.Cvn),
  };
}

/** Reads the card of a browser call. */
export function readBrowserCard(wire: BrowserCardDetails | undefined): CardEntry | null {
  if (!wire) return null;
  return {
    number: textOrNull(wire.CardNumber),
    holderName: textOrNull(wire.CardHolderName),
    expiryMonth: textOrNull(wire.ExpiryDateMonth),
    expiryYear: textOrNull(wire.ExpiryDateYear),
    cvn: textOrNull(wire.Cvn),
  };
}

/** Reads the server's additions to the frame's card; null when there are none. */
export function readCardAdditions(wire: IframeCardDetails | undefined): CardAdditions | null {
  const additions = {
    holderName: textOrNull(wire?.CardHolderName),
    expiryMonth: textOrNull(wire?.ExpiryDateMonth),
    expiryYear: textOrNull(wire?.ExpiryDateYear),
  };
  return Object.values(additions).some((member) => member !== null) ? additions : null;
}
