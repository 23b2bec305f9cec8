/** Faults: texts, and bodies in both versions. docs/wire/soap.md section 5. */
import { escapeText } from './escape-xml.js';
import { ENVELOPE_NAMESPACES, type SoapVersion } from './namespaces.js';
import { writeEnvelope } from './write-envelope.js';

/** Fault code of version 1.1: who caused the fault. */
export type FaultCode = 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand';

/** A fault; it is answered with HTTP 500. */
export interface SoapFault {
  readonly version: SoapVersion;
  readonly code: FaultCode;
  readonly text: string;
}

/** Fault codes of version 1.2 that differ. */
const CODES_OF_1_2: Partial<Readonly<Record<FaultCode, string>>> = { Client: 'Sender', Server: 'Receiver' };

/** The texts of section 5 quote X up to this length; the real service has no such limit. */
const QUOTED = 1_000;

/** Digits to mask: a quoted text may be a card number in the wrong place. The real service quotes it unmasked. */
const LONG_NUMBER = /\d(?:[ -]?\d){11,}/g;

function quote(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text;
}

export const FAULT_TEXTS = {
  unknownSoapAction: (value: string) =>
    `Server did not recognize the value of HTTP Header SOAPAction: ${quote(value)}.`,
  noAction: 'Unable to handle request without a valid action parameter. Please supply a valid soap action.',
  unknownAction: (action: string) => `Unable to handle request. The action '${quote(action)}' was not recognized.`,
  /** `reason` says what is wrong with the request; for a value, see `atPlace`. */
  unreadable: (reason: string) => `Server was unable to read request. ---> ${reason}`,
  atPlace: (line: number, column: number, detail: string) =>
    `There is an error in XML document (${line}, ${column}). ---> ${detail}`,
  notUnderstood: (header: string) => `SOAP header ${quote(header)} was not understood.`,
  unprocessable: (message: string) => `Server was unable to process request. ---> ${message}`,
} as const;

/** The header that lists the two supported versions; the prefix `soap` is that of the answer's envelope. */
const UPGRADE =
  `<soap12:Upgrade xmlns:soap12="${ENVELOPE_NAMESPACES['1.2']}">` +
  '<soap12:SupportedEnvelope qname="soap:Envelope" /><soap12:SupportedEnvelope qname="soap12:Envelope" />' +
  '</soap12:Upgrade>';

function faultOf({ version, code, text }: SoapFault): string {
  const words = escapeText(text.replace(LONG_NUMBER, '...'));
  if (version === '1.1') {
    const reason = `<faultcode>soap:${code}</faultcode><faultstring>${words}</faultstring>`;
    return `<soap:Fault>${reason}<detail /></soap:Fault>`;
  }
  const value = `<soap:Code><soap:Value>soap:${CODES_OF_1_2[code] ?? code}</soap:Value></soap:Code>`;
  const reason = `<soap:Reason><soap:Text xml:lang="en">${words}</soap:Text></soap:Reason>`;
  return `<soap:Fault>${value}${reason}<soap:Detail /></soap:Fault>`;
}

export function writeFault(fault: SoapFault): string {
  return writeEnvelope(fault.version, faultOf(fault), fault.code === 'VersionMismatch' ? UPGRADE : '');
}

/** The fault of an unexpected error; the message is for the caller and has no stack. Section 5. */
export function unexpectedFault(version: SoapVersion, message: string): SoapFault {
  return { version, code: 'Server', text: FAULT_TEXTS.unprocessable(message) };
}
