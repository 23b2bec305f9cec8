import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../../src/wire/soap/read-envelope.js';
import type { XmlElement } from '../../../src/wire/soap/read-envelope.js';
import { SoapError } from '../../../src/wire/soap/soap-error.js';
import { REQUEST_LIMITS, RESPONSE_LIMITS } from '../../../src/wire/soap/xml-limits.js';
import { envelope, payment, read } from './messages.js';

function problemOf(message: string | Uint8Array, charset: string | null = null): SoapError {
  try {
    read(message, charset);
  } catch (error) {
    if (error instanceof SoapError) return error;
    throw error;
  }
  throw new Error('the message was read');
}

function utf16(text: string, little: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(little ? bytes : bytes.swap16());
}

describe('an envelope', () => {
  test('is recognised by its namespace, in both versions', () => {
    expect(read(envelope('<a/>', '1.1'))).toMatchObject({ version: '1.1', headers: [], body: { local: 'a', uri: '' } });
    expect(read(envelope('<a xmlns="urn:x"/>', '1.2'))).toMatchObject({
      version: '1.2',
      body: { local: 'a', uri: 'urn:x' },
    });
  });

  test('may have an empty Body', () => {
    expect(read(envelope('  <!-- nothing -->  ')).body).toBeNull();
  });

  test('returns the first child of the first Body only', () => {
    const second = '<s:Body><c/></s:Body>';
    const message = envelope('<a><b>1</b></a><a2><b>2</b></a2>').replace('</s:Envelope>', `${second}</s:Envelope>`);
    expect(read(message).body).toMatchObject({ local: 'a', children: [{ local: 'b', text: '1' }] });
  });

  test('has its text joined from pieces, CDATA and references, without that of children', () => {
    const { body } = read(envelope('<a>x<!-- c -->&amp;<b>in</b><![CDATA[<y>]]>&#x41;<?p?>\r\n</a>'));
    expect(body).toMatchObject({ text: 'x&<y>A\n', children: [{ text: 'in' }] });
  });

  test.each([
    ['true', true],
    ['1', true],
    [' true ', true],
    ['false', false],
    ['0', false],
  ])('xsi:nil=%j makes nil %s, with any prefix', (value, nil) => {
    const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
    expect(read(envelope(`<a ${xsi} i:nil="${value}"/>`)).body?.nil).toBe(nil);
    expect(read(envelope(`<a nil="${value}"/>`)).body?.nil).toBe(false);
  });

  test('reports the end of each element, from 1, in UTF-16 units', () => {
    const { body } = read(envelope('\n<a>\n  <b>😀</b>\r\n  <c/><d\n>\n</d></a>'));
    const place = ({ local, line, column }: XmlElement) => [local, line, column];
    expect(body?.children.map(place)).toEqual([
      ['b', 3, 12],
      ['c', 4, 7],
      ['d', 6, 5],
    ]);
  });
});

describe('header entries', () => {
  const header = (attributes: string) =>
    `<s:Header><w:Security xmlns:w="urn:w" ${attributes}><w:a/></w:Security></s:Header>`;

  test.each([
    ['1.1', 's:mustUnderstand="1"', true],
    ['1.1', 's:mustUnderstand="0"', false],
    ['1.1', 's:mustUnderstand="1" s:actor="http://schemas.xmlsoap.org/soap/actor/next"', true],
    ['1.1', 's:mustUnderstand="1" s:actor="urn:somebody-else"', false],
    ['1.2', 's:mustUnderstand="true"', true],
    ['1.2', 's:mustUnderstand="1" s:role="http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"', true],
    ['1.2', 's:mustUnderstand="1" s:role="http://www.w3.org/2003/05/soap-envelope/role/none"', false],
    ['1.2', 'mustUnderstand="1"', false],
    ['1.2', '', false],
  ] as const)('%s with %j must be understood: %s', (version, attributes, mustUnderstand) => {
    expect(read(envelope('<a/>', version, header(attributes))).headers).toEqual([
      { local: 'Security', mustUnderstand },
    ]);
  });

  test('an empty Header has none', () => {
    expect(read(envelope('<a/>', '1.1', '<s:Header/>')).headers).toEqual([]);
  });
});

