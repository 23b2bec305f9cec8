/** What people type into the search, and the page that answers it: among the first three results. */
import type { Locator } from '@playwright/test';
import { SEARCH_WORDS } from '../../docs/site/.vitepress/search.js';
import { expect, openSearch, test } from './site-test.js';

/** Questions by the page of their answer. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  'guides/accessibility': ['wcag'],
  'guides/agents': ['llm'],
  'guides/browser-tab': ['storybook'],
  'guides/cli': ['doctor'],
  'guides/deployment': ['docker', 'kubernetes'],
  'guides/elements': ['surcharge', 'minor units', 'custom button', 'direct debit', 'terms and conditions'],
  'guides/frameworks': ['react', 'vue', 'typescript'],
  'guides/funnel': ['analytics'],
  'guides/isolation': ['frame-src'],
  'guides/languages': ['i18n'],
  'guides/methods': ['bfcache', 'iframe', 'hosted payment page'],
  'guides/migration': ['migrate'],
  'guides/quick-start': ['CORS', 'install'],
  'guides/rest-client': ['refund'],
  'guides/runbook': ['rotate secrets', 'gdpr'],
  'guides/saved-cards': ['saved cards', 'card on file'],
  'guides/script-tag': ['CSP', 'nonce', 'integrity'],
  'guides/security': ['PCI'],
  'guides/server-rendering': ['ssr'],
  'guides/sidecar': ['laravel', 'php', 'cron'],
  'guides/signer': [
    ...['createSigner', 'priceOrder', 'onPaid', 'webhook signature', 'idempotency', 'double charge'],
    ...['preauth', 'partial capture', 'captcha', 'rate limit'],
  ],
  'guides/signer-mounts': ['next.js', 'express', 'serverless'],
  'guides/stores': ['postgres', 'redis', 'multiple merchants'],
  'guides/telemetry': ['prometheus'],
  'guides/testing': ['playwright', 'cypress', 'msw', 'vitest'],
  'guides/three-d-secure': ['3DS', 'SCA'],
  'guides/wallets': ['apple pay'],
  'guides/when-things-fail': ['offline', 'timeout'],
  'recipes/django': ['django'],
  'recipes/flask': ['flask'],
  'recipes/go': ['go', 'golang'],
  'recipes/htmx': ['htmx'],
  'recipes/rails': ['rails'],
  'recipes/several-merchants': ['marketplace'],
  'recipes/symfony': ['symfony'],
  'recipes/subscriptions': ['subscription', 'recurring'],
  'reference/api-codes': ['declined'],
  'reference/elements': ['tailwind', 'dark mode', 'florin-error'],
  'reference/error-codes': ['error codes', 'card_declined', 'key_refused'],
  'reference/test-cards': ['test cards', 'test card number'],
};

/** Paths of the first three results. */
const firstThree = (results: Locator): Promise<readonly string[]> =>
  results.evaluateAll((links) => links.slice(0, 3).map((link) => new URL((link as HTMLAnchorElement).href).pathname));

test('finds the page that answers a question, among the first three results', async ({ page, baseURL }) => {
  test.setTimeout(240_000);
  await page.goto('./guides/cli.html');
  const field = await openSearch(page);
  const results = page.getByRole('option').getByRole('link');
  for (const [answer, questions] of Object.entries(QUESTIONS)) {
    const { pathname } = new URL(`${answer}.html`, baseURL);
    for (const question of questions) {
      await field.fill('');
      await expect(results).toHaveCount(0);
      await field.fill(question);
      await expect(results.first().or(page.getByText('No results for'))).toBeVisible();
      expect.soft(await firstThree(results), question).toContain(pathname);
    }
  }
});

test('has words only for pages and headings that exist', async ({ request }) => {
  for (const section of Object.keys(SEARCH_WORDS)) {
    const [path, anchor] = section.split('#');
    const answer = await request.get(`./${path}.html`);
    expect(answer.status(), section).toBe(200);
    if (anchor) expect(await answer.text(), section).toContain(` id="${anchor}"`);
  }
});
