/** Reads the elements of a SOAP answer, without prefixes. It accepts whatever a facility sends. */

/** A tag, and the text up to the next one. */
export interface Tag {
  readonly name: string;
  readonly kind: 'start' | 'end' | 'empty';
  readonly text: string;
  /** All of the tag between its name and its end. */
  readonly attributes: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decode(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_whole, entity: string) => ENTITIES[entity] ?? '');
}

function readTag(part: string): Tag {
  const end = part.indexOf('>');
  const inside = end === -1 ? part : part.slice(0, end);
  const [first = '', ...attributes] = inside.replace(/^\//, '').split(/[\s/]/);
  return {
    name: first.slice(first.indexOf(':') + 1),
    kind: inside.startsWith('/') ? 'end' : inside.endsWith('/') ? 'empty' : 'start',
    text: end === -1 ? '' : decode(part.slice(end + 1)),
    attributes: attributes.join(' '),
  };
}

/** The tags of a document, in order. Declarations are left out. */
export function readTags(xml: string): readonly Tag[] {
  return xml
    .split('<')
    .slice(1)
    .filter((part) => !/^[?!]/.test(part))
    .map(readTag);
}

/** The text of the first element with a name; null without one. */
export function textIn(tags: readonly Tag[], name: string): string | null {
  const found = tags.find((tag) => tag.name === name && tag.kind !== 'end');
  return found === undefined ? null : found.text;
}

/** The tags within the first element with a name; undefined without one. */
export function inside(tags: readonly Tag[], name: string): readonly Tag[] | undefined {
  const start = tags.findIndex((tag) => tag.name === name && tag.kind === 'start');
  const end = tags.findIndex((tag, at) => at > start && tag.name === name && tag.kind === 'end');
  return start === -1 ? undefined : tags.slice(start + 1, end === -1 ? undefined : end);
}

/** Names of elements in order, with those that are empty. */
export function showElements(tags: readonly Tag[]): string {
  const begun = tags.filter(({ kind }) => kind !== 'end');
  return begun.map(({ name, kind }) => (kind === 'empty' ? `${name} (empty)` : name)).join(', ');
}

/** Value of an attribute; undefined without it. */
export function attributeOf({ attributes }: Tag, name: string): string | undefined {
  const start = attributes.indexOf(`${name}="`);
  if (start === -1) return undefined;
  const value = attributes.slice(start + name.length + 2);
  return value.slice(0, value.indexOf('"'));
}
