/** The page at `/`: whether the service is up, and where everything is. Plain HTML without a script. */
import { SOAP_PATH } from '../soap/soap-path.js';
import { cspHash } from './csp-hash.js';
import { CLOSED_POLICY, documentAnswer, inlineStyle, NOT_FRAMED, writeDocument } from './document.js';
import { html, type Html } from './html.js';
import { TEST_CARDS_PAGE } from './test-cards-page.js';

const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2024, #edeef0);
  --soft: light-dark(#60646c, #b0b4ba);
  --accent: light-dark(#0b68cb, #70b8ff);
  --good: light-dark(#18794e, #3dd68c);
  --bad: light-dark(#b42318, #ff9592);
  --ground: light-dark(#f6f7f9, #111113);
  --paper: light-dark(#fff, #18191b);
  --rule: light-dark(#e2e4e9, #2e3135);
}
*, ::before { box-sizing: border-box; }
body { background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; margin: 0; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
main { margin: 0 auto; max-inline-size: 960px; padding: clamp(28px, 6vw, 72px) 20px; }
h1 { font-size: clamp(1.75rem, 5vw, 2.5rem); letter-spacing: -.02em; line-height: 1.15; margin: 0 0 12px; text-wrap: balance; }
.lead { color: var(--soft); font-size: 1.125rem; margin: 0 0 20px; max-inline-size: 56ch; }
.state { align-items: center; background: var(--paper); border: 1px solid var(--rule); border-radius: 99px; display: inline-flex; font-weight: 500; gap: 10px; margin: 0 0 32px; padding: 6px 16px 6px 12px; }
.state svg { flex: none; }
.up svg { color: var(--good); }
.down svg { color: var(--bad); }
ul { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr)); list-style: none; margin: 0; padding: 0; }
li { background: var(--paper); border: 1px solid var(--rule); border-radius: 14px; display: flex; flex-direction: column; padding: 20px; position: relative; }
li:hover { border-color: var(--accent); }
li a { color: var(--accent); font-size: 1.125rem; font-weight: 600; text-decoration: none; }
li a::after { content: ""; inset: 0; position: absolute; }
li:has(a:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
li a:focus-visible { outline: 0; }
li p { color: var(--soft); margin: 4px 0 0; }
li.first { grid-column: 1 / -1; }
li.first a { font-size: 1.375rem; }
footer { color: var(--soft); font-size: .875rem; margin-block-start: 32px; }
footer a { color: inherit; }
code { font: .9em ui-monospace, SFMono-Regular, Menlo, monospace; }
`;

interface HomeLink {
  readonly href: string;
  readonly title: string;
  readonly description: string;
}

const LINKS: readonly HomeLink[] = [
  {
    href: '/backoffice',
    title: 'Back office',
    description:
      'See every transaction as it happens, refund and capture, add API users, and control the service: faults, answers of the bank, the clock.',
  },
  { href: '/openapi/v3', title: 'REST reference', description: 'Versions 2 and 3, with calls to send and to copy.' },
  { href: SOAP_PATH, title: 'SOAP help', description: 'Version 1.4.4: each operation, and the WSDL.' },
  { href: TEST_CARDS_PAGE, title: 'Test cards', description: 'The cards that this service accepts.' },
  {
    href: '/backoffice/scenarios',
    title: 'Scenarios',
    description: 'Late, broken or declined answers. For administrators.',
  },
];

const UP = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true">
  <circle cx="8" cy="8" r="8" fill="currentColor" />
  <path d="m4.5 8.2 2.4 2.4 4.6-5" stroke="Canvas" stroke-width="1.8" />
</svg>`;
const DOWN = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true">
  <path d="M8 0 16 15H0z" fill="currentColor" />
  <path d="M8 5v5m0 1.5V13" stroke="Canvas" stroke-width="1.8" />
</svg>`;

function writeLink({ href, title, description }: HomeLink, index: number): Html {
  return html`<li class="${index === 0 ? 'first' : 'other'}">
    <a href=".${href}">${title}</a>
    <p>${description}</p>
  </li>`;
}

/** Creates the response. @param isUp false when the database does not answer */
export async function homePage(isUp: boolean): Promise<Response> {
  const document = writeDocument({
    title: 'Florin sandbox',
    head: inlineStyle(STYLE),
    body: html`<main>
      <h1>Florin sandbox</h1>
      <p class="lead">A simulated payment service for tests. No bank is asked and no money moves.</p>
      <p class="state ${isUp ? 'up' : 'down'}">
        ${isUp ? UP : DOWN} ${isUp ? 'The service is up' : 'The database does not answer'}
      </p>
      <ul>
        ${LINKS.map(writeLink)}
      </ul>
      <footer>
        REST at <code>/webapi/v3</code> and <code>/webapi/v2</code>, SOAP at <code>${SOAP_PATH}</code>, health check at
        <a href="./health">/health</a>.
      </footer>
    </main>`,
  });
  const policy = [...CLOSED_POLICY, `style-src '${await cspHash(STYLE)}'`];
  return documentAnswer(document, policy, { status: isUp ? 200 : 503, headers: { Vary: 'Accept', ...NOT_FRAMED } });
}
