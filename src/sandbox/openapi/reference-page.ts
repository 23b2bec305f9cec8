/**
 * Renders the OpenAPI document as a page without external resources. It is complete without its script, which sends calls and
 * finds operations. The documentation site shows the same `<main>`: docs/decisions/0024-documentation-site.md.
 */
import { API_CODES, RESPONSE_TEXTS } from '../../wire/codes.js';
import type { JsonSchema } from '../../wire/rest/json-schema.js';
import { html, type Html } from '../pages/html.js';
import type { Version } from '../auth-key.js';
import { TEST_CARDS } from '../bank/test-cards.js';
import { writeCredentials, type ShownOperation } from './reference-call.js';
import { inline, writeMembers, writeTitle } from './reference-members.js';
import { anchorOf, tableName, writeOperation } from './reference-operation.js';

const VERBS = ['get', 'post', 'put', 'delete'];

interface Shown {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, JsonSchema>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly responses: JsonSchema };
}

/** Compares operations in the order of the endpoint table: T2 before T10. */
function byTable(a: ShownOperation, b: ShownOperation): number {
  return tableName(a).localeCompare(tableName(b), 'en', { numeric: true });
}

function operationsIn(document: Shown, publicPath: string): readonly ShownOperation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) => {
    const own = item['servers'] as Shown['servers'] | undefined;
    const base = (own ?? document.servers)[0]?.url.slice(publicPath.length).replace(/\/$/, '') ?? '';
    return VERBS.filter((verb) => verb in item).map((verb) => ({
      verb: verb.toUpperCase(),
      path,
      base,
      operation: item[verb] as JsonSchema,
    }));
  });
  return operations.sort(byTable);
}

function isTagged(name: string): (shown: ShownOperation) => boolean {
  return ({ operation }) => (operation['tags'] as readonly string[]).includes(name);
}

function writeContents(document: Shown, operations: readonly ShownOperation[]): Html {
  const groups = document.tags.map(({ name }) => {
    const links = operations.filter(isTagged(name)).map(
      (shown) =>
        html`<li data-words="${shown.verb} ${shown.base}${shown.path}">
          <a href="#${anchorOf(shown)}"><small>${tableName(shown)}</small> ${String(shown.operation['summary'])}</a>
        </li>`,
    );
    return html`<h2>${name}</h2>
      <ul>
        ${links}
      </ul>`;
  });
  return html`<nav aria-label="Contents">
    <label class="find" hidden><span>Find an operation</span><input type="search" /></label>
    ${groups}
    <h2>More</h2>
    <ul>
      <li><a href="#codes">Codes</a></li>
      <li><a href="#objects">Objects</a></li>
    </ul>
  </nav>`;
}

function writeCodes(title: string, id: string, table: object): Html {
  const rows = Object.entries(table).map(
    ([code, text]) =>
      html`<tr>
        <td><code>${code}</code></td>
        <td>${String(text)}</td>
      </tr>`,
  );
  return html`${writeTitle(id, html`${title}`)}
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Text</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function writeObjects({ components }: Shown): readonly Html[] {
  return Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<section class="object" aria-labelledby="object-${name}">
        ${writeTitle(`object-${name}`, html`${name}`)} ${writeMembers(schema)}
      </section>`,
  );
}

function writeVersions(current: Version, path: string): readonly Html[] {
  return (['v3', 'v2'] as const).map((version) =>
    version === current
      ? html`<a href="${path}/openapi/${version}" aria-current="page">Version ${version.slice(1)}</a>`
      : html`<a href="${path}/openapi/${version}">Version ${version.slice(1)}</a>`,
  );
}

/** Where the reader sees the page. */
export interface ReferencePlace {
  /** Origin of the sandbox, for the calls to copy. */
  readonly origin: string;
  /** `publicPath` of the settings. */
  readonly path: string;
  /** Paths of the style sheets, below `path`. */
  readonly styles: readonly string[];
  /** Path of the script, below `path`. Without it the calls are to copy only. */
  readonly script?: string | undefined;
}

/**
 * Writes the page.
 *
 * @param document result of `createOpenApi`
 */
export function writeReferencePage(
  document: JsonSchema,
  version: Version,
  { origin, path, styles, script }: ReferencePlace,
): string {
  const shown = document as unknown as Shown;
  const operations = operationsIn(shown, path);
  const introduction = shown.info.description.split('\n\n').filter((text) => !text.startsWith('|'));
  const groups = shown.tags.map(
    ({ name, description }) =>
      html`<section aria-labelledby="tag-${name}">
        <h2 id="tag-${name}">${name}</h2>
        <p>${description}</p>
        ${operations.filter(isTagged(name)).map((each) => writeOperation(each, origin + path, shown.components.responses))}
      </section>`,
  );
  const { markup } = html`<html lang="en-AU">
    <head>
      <meta charset="utf-8" />
      <title>${shown.info.title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="icon" href="data:," />
      ${styles.map((style) => html`<link rel="stylesheet" href="${path + style}" />`)}
      ${script !== undefined && html`<script type="module" src="${path + script}"></script>`}
      <link rel="alternate" type="application/json" href="${path}/openapi/${version}.json" />
    </head>
    <body>
      <a class="skip" href="#content">Skip to the operations</a>
      <header>
        <p class="mark">Florin sandbox</p>
        <nav class="versions" aria-label="Versions">${writeVersions(version, path)}</nav>
        <p><a href="${path}/openapi/${version}.json">OpenAPI 3.1 document</a></p>
      </header>
      <div class="columns">
        ${writeContents(shown, operations)}
        <main
          id="content"
          class="reference"
          data-service="${path}"
          data-test-cards="${TEST_CARDS.map(({ pan }) => pan).join(' ')}"
        >
          <h1>${shown.info.title}</h1>
          ${writeCredentials()} ${introduction.map((text) => html`<p>${inline(text)}</p>`)} ${groups}
          <section aria-labelledby="codes">
            <h2 id="codes">Codes</h2>
            ${writeCodes('APIResponse.ResponseCode: whether the call worked', 'api-codes', API_CODES)}
            ${writeCodes('TxnResp.ResponseCode: whether it was paid', 'response-codes', RESPONSE_TEXTS)}
          </section>
          <section aria-labelledby="objects">
            <h2 id="objects">Objects</h2>
            <p>In answers every member is there, null when it is empty. In requests null equals absent.</p>
            ${writeObjects(shown)}
          </section>
        </main>
      </div>
    </body>
  </html>`;
  return `<!doctype html>\n${markup}\n`;
}
