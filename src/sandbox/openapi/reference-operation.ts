/** Renders one operation of the reference page: description, parameters, a call to send or to copy, and responses. */
import type { JsonSchema } from '../../wire/rest/json-schema.js';
import { html, type Html } from '../pages/html.js';
import { FORM_TYPE, JSON_TYPE } from './media-types.js';
import { bodyOf, isServerCall, parametersOf, writeCall, type Content, type ShownOperation } from './reference-call.js';
import { describeType, inline, nameIn, writeMembers, writeTitle } from './reference-members.js';

interface Response {
  readonly description?: string;
  readonly content?: Content;
  readonly $ref?: string;
}

/** Anchor of an operation: its first id in the endpoint table. */
export function anchorOf({ operation }: ShownOperation): string {
  return String(operation['operationId']);
}

/** The ids in the endpoint table, such as "T1" or "T5, T6". */
export function tableName({ operation }: ShownOperation): string {
  return String(operation['x-florin-name']);
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

/**
 * Renders the operation as an article with an anchor.
 *
 * @param root address of the sandbox in the command, without a slash at its end
 */
export function writeOperation(shown: ShownOperation, root: string, shared: JsonSchema): Html {
  const { verb, path, base, operation } = shown;
  const responses = Object.entries(operation['responses'] as Readonly<Record<string, Response>>);
  const id = anchorOf(shown);
  return html`<article aria-labelledby="${id}">
    ${writeTitle(id, html`${String(operation['summary'])} <small>${tableName(shown)}</small>`)}
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
    ${writeCall(shown, root)}
    <h4>Answers</h4>
    <ul class="members">
      ${responses.map(([status, response]) => writeResponse(status, response, shared))}
    </ul>
    ${writeExample(shown)}
  </article>`;
}
