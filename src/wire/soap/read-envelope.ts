/**
 * Parses the bytes of a SOAP message in pieces, with any prefix, encoding and layout. The parser supports no DTD and only
 * XML's own five entities, and cannot open a file or URL. docs/wire/soap.md sections 2 and 5.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ENVELOPE_NAMESPACES, versionOfNamespace, XSI_NAMESPACE, type SoapVersion } from './namespaces.js';
import { SoapError } from './soap-error.js';
import { createXmlDecoder, EncodingError } from './xml-decoder.js';
import { createXmlMeter, type XmlLimits } from './xml-limits.js';

/** An element with its namespace, without its prefix. */
export interface XmlElement {
  readonly uri: string;
  readonly local: string;
  /** `xsi:nil` is true. */
  readonly nil: boolean;
  /** The element's own text, including CDATA, without that of its children. */
  readonly text: string;
  readonly children: readonly XmlElement[];
  /** Position just after the end tag, counted from 1 in UTF-16 units, as in .NET. */
  readonly line: number;
  readonly column: number;
}

/** An entry of the envelope's Header. */
export interface HeaderEntry {
  readonly local: string;
  /** `mustUnderstand` is set, for the role of this receiver or without a role. */
  readonly mustUnderstand: boolean;
}

/** A parsed message. */
export interface Envelope {
  readonly version: SoapVersion;
  readonly headers: readonly HeaderEntry[];
  /** The first child of Body, or null when Body is empty. */
  readonly body: XmlElement | null;
}

/** Parser of one message. */
export interface EnvelopeReader {
  /** Parses the next bytes. @throws SoapError `malformed` or `too_large`, as early as possible. */
  write(bytes: Uint8Array): void;
  /** Ends the message. @throws SoapError of every kind but `value`. */
  end(): Envelope;
}

/** A body that is read piece by piece, such as a `ReadableStream`. */
export interface EnvelopeBody {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel?(): Promise<unknown>;
  };
}

/** Options of {@link createEnvelopeReader}. */
export interface EnvelopeOptions {
  /** The charset of the Content-Type, or null. */
  readonly charset: string | null;
  readonly limits: XmlLimits;
}

interface OpenElement {
  uri: string;
  local: string;
  nil: boolean;
  text: string;
  children: OpenElement[];
  line: number;
  column: number;
}

/** Header entries for other roles are ignored. */
const OUR_ROLES = [
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
];

/** Size of the pieces for the parser, so that it can stop early. */
const PIECE = 16 * 1024;
/** Limit of the parser's message, which can contain an element name of a megabyte. */
const MESSAGE = 300;

function attributeOf(tag: SaxesTagNS, uri: string, local: string): string | undefined {
  return Object.values(tag.attributes).find((attribute) => attribute.uri === uri && attribute.local === local)?.value;
}

function isTrue(value: string | undefined): boolean {
  const word = value?.trim();
  return word === 'true' || word === '1';
}

function headerEntryOf(tag: SaxesTagNS, version: SoapVersion): HeaderEntry {
  const namespace = ENVELOPE_NAMESPACES[version];
  const role = attributeOf(tag, namespace, version === '1.1' ? 'actor' : 'role') ?? '';
  const mustUnderstand = isTrue(attributeOf(tag, namespace, 'mustUnderstand')) && OUR_ROLES.includes(role.trim());
  return { local: tag.local, mustUnderstand };
}

function missing(element: 'soap:Envelope' | 'soap:Body', version?: SoapVersion): SoapError {
  const message = `Request format is invalid: Missing required ${element} element.`;
  return new SoapError({ kind: 'structure', version }, message);
}

function mismatch(namespace: string): SoapError {
  const found = `Envelope namespace ${namespace.slice(0, MESSAGE)} was unexpected`;
  const message = `Possible SOAP version mismatch: ${found}. Expecting ${ENVELOPE_NAMESPACES['1.1']}.`;
  return new SoapError({ kind: 'version', namespace }, message);
}

/**
 * Reads a whole message from a stream, which is cancelled as soon as the message is refused.
 *
 * @throws SoapError of every kind but `value`.
 */
export async function readEnvelope(body: EnvelopeBody | null, options: EnvelopeOptions): Promise<Envelope> {
  const reader = createEnvelopeReader(options);
  const source = body?.getReader();
  try {
    for (let piece = await source?.read(); piece?.value; piece = await source?.read()) reader.write(piece.value);
    return reader.end();
  } catch (error) {
    // The sender may have closed the connection; the reason of the refusal matters.
    await source?.cancel?.().catch(() => undefined);
    throw error;
  }
}

