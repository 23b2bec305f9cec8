/** Renders the members of objects for the reference page. */
import type { JsonSchema } from '../../wire/rest/json-schema.js';
import { html, type Html } from '../pages/html.js';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

/** Renders inline Markdown: `code` and **bold**. */
export function inline(text: string): readonly Html[] {
  return text.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith('**') ? html`<strong>${part.slice(2, -2)}</strong>` : html`${part}`;
  });
}

/** The name at the end of a reference. */
export function nameIn(reference: unknown): string {
  return String(reference).split('/').at(-1) ?? '';
}

function linkTo(reference: unknown): Html {
  const name = nameIn(reference);
  return html`<a href="#object-${name}">${name}</a>`;
}

/** Describes a value by its type and its limits. */
export function describeType(schema: JsonSchema): Html {
  const { $ref, anyOf, items, type, maxLength, minLength } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (Array.isArray(anyOf)) {
    const kinds = anyOf as readonly JsonSchema[];
    return html`${kinds.map((each, index) => html`${index > 0 && ' or '}${describeType(each)}`)}`;
  }
  const types = (Array.isArray(type) ? type : [type]) as readonly string[];
  if (types.includes('array')) {
    return html`list of ${describeType(items as JsonSchema)}${types.includes('null') && ' or null'}`;
  }
  const words = types.map((each) => TYPE_WORDS[each] ?? each).join(' or ');
  if (maxLength === undefined) return html`${words}`;
  const how = minLength === maxLength ? 'exactly' : 'at most';
  return html`${words}, ${how} ${Number(maxLength)} characters`;
}

function listValues({ enum: values, description }: JsonSchema): Html | null {
  // A description that names each value is better than the list.
  if (!Array.isArray(values) || String(description).includes('`')) return null;
  const shown = (values as readonly (string | number | null)[]).filter((value) => value !== null);
  const longest = 12;
  const listed = shown.slice(0, longest).map((value, index) => html`${index > 0 && ', '}<code>${value}</code>`);
  return html`<p>One of ${listed}${shown.length > longest && html`, … (<a href="#codes">all codes</a>)`}</p>`;
}

function writeMember(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const { description } = schema;
  return html`<li>
    <p class="name">
      <code>${name}</code> <span class="type">${describeType(schema)}${isRequired && ', required'}</span>
    </p>
    ${typeof description === 'string' && html`<p>${inline(description)}.</p>`} ${listValues(schema)}
  </li>`;
}

/** Renders the members of an object. Responses have every member, so "required" is not shown for them. */
export function writeMembers(schema: JsonSchema): Html {
  const { properties, required, additionalProperties } = schema;
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  if (members.length === 0) return html`<p>It has no members of its own.</p>`;
  const mandatory = additionalProperties === false ? [] : ((required ?? []) as readonly string[]);
  return html`<ul class="members">
    ${members.map(([name, member]) => writeMember(name, member, mandatory.includes(name)))}
  </ul>`;
}

/** Renders a heading with a link to itself, on one line, as the search of the documentation site reads headings. */
export function writeTitle(id: string, title: Html): Html {
  const link = html`<a class="header-anchor" href="#${id}" aria-label="Link to this section"></a>`;
  return html`<h3 id="${id}">${title} ${link}</h3>`;
}
