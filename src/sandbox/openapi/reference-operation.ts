/** Renders one operation of the reference page: description, parameters, a call to copy, and responses. */
import type { JsonSchema } from '../../wire/rest/json-schema.js';
import { DEMO_MERCHANT } from '../merchant.js';
import { html, type Html } from '../pages/html.js';
import { describeType, inline, nameIn, writeMembers } from './reference-members.js';

/** An operation of the document. */
export interface ShownOperation {
  readonly verb: string;
  readonly path: string;
  /** Base URL. */
  readonly base: string;
  readonly operation: JsonSchema;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}
interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
type Content = Readonly<Record<string, Media>>;
interface Response {
  readonly description?: string;
  readonly content?: Content;
  readonly $ref?: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Anchor of an operation: its first id in the endpoint table. */
export function anchorOf({ operation }: ShownOperation): string {
  return String(operation['operationId']);
}

/** The ids in the endpoint table, such as "T1" or "T5, T6". */
export function tableName({ operation }: ShownOperation): string {
  return String(operation['x-florin-name']);
}

function parametersOf({ operation }: ShownOperation): readonly Parameter[] {
  return (operation['parameters'] ?? []) as readonly Parameter[];
}

function bodyOf({ operation }: ShownOperation): Content {
  return (operation['requestBody'] as { readonly content: Content } | undefined)?.content ?? {};
}

function isServerCall({ operation }: ShownOperation): boolean {
  return (operation['security'] as readonly unknown[]).length > 0;
}

/** Quotes a string for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function curlAddress(shown: ShownOperation, origin: string): string {
  const { base, path, verb } = shown;
  const search: string[] = [];
  let filled = path;
  for (const { name, in: place, example } of parametersOf(shown)) {
    if (place === 'query') search.push(`${name}=${example ?? '3fa85f64-5717-4562-b3fc-2c963f66afa6'}`);
    else filled = filled.replace(`{${name}}`, example ?? name);
  }
  const address = `${origin}${base}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
  const isPlain = verb === 'GET' || verb === 'POST';
  const method = isPlain ? '' : `-X ${verb} `;
  return `curl -s ${method}${quote(address)}`;
}

/** A curl command that works on this sandbox, with the demo merchant's credentials. */
export function writeCurl(shown: ShownOperation, origin: string): string {
  const { number, users } = DEMO_MERCHANT;
  const [user] = users;
  const triple = `${user?.username ?? ''}|${number}:${user?.password ?? ''}`;
  const { [JSON_TYPE]: json, [FORM_TYPE]: form } = bodyOf(shown);
  const lines = [curlAddress(shown, origin)];
  if (isServerCall(shown)) lines.push(`-H "Authorization: $(printf %s ${quote(triple)} | base64)"`);
  if (json) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(json.example, null, 2))}`);
  } else if (form) {
    const fields = Object.entries((form.example ?? {}) as Record<string, string>);
    lines.push(...fields.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`));
    if (fields.length === 0) lines.push("-d ''");
  } else if (shown.verb === 'POST') lines.push('-X POST');
  return lines.join(' \\\n  ');
}

function writeParameters(shown: ShownOperation): Html | null {
  const parameters = parametersOf(shown);
  if (parameters.length === 0) return null;
  const rows = parameters.map(
    ({ name, in: place, description, schema }) =>
      html`<li>
        <p class="name"><code>${name}</code> <span class="type">${describeType(schema)}, in the ${place}</span></p>
        <p>${inline(description)}</p>
      </li>`,
  );
  return html`<h4>Parameters</h4>
    <ul class="members">
      ${rows}
    </ul>`;
}

function writeBody(shown: ShownOperation): Html | null {
  const { [JSON_TYPE]: json, [FORM_TYPE]: form } = bodyOf(shown);
  if (!json && !form) return null;
  const fields = form && Object.keys(form.schema['properties'] ?? {}).length > 0;
  return html`<h4>Request</h4>
    ${json && html`<p>JSON: ${describeType(json.schema)}</p>`}
    ${
      fields &&
      html`<details>
        <summary>${json ? 'Or a form' : 'A form'}: its fields</summary>
        ${writeMembers(form.schema)}
      </details>`
    }`;
}

function writeResponse(status: string, response: Response, shared: JsonSchema): Html {
  const { description, content = {} } = response.$ref ? (shared[nameIn(response.$ref)] as Response) : response;
  const kinds = Object.entries(content).map(
    ([type, { schema }], index) =>
      html`${index > 0 && ', or '}<code>${type}</code>${schema['$ref'] !== undefined && html` ${describeType(schema)}`}`,
  );
  return html`<li>
    <p class="name"><code>${status}</code> <span class="type">${kinds}</span></p>
    <p>${inline(description ?? '')}</p>
  </li>`;
}

function writeExample({ operation }: ShownOperation): Html | null {
  const responses = operation['responses'] as Readonly<Record<string, Response>>;
  const example = responses['200']?.content?.[JSON_TYPE]?.example;
  if (example === undefined) return null;
  return html`<details>
    <summary>Example of an answer</summary>
    <pre><code>${JSON.stringify(example, null, 2)}</code></pre>
  </details>`;
}

/** Renders the operation as an article with an anchor. */
export function writeOperation(shown: ShownOperation, origin: string, shared: JsonSchema): Html {
  const { verb, path, base, operation } = shown;
  const responses = Object.entries(operation['responses'] as Readonly<Record<string, Response>>);
  const id = anchorOf(shown);
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title"><a href="#${id}">${String(operation['summary'])}</a> <small>${tableName(shown)}</small></h3>
    <p class="address"><span class="verb ${verb.toLowerCase()}">${verb}</span> <code>${base}${path}</code></p>
    <p>${inline(String(operation['description']))}</p>
    <p class="quiet">
      ${
        isServerCall(shown)
          ? html`Called by the shop's server, with an <code>Authorization</code> header.`
          : 'Called by a browser, without credentials: the key is enough.'
      }
    </p>
    ${writeParameters(shown)} ${writeBody(shown)}
    <h4>Call</h4>
    <pre><code>${writeCurl(shown, origin)}</code></pre>
    <h4>Answers</h4>
    <ul class="members">
      ${responses.map(([status, response]) => writeResponse(status, response, shared))}
    </ul>
    ${writeExample(shown)}
  </article>`;
}
