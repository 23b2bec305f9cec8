/**
 * What the request log may keep: the members of the two interfaces, each with its mask. A test compares the list with the
 * schemas of REST and the tables of SOAP, so a new member needs a line here. docs/invariants.md, invariant 20.
 */
import { OPERATIONS, OPERATION_NAMES } from '../../wire/soap/operations.js';

/**
 * How a value is written. `text` is kept unless it can hold a card number or a secret; of a `record`, the members are written.
 */
export type Mask = 'record' | 'text' | 'time' | 'url' | 'merchant' | 'hidden' | 'card' | 'account' | 'token';

/** Members of REST and of forms, and parameters and members of SOAP, in any case. */
export const MEMBERS: Readonly<Record<Mask, string>> = {
  record: `
    APIResponse Address BankAccountDetails BillingAddress CVNResult CardDetails ContactDetails CustomFields Customer
    DVTokenData DVTokenReq DVTokenResp DVTokenRespList DataVaultToken FixedAddDVTokenData FixedUpdateDVTokenData
    FraudScreeningRequest FraudScreeningResponse HppParameters IframeParameters Order OrderItems OrderRecipients
    PersonalDetails ProcessTxnData ReDResponse SearchInput ShippingAddress StatementDescriptor ThreeDSResponse TxnReq
    TxnResp TxnRespList search tokenRequest`,
  hidden: `
    AccountName AuthKey CVC CVN CardHolderName Content ResultKey VerifyToken XID newAccountName password sharedSecret
    signature`,
  card: 'CardNumber MaskedCardNumber newCardNumber',
  account: 'AccountNumber BSB BSBNumber TruncatedAccountNumber newAccountNumber newBSB',
  token: 'DVToken Token',
  merchant: 'MerchantNumber',
  url: 'RedirectionUrl ReturnBarUrl SourceWebsiteURL TxnSourceWebsiteURL WebHookUrl',
  time: `
    CompletedTime CreatedDate DOB DateOfBirth EmailVerifiedDate FromDate ProcessedDate ProcessedDateTime SubmittedTime
    ToDate UpdatedDate`,
  text: `
    AcceptBADirectDebitTC AcquirerResponseCode Action AddressCity AddressCountry AddressLine1 AddressLine2 AddressLine3
    AddressPostcode AddressState Agent AmexExpressCheckout Amount AmountOriginal AmountSurcharge AuthorisationResult
    AuthoriseId BankResponseCode BatchFileId BatchState BillerCode BypassThreeDS CSS CVNResultCode CardType Category City
    Comments CompanyName CountryCode CreatedUsername Crn1 Crn1Label Crn2 Crn2Label Crn3 Crn3Label Currency CustomField
    CustomerIPAddress CustomerNumber DaysOnFile Description DeviceFingerprint Eci Email EmailAddress EmailVerified
    Enrolled ExistingCustomer ExpiredCardsOnly ExpiryDate ExpiryDateMonth ExpiryDateYear FRAUD_NEURAL FRAUD_RCF
    FRAUD_REC_ID FRAUD_RSP_CD FRAUD_STAT_CD FaxNumber Filename FirstName FraudScreeningDeviceFingerprint GiftMessage
    HideBillerCode HideCrn1 HideCrn2 HideCrn3 HomePhoneNumber IsCVNPresent IsEddr IsTestTxn IsThreeDS Issuer
    IssuerCountryCode LastName Localisation MerchantName MerchantReference Message MiddleName MobileNumber
    MobilePhoneNumber NumOfHours ORD_ID OrigFilename OriginalTransactionNumber OriginalTxnNumber PartNumber PaymentType
    Percentage PerformFraudScreening PhoneHome PhoneNumber PhoneWork Postcode ProcCount ProductCode Quantity REQ_ID RRN
    ReceiptNumber ResFilename ResponseCode ResponseMessage ResponseText ReturnBarLabel SKU STAT_CD Salutation SearchOrder
    SettlementDate ShippingMethod ShippingNumber ShowCustomerDetailsForm ShowSubmitButton Source State Status StoreCard
    SubType TestMode TokenisationMode TokeniseTxnCheckBoxDefaultValue TransactionNumber TxnCount TxnNumber TxnRejected
    TxnSource TxnType Type UnitPrice UpdateDVTokenExpiryDate UpdatedUsername UserCreated UserUpdated UsernameCreated
    UsernameUpdated VerificationResult VerifySecurityLevel VerifyStatus VerifyType WorkPhoneNumber bankId cliVersion newExpiryDate
    fileFormat ipAddress numOfTokens outcome returnAll success timePeriod username`,
};

/** Of the other results, one is a session: only its length is written. */
const BOOLEAN_RESULTS = OPERATION_NAMES.filter((name) => OPERATIONS[name].result === 'boolean');

/** Elements of SOAP messages around these members. */
const ENVELOPE: Readonly<Partial<Record<Mask, string>>> = {
  record: `
    Envelope Header Body Fault Code Reason Detail Upgrade response Txn BatchStats SettlementFile
    ${OPERATION_NAMES.map((name) => `${name} ${name}Response ${name}Result`).join(' ')}`,
  text: `faultcode faultstring Value Text string ${BOOLEAN_RESULTS.map((name) => `${name}Result`).join(' ')}`,
};

const MASKS: ReadonlyMap<string, Mask> = new Map(
  [MEMBERS, ENVELOPE].flatMap((names) =>
    Object.entries(names).flatMap(([mask, list]) =>
      list
        .trim()
        .split(/\s+/)
        .map((name) => [name.toLowerCase(), mask as Mask] as const),
    ),
  ),
);

/** The mask of a member or an element; undefined if no interface names it. */
export function maskOf(name: string): Mask | undefined {
  return MASKS.get(name.toLowerCase());
}
