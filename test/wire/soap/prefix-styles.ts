/**
 * Writes one request in as many ways as XML allows: any prefixes, default namespaces at any level, either quote,
 * comments, instructions, CDATA and references in texts, elements in any order, white space, byte order marks, UTF-16.
 * It shares no code with the writer under test.
 */
import type { RandomGenerator } from './random.js';

/** Members of a request in their wire form: texts or nested members by name. */
export interface WireMembers {
  readonly [name: string]: string | WireMembers;
}

interface Style {
  readonly random: RandomGenerator;
  readonly envelopeNamespace: string;
  readonly serviceNamespace: string;
}

const PREFIXES = ['soap', 'SOAP-ENV', 'soapenv', 's', 'env', 'xsd', 'a.b-c', '_', 'tns', 'ns1', 'x', 'Ω'];
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

const pad = (random: RandomGenerator) => random.pick(['', '', ' ', '\n', '\r\n\t', '  ']);
const between = (random: RandomGenerator) =>
  random.pick(['', '', '', '\n  ', ' ', '<!-- <soap:Body> & ]]> -->', '<?php echo "<x/>" ?>', '\n<!---->\n']);

function attributes(random: RandomGenerator, pairs: readonly (readonly [string, string])[]): string {
  return random
    .shuffle(pairs)
    .map(([name, value]) => {
      const quote = random.pick(['"', "'"]);
      return `${random.pick([' ', '\n', '  '])}${name}${random.pick(['', ' '])}=${random.pick(['', ' '])}${quote}${value}${quote}`;
    })
    .join('');
}

function reference(random: RandomGenerator, character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return random.pick([`&#${code};`, `&#x${code.toString(16)};`, `&#x${code.toString(16).toUpperCase()};`]);
}

function text(random: RandomGenerator, value: string): string {
  let xml = '';
  for (const character of value) {
    const must = ['&', '<', '>', '\r'].includes(character);
    const way = random.below(must ? 3 : 24);
    if (character === '\r' || way === 0) xml += reference(random, character);
    else if (way === 1) xml += `<![CDATA[${character}]]>`;
    else if (way === 2) xml += `<!-- ${random.below(9)} -->${named(character)}`;
    else xml += named(character);
  }
  return xml;
}

function named(character: string): string {
  return { '&': '&amp;', '<': '&lt;', '>': '&gt;' }[character] ?? character;
}

/** An element. Its scope determines the prefix of its namespace. */
function element(random: RandomGenerator, name: string, { scope, content, extra = [] }: Content): string {
  const tag = scope.prefix === '' ? name : `${scope.prefix}:${name}`;
  const start = `<${tag}${attributes(random, [...extra, ...scope.declarations])}${pad(random)}`;
  if (content === '' && random.below(2) === 0) return `${start}/>`;
  return `${start}>${content}</${tag}${pad(random)}>`;
}

interface Content {
  readonly scope: Scope;
  readonly content: string;
  readonly extra?: readonly [string, string][];
}

interface Scope {
  readonly prefix: string;
  readonly declarations: readonly [string, string][];
  /** Namespaces by prefix in the scope of the children; '' is the default namespace. */
  readonly bound: ReadonlyMap<string, string>;
}

/** Chooses the declaration of an element's namespace: an inherited one, or one of its own. */
function scopeFor({ random }: Style, namespace: string, outer: ReadonlyMap<string, string>): Scope {
  const bound = [...outer].filter(([, uri]) => uri === namespace).map(([prefix]) => prefix);
  if (bound.length > 0 && random.below(4) > 0) return { prefix: random.pick(bound), declarations: [], bound: outer };
  const prefix = random.pick(['', ...PREFIXES]);
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  return { prefix, declarations: [[name, namespace]], bound: new Map([...outer, [prefix, namespace]]) };
}

function members(style: Style, values: WireMembers, bound: ReadonlyMap<string, string>): string {
  const { random } = style;
  const elements = random.shuffle(Object.entries(values)).map(([name, value]) => {
    const scope = scopeFor(style, style.serviceNamespace, bound);
    const content = typeof value === 'string' ? text(random, value) : members(style, value, scope.bound);
    const extra: [string, string][] = random.below(6) === 0 ? [['unknown', '1']] : [];
    return `${element(random, name, { scope, content, extra })}${between(random)}`;
  });
  // The service ignores unknown elements, also those that differ only in the namespace.
  if (random.below(4) === 0) {
    const strange = random.pick(Object.keys(values)) ?? 'Strange';
    elements.push(`<${strange} xmlns="urn:elsewhere"><deeper>1</deeper>x</${strange}>`);
  }
  if (random.below(4) === 0) {
    const scope = scopeFor(style, style.serviceNamespace, bound);
    elements.push(element(random, 'Strange', { scope, content: 'x' }));
  }
  return `${between(random)}${random.shuffle(elements).join('')}`;
}