describe('structure', () => {
  test.each([
    ['<foo/>', 'soap:Envelope'],
    ['<Body xmlns="http://schemas.xmlsoap.org/soap/envelope/"/>', 'soap:Envelope'],
    ['<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"/>', 'soap:Body'],
    ['<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body xmlns=""/></Envelope>', 'soap:Body'],
    [
      '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Header><e:Body/></e:Header></e:Envelope>',
      'soap:Body',
    ],
  ])('%s lacks %s', (message, missing) => {
    const error = problemOf(message);
    expect(error.problem.kind).toBe('structure');
    expect(error.message).toBe(`Request format is invalid: Missing required ${missing} element.`);
  });

  test.each([
    ['<Envelope/>', ''],
    ['<Envelope xmlns="urn:mine"><Body/></Envelope>', 'urn:mine'],
    ['<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope"/>', 'http://schemas.xmlsoap.org/soap/envelope'],
  ])('%s is in no SOAP namespace', (message, namespace) => {
    const error = problemOf(message);
    expect(error.problem.kind).toBe('version');
    expect(error.message).toBe(
      `Possible SOAP version mismatch: Envelope namespace ${namespace} was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.`,
    );
  });
});

describe('a document that is not well-formed', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['text', 'hello'],
    ['JSON', '{"Envelope":{}}'],
    ['a form', 'a=1&b=2'],
    ['half a message', envelope('<a>').slice(0, -20)],
    ['half an entity', envelope('<a>&am</a>')],
    ['tags that cross', envelope('<a><b></a></b>')],
    ['a wrong end tag', envelope('<a></A>')],
    ['an attribute twice', envelope('<a b="1" b="2"/>')],
    ['an attribute twice by namespace', envelope('<a xmlns:x="urn:x" xmlns:y="urn:x" x:b="1" y:b="2"/>')],
    ['a prefix that is not bound', envelope('<x:a/>')],
    ['a prefix unbound again', envelope('<a xmlns:x=""/>')],
    ['an attribute without quotes', envelope('<a b=1/>')],
    ['an attribute without a value', envelope('<a b/>')],
    ['a bare ampersand', envelope('<a>fish & chips</a>')],
    ['an angle in an attribute', envelope('<a b="<"/>')],
    ['the end of CDATA in a text', envelope('<a>]]></a>')],
    ['two hyphens in a comment', envelope('<a><!-- a -- b --></a>')],
    ['text behind the root', `${envelope('<a/>')}x`],
    ['a second root', `${envelope('<a/>')}<a/>`],
    ['a declaration that is not at the start', ` <?xml version="1.0"?>${envelope('<a/>')}`],
    ['a NUL', envelope('<a>\u0000</a>')],
    ['a control character', envelope('<a>\u0001</a>')],
    ['a reference to a control character', envelope('<a>&#1;</a>')],
    ['a reference to half a character', envelope('<a>&#xD83D;</a>')],
    ['a reference beyond Unicode', envelope('<a>&#x110000;</a>')],
    ['a reference of a million digits', envelope(`<a>&#${'9'.repeat(1_000_000)};</a>`)],
    ['a name with two colons', envelope('<a:b:c xmlns:a="urn:a"/>')],
    ['two messages', envelope('<a/>').repeat(2)],
  ])('refuses %s, saying where', (_, message) => {
    const error = problemOf(message);
    expect(error.problem.kind).toBe('malformed');
    expect(error.message).toMatch(/\. Line \d+, position \d+\.$/);
    expect(error.message.length).toBeLessThan(400);
  });

  test('answers in the version of the root', () => {
    expect(problemOf(envelope('<a>', '1.1')).problem).toMatchObject({ version: '1.1' });
    expect(problemOf('<a><b></a>').problem).toMatchObject({ version: undefined });
  });

  test('quotes at most one line of a hostile name', () => {
    expect(problemOf(envelope(`<a></${'b'.repeat(1_000_000)}>`)).message.length).toBeLessThan(400);
  });
});

