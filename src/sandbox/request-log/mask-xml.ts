/** Masks a SOAP message. The elements that the interface names are written, without attributes, prefixes and comments. */
import { maskOf } from './kept-members.js';
import { maskName, maskNamed, sizeOf, type MaskFacts } from './mask-value.js';

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

const DEEPEST = 24;
const MOST_ELEMENTS = 2_000;
const NAME = /^(?:[\w.-]{1,60}:)?([\w.-]{1,80})$/;
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function resolve(text: string): string {
  return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** Position behind a tag, whose attributes can contain a bracket; -1 if it has no end. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return -1;
}

/** The part of a text behind a start, up to an end; undefined if it has none. */
function between(text: string, from: number, [start, end]: readonly [string, string]): [string, number] | undefined {
  const stop = text.startsWith(start, from) ? text.indexOf(end, from + start.length) : -1;
  return stop < 0 ? undefined : [text.slice(from + start.length, stop), stop + end.length];
}

/** Reads a message once, from its start to its end. Undefined if it is not well-formed: then its parts have no names. */
function readXml(text: string, isCut: boolean): Element | undefined {
  const root: Element = { name: '', children: [], text: '' };
  const open = [root];
  let elements = 0;
  let at = 0;
  const isWhole = () => isCut || open.length === 1;
  for (;;) {
    const top = open.at(-1) ?? root;
    const next = text.indexOf('<', at);
    if (next < 0) {
      top.text += resolve(text.slice(at));
      return isWhole() ? root : undefined;
    }
    top.text += resolve(text.slice(at, next));
    const data = between(text, next, ['<![CDATA[', ']]>']);
    const skipped = data ?? between(text, next, ['<!--', '-->']) ?? between(text, next, ['<?', '?>']);
    if (skipped) {
      if (data) top.text += data[0];
      at = skipped[1];
      continue;
    }
    at = endOfTag(text, next);
    if (at < 0) return isCut ? root : undefined;
    const isEnd = text[next + 1] === '/';
    const isEmpty = text[at - 2] === '/';
    const tag = text.slice(next + (isEnd ? 2 : 1), at - 1);
    const [, name] = NAME.exec(/^[^\s/]{0,150}/.exec(tag)?.[0] ?? '') ?? [];
    if (name === undefined) return undefined;
    if (isEnd) {
      if (open.length === 1 || top.name !== name) return undefined;
      open.pop();
      continue;
    }
    elements += 1;
    if (open.length > DEEPEST) return undefined;
    if (elements > MOST_ELEMENTS) return root;
    const element: Element = { name, children: [], text: '' };
    top.children.push(element);
    if (!isEmpty) open.push(element);
  }
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function write(element: Element, facts: MaskFacts, indent: string): string {
  const mask = maskOf(element.name);
  const { children } = element;
  const name = mask ? element.name : maskName(element.name);
  const text = element.text.trim() === '' ? '' : element.text;
  const line = (content: string) =>
    content === '' ? `${indent}<${name} />\n` : `${indent}<${name}>${escape(content)}</${name}>\n`;
  if (mask === 'record' && children.length > 0) {
    const size = text === '' ? '' : `${indent}  ${sizeOf(text)}\n`;
    const inner = children.map((child) => write(child, facts, `${indent}  `)).join('');
    return `${indent}<${name}>\n${size}${inner}${indent}</${name}>\n`;
  }
  if (children.length > 0) return line(sizeOf(Object.fromEntries(children.entries())));
  if (text === '') return line('');
  return line(mask && mask !== 'record' ? maskNamed(mask, text, facts) : sizeOf(text));
}

/** The masked message, indented by two; undefined if it is not well-formed. @param isCut whether its end is missing */
export function maskXml(text: string, facts: MaskFacts, isCut: boolean): string | undefined {
  const root = readXml(text, isCut);
  if (!root || root.children.length === 0 || root.text.trim() !== '') return undefined;
  return root.children.map((child) => write(child, facts, '')).join('') + (isCut ? '… cut\n' : '');
}
