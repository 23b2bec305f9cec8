/** The sections of `docs/wire` that the probes ask about. */
export const ABOUT = {
  rules: 'docs/wire/rest.md#1-common-rules',
  endpoints: 'docs/wire/rest.md#2-endpoints',
  objects: 'docs/wire/rest.md#3-objects-members-beyond-the-source-document',
  redirects: 'docs/wire/rest.md#5-redirects',
  codes: 'docs/wire/rest.md#8-api-response-codes',
  outcomes: 'docs/wire/rest.md#9-transaction-response-codes',
  keys: 'docs/wire/rest.md#11-authkey-and-resultkey',
  namespaces: 'docs/wire/soap.md#1-namespaces-and-bindings',
  wsdl: 'docs/wire/soap.md#wsdl-get-wsdl-any-case-likely',
  bytes: 'docs/wire/soap.md#2-bytes-of-a-message-known',
  operations: 'docs/wire/soap.md#3-operations',
  answers: 'docs/wire/soap.md#4-answers-seen-known',
  faults: 'docs/wire/soap.md#5-faults-and-http-behaviour-an-asmx-service',
} as const;