/** The namespace of the root as written: the parser trims blanks, which are part of the name. */
function declaredUri({ prefix, uri, attributes }: SaxesTagNS): string {
  const declaration = Object.values(attributes).find(({ name }) => name === (prefix ? `xmlns:${prefix}` : 'xmlns'));
  return declaration?.value ?? uri;
}

/** Creates the parser of one message. */
export function createEnvelopeReader({ charset, limits }: EnvelopeOptions): EnvelopeReader {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const decoder = createXmlDecoder(charset);
  const meter = createXmlMeter(limits);
  const headers: HeaderEntry[] = [];
  /** Open elements, from the first child of Body to the innermost. */
  const open: OpenElement[] = [];
  let root: { uri: string; local: string; version: SoapVersion | undefined } | undefined;
  let depth = 0;
  let attributes = 0;
  let bytesSeen = 0;
  let section: 'Header' | 'Body' | undefined;
  let hasBody = false;
  let body: OpenElement | null = null;

  function refuse(reason: string): never {
    const { line, columnIndex } = parser;
    const column = columnIndex + 1;
    const words = reason.slice(0, MESSAGE).replace(/\.$/, '');
    const message = `${words}. Line ${line}, position ${column}.`;
    throw new SoapError({ kind: 'malformed', version: root?.version, line, column }, message);
  }

  function refuseIf(reason: string | undefined): void {
    if (reason !== undefined) refuse(reason);
  }

  function onOpenElement(tag: SaxesTagNS): void {
    depth += 1;
    if (depth === 1) {
      const uri = declaredUri(tag);
      root = { uri, local: tag.local, version: versionOfNamespace(uri) };
    } else if (depth === 2) {
      const isOurs = tag.uri === root?.uri.trim();
      section = isOurs && tag.local === 'Header' ? 'Header' : undefined;
      if (isOurs && tag.local === 'Body' && !hasBody) {
        section = 'Body';
        hasBody = true;
      }
    } else if (section === 'Header') {
      if (depth === 3 && root?.version) headers.push(headerEntryOf(tag, root.version));
    } else if (section === 'Body') {
      onBodyElement(tag);
    }
  }

  function onBodyElement(tag: SaxesTagNS): void {
    const parent = open.at(-1);
    // A second child of Body must be well-formed and is ignored.
    if (!parent && body) return;
    const nil = isTrue(attributeOf(tag, XSI_NAMESPACE, 'nil'));
    const element = { uri: tag.uri, local: tag.local, nil, text: '', children: [], line: 0, column: 0 };
    if (parent) parent.children.push(element);
    else body = element;
    open.push(element);
  }

  function onText(text: string): void {
    const element = open.at(-1);
    if (element) element.text += text;
  }

  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('For security reasons DTD is prohibited in this XML document.'));
  parser.on('opentagstart', () => {
    attributes = 0;
    refuseIf(meter.node(depth + 1));
  });
  parser.on('attribute', () => {
    attributes += 1;
    refuseIf(meter.attribute(attributes));
  });
  parser.on('comment', () => refuseIf(meter.node(depth)));
  parser.on('processinginstruction', () => refuseIf(meter.node(depth)));
  parser.on('opentag', onOpenElement);
  parser.on('text', onText);
  parser.on('cdata', (text) => {
    refuseIf(meter.node(depth));
    onText(text);
  });
  parser.on('closetag', () => {
    depth -= 1;
    const element = open.pop();
    if (!element) return;
    element.line = parser.line;
    element.column = parser.columnIndex + 1;
  });

  function parse(text: string): void {
    refuseIf(meter.characters(text));
    parser.write(text);
    if (!root) refuseIf(meter.prolog());
  }

  function decoded(run: () => string): string {
    try {
      return run();
    } catch (error) {
      if (error instanceof EncodingError) refuse(error.message);
      throw error;
    }
  }

  return {
    write(bytes) {
      bytesSeen += bytes.length;
      if (bytesSeen > limits.bytes) {
        const message = `The message is larger than ${limits.bytes} bytes.`;
        throw new SoapError({ kind: 'too_large', limit: limits.bytes }, message);
      }
      for (let at = 0; at < bytes.length; at += PIECE) {
        parse(decoded(() => decoder.decode(bytes.subarray(at, at + PIECE))));
      }
    },
    end() {
      parse(decoded(() => decoder.end()));
      parser.close();
      if (root?.local !== 'Envelope') throw missing('soap:Envelope');
      if (root.version === undefined) throw mismatch(root.uri);
      if (!hasBody) throw missing('soap:Body', root.version);
      return { version: root.version, headers, body };
    },
  };
}
