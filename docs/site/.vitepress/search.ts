/** The site's search, which is VitePress's own: the words that people type for a section, and the order of the results. */
import type { DefaultTheme } from 'vitepress';
import { sitePath } from './site-links.js';

/**
 * Words that a section does not use, or not often enough to be found first: by the path of its page, with the anchor of
 * its heading. `test/site/search.spec.ts` has the questions.
 */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  'guides/agents': 'ai llm copilot cursor assistant',
  'guides/browser-tab': 'storybook github pages static demo',
  'guides/cli#what-is-wrong-with-my-set-up': 'doctor diagnose troubleshooting',
  'guides/deployment': 'nginx load balancer',
  'guides/elements#a-bank-account': 'direct debit ach bsb',
  'guides/elements#a-surcharge-by-card-type': 'fee',
  'guides/elements#before-a-payment-terms-stock-your-own-checks': 'checkbox validation',
  'guides/elements#the-amount': 'minor units cents currency price',
  'guides/elements#the-button-in-another-place': 'own custom submit button',
  'guides/frameworks': 'react vue angular svelte solid preact typescript web components',
  'guides/funnel': 'google tag manager gtm conversion tracking',
  'guides/languages': 'i18n l10n translation translations locale',
  'guides/methods#redirect': 'hosted payment page bfcache back button',
  'guides/migration': 'migrate upgrade',
  'guides/quick-start': 'install installation getting started tutorial',
  'guides/quick-start#page-and-signer-on-two-ports': 'cors cross-origin allowedOrigins localhost proxy',
  'guides/rest-client#refund-capture-reverse-tokenise': 'partial refund void cancel',
  'guides/runbook#a-person-asks-to-be-forgotten-and-retention_failed': 'gdpr privacy delete data',
  'guides/runbook#changing-secrets': 'rotate rotation',
  'guides/saved-cards': 'card on file vault wallet saved cards',
  'guides/script-tag#content-security-policy': 'nonce csp policy header',
  'guides/security#pci-dss-which-form-is-yours': 'pci saq a a-ep compliance',
  'guides/server-rendering': 'ssr hydration',
  'guides/server-rendering#without-any-script': 'noscript without javascript disabled',
  'guides/sidecar': 'sidecar php laravel python ruby rails c# dotnet java',
  'guides/sidecar#running-it': 'cron job schedule',
  'guides/signer': 'createSigner signer backend',
  'guides/signer#exactly-once': 'idempotency idempotent double charge duplicate onPaid',
  'guides/signer#limits-and-proxies': 'rate limit captcha carding ip address',
  'guides/signer#reconciliation': 'cron job schedule lost payment',
  'guides/signer#reserving-an-amount-checking-a-card': 'preauth authorize capture later partial capture hold',
  'guides/signer#webhooks': 'webhook signature verify hmac',
  'guides/signer#what-you-decide': 'priceOrder onPaid onMismatch currentTerms',
  'guides/signer-mounts': 'serverless edge',
  'guides/stores#several-merchants-in-one-store': 'multi-tenant marketplace multiple merchants',
  'guides/telemetry': 'monitoring opentelemetry prometheus grafana datadog',
  'guides/testing': 'mock msw vitest jest e2e ci github actions',
  'guides/three-d-secure': '3ds 3ds2 sca psd2 challenge strong customer authentication',
  'guides/when-things-fail': 'offline network error retry timeout unknown outcome',
  'recipes/once': 'idempotency idempotent',
  'recipes/preauth-and-refunds': 'partial refund capture in parts',
  'recipes/django': 'django python',
  'recipes/flask': 'flask python',
  'recipes/go': 'golang',
  'recipes/htmx': 'htmx swap hx-boost',
  'recipes/rails': 'rails ruby',
  'recipes/several-merchants': 'multi-tenant marketplace multiple merchants',
  'recipes/symfony': 'symfony php',
  'recipes/subscriptions': 'recurring subscription installments merchant initiated mit cron',
  'reference/api-codes#bank-codes': 'declined decline reason',
  'reference/elements': 'tailwind css styling theme dark mode style customize appearance events',
  'reference/test-cards': 'test card numbers',
};

/** A section as VitePress adds it to the index. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** The words of a section of a page. @param titles of the sections around it */
function wordsOf(id: string, titles: readonly string[]): string {
  const section = id.slice(1).replace('.html', '');
  return SEARCH_WORDS[titles.length === 0 ? section.replace(/#.*/, '') : section] ?? '';
}

const INDEX = {
  fields: ['title', 'titles', 'text', 'words'],
  // The pages call it too: it can use nothing from outside. A name such as `key_refused` is found as a whole, and by its parts.
  tokenize: (text: string) =>
    (text.match(/[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu) ?? []).flatMap((name) => {
      const parts = name.split(/[-_]/);
      return parts.length > 1 ? [name, ...parts] : parts;
    }),
  // Called while the site is built. The pages have its text too, and never call it.
  extractField: (section: Section, field: string) =>
    field === 'words' ? wordsOf(section.id, section.titles) : section[field as keyof Section],
};

/** @param generatedPages Markdown of the pages without a file, by path on the site: VitePress reads files. */
export function createSearch(generatedPages: ReadonlyMap<string, string>): NonNullable<DefaultTheme.Config['search']> {
  return {
    provider: 'local',
    options: {
      _render: (text, env, md) => md.renderAsync(text || (generatedPages.get(sitePath(env.relativePath)) ?? ''), env),
      miniSearch: {
        options: INDEX,
        searchOptions: {
          boost: { words: 12, title: 4, text: 2, titles: 1 },
          // A short word is found as it is typed: "cron" is not "CRN".
          fuzzy: (term) => (term.length > 4 ? 0.2 : false),
          // The pages call this one as well.
          boostDocument: (id: string) => {
            if (/^\/(decisions|wire|rest|changes|contributing|invariants|gallery|guides\/agents)\b/.test(id))
              return 0.4;
            if (id.startsWith('/reference/api/')) return 0.3;
            if (/^\/reference\/(soap|shopper-texts|public-names|promises)\b/.test(id)) return 0.4;
            if (id.startsWith('/reference/error-codes')) return 2.5;
            return /^\/(guides|recipes)\//.test(id) ? 1.5 : 1;
          },
        },
      },
    },
  };
}
