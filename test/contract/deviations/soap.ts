/** SOAP that differs. docs/wire/soap.md. */
import { CREDENTIALS, NS, SOAP_PATH, textIn } from '../../sandbox/soap/soap-caller.js';
import type { Callers, Deviation } from './deviation.js';
import { soapAnswers, soapInstead } from './edge.js';
import { statusOf } from './shown.js';

const CACHE_CONTROL = 'private, max-age=0,no-store,no-cache,must-revalidate,proxy-revalidate';
const BAD_LOGIN = { password: 'wrong' };

const messageOf = (xml: string): string | undefined => textIn(xml, 'ResponseMessage');
const noOriginal = ({ soap }: Callers): Promise<string> => soap.follow('REFUND', '9', 100);
const unknownAction = ({ soap }: Callers): Promise<Response> =>
  soap.post('<a/>', { 'content-type': 'text/xml', soapaction: '"urn:unknown"' });

/** Any operation with a value that is no int. */
const wrongInt = ({ soap }: Callers): Promise<Response> =>
  soap.send('ProcessPayment', { ...CREDENTIALS, txnReq: { Amount: 'abc' } });

async function wsdl({ service }: Callers): Promise<string> {
  return (await service.fetch(`${SOAP_PATH}?WSDL`)).text();
}

/** The blocks of one operation in port types and bindings. */
const operation = (name: string): RegExp =>
  new RegExp(`\\s*<wsdl:operation name="${name}">[\\s\\S]*?</wsdl:operation>`, 'g');

