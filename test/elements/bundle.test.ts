/** The built script tag in a merchant's page: under a strict policy, and included more than once. */
import { expect, waitUntil } from '@open-wc/testing';

// By name: in a `srcdoc` page, Firefox does not match 'self'.
const POLICY = `default-src 'none'; script-src ${location.origin}; style-src ${location.origin}; connect-src *; require-trusted-types-for 'script'; trusted-types lit-html`;
const TAGS = ['checkout', 'card-fields', 'card-number', 'card-expiry', 'card-cvn', 'card-name'];

interface Page {
  readonly window: Window & typeof globalThis;
  readonly document: Document;
  readonly violations: string[];
}

async function openPage(scripts: readonly string[], body: string, policy = ''): Promise<Page> {
  const frame = document.createElement('iframe');
  frame.style.width = '420px';
  frame.style.height = '700px';
  const meta = policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const tags = scripts.map((src) => `<script type="module" src="${src}"></script>`).join('');
  frame.srcdoc = `<!doctype html><html lang="en-AU"><head><title>Shop</title>${meta}</head><body>${body}${tags}</body></html>`;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  const window = frame.contentWindow as Window & typeof globalThis;
  const page = { window, document: window.document, violations: [] as string[] };
  // Includes violations before the listener was added.
  const { ReportingObserver } = page.window;
  new ReportingObserver((reports) => page.violations.push(...reports.map((report) => JSON.stringify(report.body))), {
    types: ['csp-violation'],
    buffered: true,
  }).observe();
  return page;
}

const isRegistered = ({ window }: Page) => TAGS.every((tag) => window.customElements.get(`florin-${tag}`));

describe('the script tag', () => {
  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

  it('registers the checkout and the card fields in an empty page', async () => {
    const page = await openPage(['/dist/browser/florin.js'], '');
    await waitUntil(() => isRegistered(page), 'all tags', { timeout: 15_000 });
  });

  it('loads the code of a tag when the tag is in the page, at first or later', async () => {
    const page = await openPage(['/dist/browser/florin.js'], '<florin-receipt></florin-receipt>');
    const has = (tag: string) => Boolean(page.window.customElements.get(tag));
    await waitUntil(() => isRegistered(page) && has('florin-receipt'), 'the receipt', { timeout: 15_000 });
    expect(has('florin-amount')).to.be.false;
    page.document.body.append(page.document.createElement('florin-amount'));
    await waitUntil(() => has('florin-amount'), 'the amount', { timeout: 15_000 });
  });

  it('works without inline styles, without eval and with trusted types', async () => {
    const page = await openPage(
      ['/dist/browser/florin.js'],
      '<florin-checkout signer-url="/pay" order="19900-csp"></florin-checkout>',
      POLICY,
    );
    await waitUntil(() => isRegistered(page), 'all tags', { timeout: 15_000 });
    const checkout = page.document.querySelector('florin-checkout');
    await checkout?.pay();
    await checkout?.updateComplete;
    expect(checkout?.shadowRoot?.textContent).to.contain('Enter the card number');
    expect(page.violations).to.deep.equal([]);
  });

  it('is one script, whatever its query', async () => {
    const page = await openPage(
      ['/dist/browser/florin.js?ver=1', '/dist/browser/florin.js'],
      `<florin-checkout signer-url="/pay" order="19900-twice">
        <florin-card-fields slot="fields"></florin-card-fields>
      </florin-checkout>`,
    );
    await waitUntil(() => isRegistered(page), 'all tags', { timeout: 15_000 });
    const checkout = page.document.querySelector('florin-checkout');
    const fields = page.document.querySelector('florin-card-fields');
    await fields?.updateComplete;
    await checkout?.pay();
    await fields?.updateComplete;
    expect(fields?.shadowRoot?.textContent).to.contain('Enter the card number');
  });
});