function headerOf(style: Style, bound: ReadonlyMap<string, string>): string {
  const { random, envelopeNamespace } = style;
  if (random.below(3) > 0) return '';
  const scope = scopeFor(style, envelopeNamespace, bound);
  const entry = random.pick([
    '',
    '<t:Trace xmlns:t="urn:trace"><t:Id>1</t:Id></t:Trace>',
    '<Trace xmlns="urn:trace"/>',
  ]);
  return element(random, 'Header', { scope, content: entry }) + between(random);
}

/** Writes a message in a random style. */
export function writeInSomeStyle(style: Style, operation: string, values: WireMembers): string {
  const { random, envelopeNamespace, serviceNamespace } = style;
  const outer = new Map<string, string>();
  const envelope = scopeFor(style, envelopeNamespace, outer);
  const extra: [string, string][] = [];
  // Declarations that only inner elements use, or none. They must differ from those of the envelope.
  let bound = envelope.bound;
  for (const [prefix, uri] of [
    ['tns', serviceNamespace],
    ['xsi', XSI],
    ['unused', 'urn:unused'],
  ] as const) {
    if (random.below(3) === 0 && !bound.has(prefix)) {
      extra.push([`xmlns:${prefix}`, uri]);
      bound = new Map([...bound, [prefix, uri]]);
    }
  }
  if (envelope.prefix !== '' && random.below(3) === 0) {
    extra.push([`${envelope.prefix}:encodingStyle`, 'http://schemas.xmlsoap.org/soap/encoding/']);
  }
  const bodyScope = scopeFor(style, envelopeNamespace, bound);
  const wrapperScope = scopeFor(style, serviceNamespace, bodyScope.bound);
  const wrapper = element(random, operation, {
    scope: wrapperScope,
    content: members(style, values, wrapperScope.bound),
  });
  const body = element(random, 'Body', { scope: bodyScope, content: `${between(random)}${wrapper}${between(random)}` });
  const content = `${between(random)}${headerOf(style, bound)}${body}${between(random)}`;
  const root = element(random, 'Envelope', { scope: envelope, content, extra });
  return `${between(random).trimStart()}${root}${between(random)}`;
}

/** A message as bytes in an encoding, declared or not as the rules allow, with the charset of its header. */
export function encodeInSomeWay(
  random: RandomGenerator,
  message: string,
): { bytes: Uint8Array; charset: string | null; way: string } {
  const wide = random.below(3) === 0;
  const mark = random.below(2) === 0;
  const charset = random.below(2) === 0;
  const little = random.below(2) === 0;
  const quote = random.pick(['"', "'"]);
  const standalone = random.pick(['', ` standalone=${quote}yes${quote}`, ` standalone=${quote}no${quote}`]);
  const name = wide ? random.pick(['utf-16', 'UTF-16']) : random.pick(['utf-8', 'UTF-8']);
  const encoding = random.below(3) === 0 ? '' : ` encoding=${quote}${name}${quote}`;
  // Without a byte order mark and a header, UTF-16 is detected by the declaration.
  const declaration = random.below(3) > 0 || (wide && !mark);
  const prolog = declaration ? `<?xml version=${quote}1.0${quote}${encoding}${standalone}?>` : '';
  const text = `${mark ? '\ufeff' : ''}${prolog}${message}`;
  const bytes = wide ? encodeWide(text, little) : new TextEncoder().encode(text);
  const parameter = wide ? (mark ? 'utf-16' : `utf-16${little ? 'le' : 'be'}`) : 'utf-8';
  const way = `${parameter}${mark ? ' with BOM' : ''}${charset ? ' by header' : ''}${declaration ? ' declared' : ''}`;
  return { bytes, charset: charset ? parameter : null, way };
}

function encodeWide(text: string, little: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), little);
  return bytes;
}