/** A 1.1 fault. */
function fault(code: string, text: string, status = 500): Response {
  const xml =
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<soap:Body><soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring><detail />` +
    '</soap:Fault></soap:Body></soap:Envelope>';
  const headers = { 'content-type': 'text/xml; charset=utf-8', 'cache-control': CACHE_CONTROL, pragma: 'no-cache' };
  return new Response(xml, { status, headers });
}

/** Another text of a refusal. */
const said = (from: string, to: string): Deviation['deviate'] =>
  soapAnswers((xml) => xml.replace(`<ResponseMessage>${from}<`, `<ResponseMessage>${to}<`));

export const SOAP: readonly Deviation[] = [
  {
    id: 'soap-bad-login-text',
    fact: 'Bad credentials have the text "Invalid login details" (docs/wire/soap.md, section 4, answer 5).',
    deviate: said('invalid login', 'Invalid login details'),
    shows: async ({ soap }) => messageOf(await soap.pay({}, BAD_LOGIN)),
    differs: 'Invalid login details',
  },
  {
    id: 'soap-login-text',
    fact: 'Login with bad credentials has no ResponseMessage (docs/wire/soap.md, section 3, Login).',
    deviate: soapAnswers((xml) =>
      xml.includes('<LoginResult>') ? xml.replace(/<ResponseMessage>[^<]*<\/ResponseMessage>/, '') : xml,
    ),
    shows: async ({ soap }) => messageOf(await soap.call('Login', { ...CREDENTIALS, ...BAD_LOGIN })),
    differs: undefined,
  },
  {
    id: 'soap-no-session-fault',
    fact: 'An operation that needs a login is a fault without one, instead of ERROR (docs/wire/soap.md, section 3, Login).',
    deviate: (fetch) => async (request) => {
      const asked = await request.clone().text();
      const response = await fetch(request);
      const isOpen = asked.includes('<username>') || !(await response.clone().text()).includes('>invalid login<');
      return isOpen ? response : fault('Client', 'Session has expired.');
    },
    shows: ({ soap }) => statusOf(soap.send('RetrieveBatchStatistics', { timePeriod: 1 })),
    differs: 500,
  },
  {
    id: 'soap-card-text',
    fact: 'An invalid card number in a payment has the text "invalid card number" (docs/wire/soap.md, section 4, answer 6).',
    deviate: said('unable to determine card type', 'invalid card number'),
    shows: async ({ soap }) => messageOf(await soap.pay({ CardNumber: '1' })),
    differs: 'invalid card number',
  },
  {
    id: 'soap-response-first',
    fact: '<response> comes before <OpResult> (docs/wire/soap.md, section 1).',
    deviate: soapAnswers((xml) =>
      xml.replace(/(<\w+Response xmlns="[^"]*">)(.*)(<response>.*<\/response>)/s, '$1$3$2'),
    ),
    shows: async ({ soap }) => /<ProcessPaymentResponse [^>]*><response>/.test(await soap.pay()),
    differs: true,
  },
  {
    id: 'soap-empty-pair',
    fact: 'An empty element is written as a start and an end tag (docs/wire/soap.md, section 2).',
    deviate: soapAnswers((xml) => xml.replace(/<(\w+) \/>/g, '<$1></$1>')),
    shows: async (callers) => (await noOriginal(callers)).includes('<CardType></CardType>'),
    differs: true,
  },
  {
    id: 'soap-namespace',
    fact: 'The namespace is urn:Eve_1_4_5 in answers and in the WSDL (docs/wire/soap.md, section 1).',
    deviate: soapAnswers((xml) => xml.replaceAll(NS, 'urn:Eve_1_4_5')),
    shows: async ({ soap }) => (await soap.pay()).includes('xmlns="urn:Eve_1_4_5"'),
    differs: true,
  },
  {
    id: 'soap-dates-with-offset',
    fact: 'A dateTime has the offset of Sydney (docs/wire/soap.md, section 2).',
    deviate: soapAnswers((xml) => xml.replace(/>(\d{4}-\d\d-\d\dT[\d:.]+)</g, '>$1+11:00<')),
    async shows({ soap }) {
      await soap.pay();
      return textIn(await soap.search(), 'ProcessedDate');
    },
    differs: '2026-03-04T12:00:00+11:00',
  },
  {
    id: 'soap-dates-with-seven-digits',
    fact: 'A dateTime always has seven digits of a second (docs/wire/soap.md, section 2).',
    deviate: soapAnswers((xml) =>
      xml.replace(
        />(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?</g,
        (_all, time: string, fraction = '') => `>${time}.${(fraction as string).padEnd(7, '0')}<`,
      ),
    ),
    async shows({ soap }) {
      await soap.pay();
      return textIn(await soap.search(), 'ProcessedDate');
    },
    differs: '2026-03-04T12:00:00.0000000',
  },
  {
    id: 'soap-search-empty-error',
    fact: 'SearchTransactions without results is ERROR "no results" (docs/wire/soap.md, section 3).',
    deviate: soapAnswers((xml) =>
      xml.replace(
        /(<SearchTransactionsResult \/><response><ResponseCode>)SUCCESS(<\/ResponseCode>)/,
        '$1ERROR$2<ResponseMessage>no results</ResponseMessage>',
      ),
    ),
    shows: async ({ soap }) => messageOf(await soap.search()),
    differs: 'no results',
  },
  {
    id: 'soap-fault-200',
    fact: 'A fault is HTTP 200 instead of 500 (docs/wire/soap.md, section 5).',
    deviate: soapAnswers(
      (xml) => xml,
      (status) => (status === 500 ? 200 : status),
    ),
    shows: (callers) => statusOf(unknownAction(callers)),
    differs: 200,
  },
  {
    id: 'soap-fault-code',
    fact: 'An unknown SOAPAction is soap:Server instead of soap:Client (docs/wire/soap.md, section 5).',
    deviate: soapAnswers((xml) =>
      xml.includes('did not recognize') ? xml.replace('soap:Client', 'soap:Server') : xml,
    ),
    shows: async (callers) => textIn(await (await unknownAction(callers)).text(), 'faultcode'),
    differs: 'soap:Server',
  },
  {
    id: 'soap-fault-text',
    fact: 'The text of an unreadable value does not say where it is (docs/wire/soap.md, section 5).',
    deviate: soapAnswers((xml) => xml.replace(/There is an error in XML document \([^)]*\)\. ---&gt; /, '')),
    shows: async (callers) => textIn(await (await wrongInt(callers)).text(), 'faultstring'),
    differs: 'Server was unable to read request. ---&gt; Input string was not in a correct format.',
  },
  {
    id: 'soap-1.2-refused',
    fact: 'SOAP 1.2 is not supported: 415 with an empty body (docs/wire/soap.md, section 1).',
    deviate: soapInstead(({ headers }) =>
      headers.get('content-type')?.startsWith('application/soap+xml') ? new Response(null, { status: 415 }) : undefined,
    ),
    shows: ({ soap12 }) => statusOf(soap12.send('ProcessPayment', CREDENTIALS)),
    differs: 415,
  },
  {
    id: 'soap-1.1-needs-action',
    fact: 'SOAP 1.1 without SOAPAction is a fault instead of routed by its body (docs/wire/soap.md, section 5).',
    deviate: soapInstead(({ method, headers }) => {
      const isRefused =
        method === 'POST' && headers.get('content-type')?.startsWith('text/xml') && !headers.has('soapaction');
      return isRefused ? fault('Client', 'SOAPAction header is required.') : undefined;
    }),
    shows: ({ soap }) =>
      statusOf(
        soap.post(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Logout xmlns="${NS}"/></s:Body></s:Envelope>`,
          {
            'content-type': 'text/xml',
          },
        ),
      ),
    differs: 500,
  },
  {
    id: 'soap-malformed-500',
    fact: 'A message that is not well-formed is a fault with 500 instead of 400 (docs/wire/soap.md, section 5).',
    deviate: (fetch) => async (request) => {
      const isSoap = new URL(request.url).pathname === SOAP_PATH;
      const response = await fetch(request);
      return isSoap && response.status === 400 ? fault('Client', 'Server was unable to read request.') : response;
    },
    shows: ({ soap }) => statusOf(soap.post('<a', soap.headers('ProcessPayment'))),
    differs: 500,
  },
  {
    id: 'wsdl-more-operations',
    fact: 'The WSDL has one more operation, GetVersion (docs/wire/soap.md, section 1, WSDL).',
    deviate: soapAnswers((xml) =>
      xml.replace(/(<wsdl:operation name=")(AddToken)(">[\s\S]*?<\/wsdl:operation>)/g, (added: string) => {
        return added.replace(/(["/])AddToken"/g, '$1GetVersion"') + added;
      }),
    ),
    shows: async (callers) => (await wsdl(callers)).split('name="GetVersion"').length - 1,
    differs: 3,
  },
  {
    id: 'wsdl-fewer-operations',
    fact: 'The WSDL and the facility have no CreateSession (docs/wire/soap.md, section 1, WSDL).',
    deviate: (fetch) =>
      soapInstead(({ headers }) => {
        const action = headers.get('soapaction') ?? '';
        if (!action.includes('/CreateSession')) return undefined;
        return fault(
          'Client',
          `Server did not recognize the value of HTTP Header SOAPAction: ${action.replaceAll('"', '')}.`,
        );
      })(soapAnswers((xml) => xml.replace(operation('CreateSession'), ''))(fetch)),
    shows: async (callers) => operation('CreateSession').test(await wsdl(callers)),
    differs: false,
  },
];