describe('encodings', () => {
  const message = envelope('<a>Zoë 漢 😀</a>');
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${message}`;
  const latin = (text: string) => new Uint8Array(Buffer.from(text.replace(' 漢 😀', ''), 'latin1'));

  test.each([
    ['UTF-8', new TextEncoder().encode(message), null],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${declared('utf-8')}`), null],
    ['UTF-8 that calls itself ASCII', new TextEncoder().encode(message), 'us-ascii'],
    ['UTF-8 by its header, whatever the declaration says', new TextEncoder().encode(declared('utf-16')), 'utf-8'],
    ['UTF-16 little-endian with a mark', utf16(`\ufeff${declared('utf-16')}`, true), 'utf-16'],
    ['UTF-16 big-endian with a mark', utf16(`\ufeff${declared('utf-16')}`, false), null],
    ['UTF-16 little-endian without a mark', utf16(declared('utf-16'), true), 'UTF-16LE'],
    ['UTF-16 big-endian without a mark', utf16(declared('utf-16'), false), 'utf-16'],
    ['UTF-16 against its header, by its mark', utf16(`\ufeff${message}`, true), 'utf-8'],
  ])('reads %s', (_, bytes, charset) => {
    expect(read(bytes, charset).body?.text).toBe('Zoë 漢 😀');
  });

  test.each([
    ['by its declaration', latin(declared('ISO-8859-1')), null],
    ['by its header', latin(declared('utf-8')), 'iso-8859-1'],
    ['as windows-1252', latin(declared('windows-1252')), null],
  ])('reads Latin-1 %s', (_, bytes, charset) => {
    expect(read(bytes, charset).body?.text).toBe('Zoë');
  });

  test.each([
    ['bytes that are no UTF-8', latin(message), null, 'Invalid character in the given encoding.'],
    [
      'half a UTF-8 character at the end',
      new Uint8Array([...new TextEncoder().encode(message), 0xe6]),
      null,
      'Invalid character',
    ],
    ['an odd number of bytes in UTF-16', utf16(`\ufeff${message}`, true).slice(0, -1), null, 'Invalid character'],
    [
      'UTF-16 by declaration only',
      new TextEncoder().encode(declared('utf-16')),
      null,
      'There is no Unicode byte order mark.',
    ],
    [
      'an encoding that nobody uses',
      new TextEncoder().encode(declared('ebcdic-cp-fi')),
      null,
      "System does not support 'ebcdic-cp-fi' encoding.",
    ],
    ['UTF-7', new TextEncoder().encode(message), 'utf-7', "System does not support 'utf-7' encoding."],
    ['UTF-32', new Uint8Array([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), null, 'disallowed character'],
  ])('refuses %s', (_, bytes, charset, words) => {
    const error = problemOf(bytes, charset);
    expect(error.problem.kind).toBe('malformed');
    expect(error.message).toContain(words);
  });

  test('reads byte by byte as in one piece', async () => {
    const bytes = utf16(`\ufeff${declared('utf-16')}`, false);
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (at < bytes.length ? controller.enqueue(bytes.slice(at, (at += 1))) : controller.close()),
    });
    expect(await readEnvelope(body, { charset: null, limits: REQUEST_LIMITS })).toEqual(read(bytes));
  });
});

describe('limits', () => {
  test('accepts a batch of 100,000 records in one element', () => {
    const line = '50,DEMO,CRN-1,,,1995,0,5123456789012346,9900,R\r\n';
    const content = line.replace('\r', '&#xD;').repeat(100_000);
    const { body } = read(envelope(`<SubmitBatch><content>${content}</content></SubmitBatch>`));
    expect(body?.children[0]?.text.length).toBe(line.length * 100_000);
  });

  test('refuses a message with too many bytes before the rest is read, and releases the stream', async () => {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(
          new TextEncoder().encode(sent === 64 * 1024 ? `<a>${' '.repeat(64 * 1024 - 3)}` : ' '.repeat(64 * 1024)),
        );
      },
      cancel() {
        cancelled = true;
      },
    });
    const limits = { ...REQUEST_LIMITS, bytes: 1024 * 1024 };
    await expect(readEnvelope(body, { charset: null, limits })).rejects.toMatchObject({
      problem: { kind: 'too_large' },
    });
    expect(sent).toBeLessThan(2 * 1024 * 1024);
    expect(cancelled).toBe(true);
  });

  test('accepts ten thousand transactions in an answer, and refuses them in a request', () => {
    const message = envelope(`<r>${'<Txn><a/><b/></Txn>'.repeat(10_000)}</r>`);
    expect(read(message, null, RESPONSE_LIMITS).body?.children).toHaveLength(10_000);
    expect(() => read(message)).toThrow('more than 2000 nodes');
  });

  test('a request with all elements is far below each limit', () => {
    expect(() => read(envelope(payment('<Amount>1</Amount>'.repeat(1_900))))).not.toThrow();
  });
});
