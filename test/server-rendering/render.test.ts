/** `@lit-labs/ssr` renders every tag in Node, where there is no document: docs/decisions/0023-server-rendering.md. */
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html, type TemplateResult } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../src/elements/define.js';
import { useMessages } from '../../src/elements/custom-messages.js';

const TAGS = readdirSync('src/elements').filter((name) => name.startsWith('florin-'));

/** Counts an element's requests to the signer. */
let requests = 0;
const signer = createServer((_, response) => {
  requests += 1;
  response.end();
});
let signerUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => signer.listen(0, '127.0.0.1', resolve));
  signerUrl = `http://127.0.0.1:${(signer.address() as AddressInfo).port}/pay`;
});
afterAll(() => void signer.close());

const write = async (template: TemplateResult) => await collectResult(render(template));
const shadowOf = (text: string) =>
  /<template shadowroot="open" shadowrootmode="open".*?>(.*)<\/template>/s.exec(text)?.[1];
const inputsOf = (text: string) => text.match(/<input[^>]*>/g) ?? [];
const labelsOf = (text: string) => [...text.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].map(([, label]) => textOf(label));
const textOf = (markup = '') =>
  markup
    .replace(/<!--.*?-->|<[^>]*>/gs, '')
    .replace(/\s+/g, ' ')
    .trim();

describe('every tag on a server', () => {
  it.each(TAGS)('<%s> is rendered to a declarative shadow root', async (tag) => {
    expect(customElements.get(tag), `${tag} is not registered by florin/elements/define`).toBeDefined();
    const name = unsafeStatic(tag);
    const text = await write(
      staticHtml`<${name} signer-url=${signerUrl} order="1042" amount="19900" crn1-label="Invoice"></${name}>`,
    );
    const shadow = shadowOf(text);
    expect(shadow).toContain('class="florin"');
    // A strict Content-Security-Policy allows one style element by its hash, and nothing inline.
    expect(shadow?.match(/<style/g)).toHaveLength(1);
    expect(shadow?.startsWith('<style>')).toBe(true);
    expect(shadow).not.toMatch(/ style=| on[a-z]+=|<script/);
    // No value and no choice.
    for (const input of inputsOf(text)) expect(input).not.toMatch(/ checked| value="[^"]/);
    expect('document' in globalThis).toBe(false);
  });

  it('sends no request to the signer', async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(requests).toBe(0);
  });
});

describe('the checkout on a server', () => {
  it('has the fields of the card, with their labels, and the button', async () => {
    const text = await write(html`<florin-checkout signer-url="/pay" order="1042"></florin-checkout>`);
    expect(labelsOf(text)).toEqual(['Card number', 'Expiry date', 'Security code', 'Name on card']);
    expect(inputsOf(text)).toHaveLength(4);
    expect(textOf(/<button.*<\/button>/s.exec(text)?.[0])).toBe('Pay');
    expect(text).not.toContain('waiting"');
  });

  it('has a form that sends nothing without script', async () => {
    const text = await write(html`<florin-checkout signer-url="/pay" order="1042"></florin-checkout>`);
    expect(text.match(/<form[^>]*>/g)).toEqual([expect.stringMatching(/ method="dialog"/)]);
    expect(text).not.toMatch(/ action=| formaction=| formmethod=/);
  });

  it('supports no-name and accepted-brands', async () => {
    const text = await write(
      html`<florin-checkout order="1042" no-name accepted-brands="visa amex"></florin-checkout>`,
    );
    expect(labelsOf(text)).toEqual(['Card number', 'Expiry date', 'Security code']);
    expect(text).toContain('aria-label="Accepted: Visa and American Express"');
  });

  it.each([
    ['isolation', 'frame'],
    ['method', 'webform'],
    ['method', 'iframe'],
    ['method', 'redirect'],
    ['purpose', 'save-card'],
    ['purpose', 'update-bank-account'],
  ])('with %s="%s" draws no fields, and shows what the page has put there', async (name, value) => {
    const text = await write(
      name === 'isolation'
        ? html`<florin-checkout isolation=${value}></florin-checkout>`
        : name === 'method'
          ? html`<florin-checkout method=${value}></florin-checkout>`
          : html`<florin-checkout purpose=${value}></florin-checkout>`,
    );
    expect(text).toContain('<slot name="frame"></slot><slot name="form"></slot>');
    expect(text).not.toMatch(/<form|<input|<button/);
  });
});

describe('texts on a server', () => {
  it('are English in every language of the page', async () => {
    const text = await write(html`<florin-checkout order="1042" locale="de"></florin-checkout>`);
    expect(labelsOf(text)[0]).toBe('Card number');
  });

  it('format amounts for the element’s English locale', async () => {
    const text = await write(html`<florin-amount amount="19900" locale="en-AU"></florin-amount>`);
    expect(textOf(shadowOf(text)?.replace(/<style>.*<\/style>/s, ''))).toBe('Total $199.00');
  });

  it('are Florin’s own for every request, whatever another request has loaded', async () => {
    await useMessages('en', { pay: { pay: 'Donate {0}|Donate' } });
    const text = await write(html`<florin-checkout order="1042"></florin-checkout>`);
    expect(textOf(/<button.*<\/button>/s.exec(text)?.[0])).toBe('Pay');
  });
});

describe('a receipt on a server', () => {
  const receipt = {
    receiptNumber: '4021',
    outcome: 'approved',
    amount: { minor: 19900, currency: 'AUD' },
    merchantName: 'Example',
    order: '1042',
    references: [],
    processedAt: '2026-03-01T01:00:00Z',
    card: undefined,
    txnNumber: '1',
    authoriseId: '',
    responseText: 'Approved',
    isTest: false,
  };
  const write1 = (more: object) =>
    write(html`<florin-receipt .result=${{ status: 'approved', receipt: { ...receipt, ...more } }}></florin-receipt>`);

  it('shows a payment', async () => {
    expect(textOf(await write1({}))).toContain('A$199.00');
  });

  it('leaves a preauthorisation to the browser, which loads its texts', async () => {
    const text = await write1({ action: 'preauth' });
    expect(textOf(shadowOf(text)?.replace(/<style>.*<\/style>/s, ''))).toBe('');
  });
});
