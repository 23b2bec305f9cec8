/**
 * Pages with the script tag as a shop might write them, on the demo's origin; Florin's files come
 * from another origin.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** The apparent origin of the files. */
export const FILES = 'https://cdn.test/florin/';

export interface Integrity {
  readonly version: string;
  readonly scripts: readonly { readonly file: string; readonly integrity: string; readonly loadedBy: string }[];
  readonly tags: Readonly<
    Record<'classic' | 'module' | 'isolated', { readonly tag: string; readonly importMap?: string }>
  >;
}

export const INTEGRITY = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as Integrity;

/** The tag of a build as `dist/integrity.json` has it, with its import map. */
export function tagOf(build: 'classic' | 'module' | 'isolated'): string {
  const { tag, importMap } = INTEGRITY.tags[build];
  return (importMap ? `<script type="importmap">${importMap}</script>` : '').concat(tag).replaceAll('@', FILES);
}

/** The files of a build: all that its first file loads. */
export function partsOf(build: 'classic' | 'module' | 'isolated'): readonly string[] {
  return INTEGRITY.scripts
    .map(({ file }) => file)
    .filter((file) => /^florin-/.test(file) && file.startsWith('florin-isolated') === (build === 'isolated'))
    .filter((file) => file !== 'florin-isolated.js' && !(build === 'classic' && file === 'florin-mount.js'));
}

/** An open page and its log. */
export interface ScriptPage {
  /** Violations of its policy. */
  violations(): Promise<readonly string[]>;
  /** Messages of its console, and of Firefox about files that it refuses. */
  readonly console: string[];
  /** Florin's files that it requested. */
  readonly asked: string[];
}

export interface PageParts {
  readonly head: string;
  readonly body: string;
  /** Changes the content of a file; undefined keeps it. */
  readonly change?: (file: string, text: string) => string | undefined;
  readonly serviceUrl: string;
  /** Addresses on the script element besides the signer and the service; null omits the attribute. */
  readonly origins?: string | null;
  /** `data-florin-marked` of the script element. */
  readonly marked?: string;
}

/** Opens `/script-test` of the demo's origin under the strictest policy that allows Florin. */
export async function openScriptPage(page: Page, parts: PageParts): Promise<ScriptPage> {
  const { body, change, serviceUrl } = parts;
  const head = withSettings(parts);
  const [, map] = /<script type="importmap">(.*?)<\/script>/.exec(head) ?? [];
  const pin = map ? ` 'sha256-${createHash('sha256').update(map).digest('base64')}'` : '';
  const policy = [
    "default-src 'none'",
    `script-src ${new URL(FILES).origin}${pin}`,
    `connect-src 'self' ${serviceUrl}`,
    `frame-src 'self' ${serviceUrl} http://127.0.0.1:*`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
  const said: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', ({ message }) => /^None of the “sha/.test(message) && said.push(message));
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seenViolations: seen });
    addEventListener('securitypolicyviolation', (event) => {
      // Firefox requests an icon on its own.
      if (event.blockedURI.endsWith('/favicon.ico')) return;
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  await page.route(`${FILES}**`, (route) => {
    const file = new URL(route.request().url()).pathname.slice('/florin/'.length);
    asked.push(file);
    const text = readFileSync(`dist/browser/${file.replace(/^[^/]*\/(?=florin)/, '')}`, 'utf8');
    return route.fulfill({
      body: change?.(file, text) ?? text,
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await page.route('**/script-test', (route) =>
    route.fulfill({
      body: `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${body}</body></html>`,
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
    }),
  );
  await page.goto('/script-test');
  return {
    violations: () =>
      page.evaluate(() => (globalThis as unknown as { seenViolations: readonly string[] }).seenViolations),
    console: said,
    asked,
  };
}

/** Adds the owner's settings to the first script element with a URL. */
function withSettings({ head, serviceUrl, origins = '', marked }: PageParts): string {
  const named = origins === null ? head : naming(head, `/pay ${serviceUrl} ${origins}`);
  return marked === undefined ? named : withAttribute(named, 'data-florin-marked', marked);
}

/** The tags of a head; the first script with a URL names these addresses. */
export function naming(head: string, origins: string): string {
  return withAttribute(head, 'data-florin-origins', origins);
}

function withAttribute(head: string, name: string, value: string): string {
  return head.replace(/<script (?=[^>]*\bsrc=)/, `<script ${name}="${value}" `);
}
