/**
 * Renders the call of an operation: a curl command to copy, and a form that sends the call. The page's script shows the form
 * and fills the command (src/pages/florin-reference.ts); without it the command has the values of the example.
 */
import { escapeInQuotes } from '../../core/quote-for-shell.js';
import type { JsonSchema } from '../../wire/rest/json-schema.js';
import { DEMO_MERCHANT } from '../merchant.js';
import { html, type Html } from '../pages/html.js';
import { EXAMPLE_VALUES } from './examples.js';
import { FORM_TYPE, JSON_TYPE } from './media-types.js';

export interface ShownOperation {
  readonly verb: string;
  readonly path: string;
  /** Path of the version below the sandbox's root; empty for a path at the root. */
  readonly base: string;
  readonly operation: JsonSchema;
}

/** A parameter of the path or the query. */
export interface Parameter {
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
/** Bodies by media type. */
export type Content = Readonly<Record<string, Media>>;

/** Members of answers whose values later calls take. */
const TAKEN: Readonly<Record<string, string>> = {
  [EXAMPLE_VALUES.authKey]: 'AuthKey',
  [EXAMPLE_VALUES.resultKey]: 'ResultKey',
  [EXAMPLE_VALUES.txnNumber]: 'TxnNumber',
  [EXAMPLE_VALUES.dvToken]: 'DVToken',
};

export function parametersOf({ operation }: ShownOperation): readonly Parameter[] {
  return (operation['parameters'] ?? []) as readonly Parameter[];
}

export function bodyOf({ operation }: ShownOperation): Content {
  return (operation['requestBody'] as { readonly content: Content } | undefined)?.content ?? {};
}

/** True when the shop's server makes the call. */
export function isServerCall({ operation }: ShownOperation): boolean {
  return (operation['security'] as readonly unknown[]).length > 0;
}

/** An AuthKey for the pages, whose queries have no example. */
const valueOf = ({ example }: Parameter): string => example ?? EXAMPLE_VALUES.authKey;

interface ExampleBody {
  readonly type: string;
  /** As a person edits it: JSON, or a field in each line. */
  readonly text: string;
  readonly sent: string;
}

function exampleBody(shown: ShownOperation): ExampleBody | undefined {
  const { [JSON_TYPE]: json, [FORM_TYPE]: form } = bodyOf(shown);
  if (json) {
    const text = JSON.stringify(json.example, null, 2);
    return { type: JSON_TYPE, text, sent: text };
  }
  const fields = new URLSearchParams((form?.example ?? {}) as Record<string, string>);
  const lines = [...fields].map(([name, value]) => `${name}=${value}`);
  return form && { type: FORM_TYPE, text: lines.join('\n'), sent: fields.toString() };
}

/** A part of the command that the script replaces. */
const part = (name: string, text: string): Html => html`<span data-part="${name}">${text}</span>`;

function writeAddress(shown: ShownOperation, root: string): Html {
  const { base, path } = shown;
  const parameters = parametersOf(shown);
  const pieces = path.split(/(\{\w+\})/).map((piece) => {
    const parameter = parameters.find(({ name }) => piece === `{${name}}`);
    return parameter ? part(parameter.name, valueOf(parameter)) : html`${piece}`;
  });
  const search = parameters.filter((each) => each.in === 'query');
  const query = search.map(
    (each, index) => html`${index > 0 ? '&' : '?'}${each.name}=${part(each.name, valueOf(each))}`,
  );
  return html`${root}${base}${pieces}${query}`;
}

function writeCurl(shown: ShownOperation, root: string): Html {
  const { number, users } = DEMO_MERCHANT;
  const [user] = users;
  const isPlain = shown.verb === 'GET' || shown.verb === 'POST';
  const lines: Html[] = [html`curl -s ${!isPlain && `-X ${shown.verb} `}'${writeAddress(shown, root)}'`];
  if (isServerCall(shown)) {
    const triple = part('credentials', `${user?.username}|${number}:${user?.password}`);
    lines.push(html`-H "Authorization: $(printf %s '${triple}' | base64)"`);
  }
  const body = exampleBody(shown);
  if (body?.type === JSON_TYPE) lines.push(html`-H 'Content-Type: application/json'`);
  if (body) lines.push(html`-d '${part('body', escapeInQuotes(body.sent))}'`);
  else if (shown.verb === 'POST') lines.push(html`-X POST`);
  return html`${lines.map((line, index) => html`${index > 0 && ' \\\n  '}${line}`)}`;
}

function writeInput(parameter: Parameter): Html {
  const value = valueOf(parameter);
  return html`<label
    ><span>${parameter.name}</span>
    <input
      name="${parameter.name}"
      value="${value}"
      data-takes="${TAKEN[value] ?? ''}"
      spellcheck="false"
      autocomplete="off"
    />
  </label>`;
}

function writeBodyInput({ type, text }: ExampleBody): Html {
  const name = type === JSON_TYPE ? 'Body, JSON' : 'Body, one field in each line';
  const rows = Math.min(24, Math.max(3, text.split('\n').length));
  return html`<label
    ><span>${name}</span
    ><textarea name="body" rows="${rows}" spellcheck="false" autocomplete="off" data-type="${type}">${text}</textarea>
  </label>`;
}

/** The forms of the service's pages have no call to try: the pages send them. */
function canTry({ verb, operation }: ShownOperation): boolean {
  return !operation['x-florin-page'] || verb === 'GET';
}

/**
 * Renders the call.
 *
 * @param root address of the sandbox in the command, without a slash at its end
 */
export function writeCall(shown: ShownOperation, root: string): Html {
  const { verb, base, path, operation } = shown;
  const isPage = Boolean(operation['x-florin-page']);
  const body = exampleBody(shown);
  const title = String(operation['summary']);
  return html`<form
    class="call"
    data-verb="${verb}"
    data-path="${base}${path}"
    data-caller="${isServerCall(shown) ? 'server' : 'browser'}"
    data-opens="${isPage ? 'page' : ''}"
  >
    ${canTry(shown) && html`${parametersOf(shown).map(writeInput)}${body && writeBodyInput(body)}`}
    <pre><code>${writeCurl(shown, root)}</code></pre>
    <p class="buttons">
      ${
        canTry(shown) &&
        html`<button class="send" aria-label="${isPage ? 'Open' : 'Send'}: ${title}">
          ${isPage ? 'Open' : 'Send'}
        </button>`
      }
      <button type="button" class="copy" aria-label="Copy: ${title}">Copy</button>
    </p>
    <p class="status" role="status"></p>
    <div class="answer"></div>
  </form>`;
}

/** Renders the credentials that calls of a server are sent with. */
export function writeCredentials(): Html {
  const { number, users } = DEMO_MERCHANT;
  const [user] = users;
  const input = (name: string, label: string, value: string): Html =>
    html`<label
      ><span>${label}</span> <input name="${name}" value="${value}" spellcheck="false" autocomplete="off" />
    </label>`;
  return html`<form class="credentials" aria-label="Credentials">
    ${input('username', 'User', user?.username ?? '')} ${input('merchant', 'Merchant number', number)}
    ${input('password', 'Password', user?.password ?? '')}
  </form>`;
}
