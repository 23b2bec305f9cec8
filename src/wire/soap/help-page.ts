/** The help pages of the service: its operations, and sample messages of each. docs/wire/soap.md section 5. */
import { escapeAttribute, escapeText } from './escape-xml.js';
import { SOAP_NAMESPACES, type SoapNamespaces, type SoapVersion } from './namespaces.js';
import { OPERATION_NAMES, type OperationName } from './operations.js';
import { writeSampleMessages } from './sample-messages.js';

const STYLES = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.125rem; margin-block: 2rem 0.5rem; }
ul { columns: 18rem; padding-left: 1.25rem; }
li { padding-block: 0.25rem; }
pre { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 0.5rem; overflow: auto; padding: 1rem; }
pre, code { font: 0.875rem/1.5 ui-monospace, monospace; }
`;

function page(title: string, content: string): string {
  const head =
    '<meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />' +
    `<title>${escapeText(title)}</title><style>${STYLES}</style>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body><main>${content}</main></body></html>\n`;
}

/** Writes the list of operations; `path` is that of the service. */
export function writeOperationsPage(path: string): string {
  const own = escapeAttribute(path);
  const items = OPERATION_NAMES.toSorted().map((name) => `<li><a href="${own}?op=${name}">${name}</a></li>`);
  const intro = `<p>The following operations are supported. For a formal definition, see the <a href="${own}?WSDL">service description</a>.</p>`;
  return page('Service_1_4_4', `<h1>Service_1_4_4</h1>${intro}<ul>${items.join('')}</ul>`);
}

const LONGEST_NAME = 100;

/** Writes the page of a name that no operation has. */
export function writeUnknownOperationPage(name: string, path: string): string {
  const back = `<p><a href="${escapeAttribute(path)}">All operations</a></p>`;
  const text = `Method '${name.slice(0, LONGEST_NAME)}' was not found in service Service_1_4_4.`;
  return page('Service_1_4_4', `${back}<h1>Service_1_4_4</h1><p>${escapeText(text)}</p>`);
}

/** Writes the sample messages of an operation in both versions; `url` is the requested address. */
export function writeOperationPage(
  operation: OperationName,
  url: URL,
  namespaces: SoapNamespaces = SOAP_NAMESPACES,
): string {
  const address = { host: url.host, path: url.pathname };
  const sample = (version: SoapVersion) => {
    const { request, response } = writeSampleMessages(operation, version, address, namespaces);
    // A scrollable region must be focusable and then needs a name (WCAG 2.1.1, 4.1.2).
    const block = (name: string, text: string) =>
      `<pre tabindex="0" role="region" aria-label="${name}, SOAP ${version}"><code>${escapeText(text)}</code></pre>`;
    return `<h2>SOAP ${version}</h2>${block('Request', request)}${block('Answer', response)}`;
  };
  const back = `<p><a href="${escapeAttribute(url.pathname)}">All operations</a></p>`;
  const note = '<p>Names of types stand where values go.</p>';
  return page(`${operation} - Service_1_4_4`, `${back}<h1>${operation}</h1>${note}${sample('1.1')}${sample('1.2')}`);
}
