/** Messages that cost a naive reader seconds or gigabytes, and the text of each refusal. */
import { envelope, NS, payment } from './messages.js';

export interface HostileMessage {
  readonly name: string;
  readonly message: string;
  readonly refusedWith: RegExp;
}

const DTD = /DTD is prohibited/;
const LARGE = 100_000;

function lol(): string {
  const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
  return `<!DOCTYPE lolz [<!ENTITY l0 "lol">${entities.join('')}]>${envelope(payment('<CRN1>&l9;</CRN1>'))}`;
}

function deep(open: (level: number) => string, close: string): string {
  const levels = Array.from({ length: LARGE }, (_, level) => open(level));
  return envelope(levels.join('') + close.repeat(LARGE));
}

function attributes(name: (at: number) => string): string {
  return envelope(
    `<ProcessPayment xmlns="${NS}"${Array.from({ length: LARGE }, (_, at) => ` ${name(at)}="urn:x"`).join('')}/>`,
  );
}

export const HOSTILE_MESSAGES: readonly HostileMessage[] = [
  { name: 'a billion laughs', message: lol(), refusedWith: DTD },
  {
    name: 'one long entity, two thousand times',
    message: `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(LARGE / 2)}">]>${envelope(payment(`<CRN1>${'&a;'.repeat(2_000)}</CRN1>`))}`,
    refusedWith: DTD,
  },
  {
    name: 'a file as an entity',
    message: `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>${envelope(payment('<CRN1>&x;</CRN1>'))}`,
    refusedWith: DTD,
  },
  {
    name: 'an address as a DTD',
    message: `<!DOCTYPE a SYSTEM "http://127.0.0.1:9/evil.dtd">${envelope(payment(''))}`,
    refusedWith: DTD,
  },
  {
    name: 'a parameter entity',
    message: `<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p">%p;]>${envelope(payment(''))}`,
    refusedWith: DTD,
  },
  { name: 'an empty DTD', message: `<!DOCTYPE a>${envelope(payment(''))}`, refusedWith: DTD },
  {
    name: 'a DTD that never ends',
    message: `<!DOCTYPE a [${'<!ENTITY a "x">'.repeat(LARGE * 5)}`,
    refusedWith: DTD,
  },
  {
    name: 'a comment before the root that never ends',
    message: `<!--${'x'.repeat(LARGE * 50)}`,
    refusedWith: /too long|no root element/,
  },
  {
    name: 'an entity that nobody declared',
    message: envelope(payment('<CRN1>&nbsp;</CRN1>')),
    refusedWith: /undefined entity/,
  },
  {
    name: '400,000 numeric references',
    message: envelope(payment(`<CRN1>${'&#65;'.repeat(LARGE * 4)}</CRN1>`)),
    refusedWith: /too many references/,
  },
  {
    name: '400,000 references in an attribute',
    message: envelope(`<ProcessPayment xmlns="${NS}" a="${'&amp;'.repeat(LARGE * 4)}"/>`),
    refusedWith: /too many references/,
  },
  { name: '100,000 elements deep', message: deep(() => '<a>', '</a>'), refusedWith: /nested deeper than 64/ },
  {
    name: '100,000 elements deep, each with a namespace',
    message: deep((level) => `<p:a xmlns:p="urn:${level}">`, '</p:a>'),
    refusedWith: /nested deeper than 64/,
  },
  { name: '100,000 attributes', message: attributes((at) => `a${at}`), refusedWith: /more than 64 attributes/ },
  { name: '100,000 namespaces', message: attributes((at) => `xmlns:a${at}`), refusedWith: /more than 64 attributes/ },
  {
    name: '1,000,000 elements side by side',
    message: envelope(payment('<a/>'.repeat(LARGE * 10))),
    refusedWith: /more than 2000 nodes/,
  },
  {
    name: '500,000 comments',
    message: envelope(payment(`<CRN1>${'<!---->'.repeat(LARGE * 5)}</CRN1>`)),
    refusedWith: /more than 2000 nodes/,
  },
  {
    name: '500,000 CDATA sections',
    message: envelope(payment(`<CRN1>${'<![CDATA[]]>'.repeat(LARGE * 5)}</CRN1>`)),
    refusedWith: /more than 2000 nodes/,
  },
  {
    name: '500,000 instructions',
    message: envelope(payment(`<CRN1>${'<?a?>'.repeat(LARGE * 5)}</CRN1>`)),
    refusedWith: /more than 2000 nodes/,
  },
  {
    name: '10,000,000 brackets in CDATA',
    message: envelope(payment(`<CRN1><![CDATA[${']'.repeat(LARGE * 100)}]]></CRN1>`)),
    refusedWith: /too many brackets/,
  },
  {
    name: 'a comment of ten megabytes',
    message: envelope(`<!--${'-x'.repeat(LARGE * 50)}-->${payment('')}`),
    refusedWith: /too long/,
  },
  {
    name: 'an instruction of ten megabytes',
    message: envelope(`<?a ${'?'.repeat(LARGE * 100)}?>${payment('')}`),
    refusedWith: /too long/,
  },
  {
    name: '500,000 header entries',
    message: envelope(payment(''), '1.2', `<s:Header>${'<h/>'.repeat(LARGE * 5)}</s:Header>`),
    refusedWith: /more than 2000 nodes/,
  },
];
