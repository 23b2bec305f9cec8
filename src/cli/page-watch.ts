/**
 * Compares the scripts and headers of a payment page, as a browser receives it, with the inventory. PCI DSS 11.6.1 requires
 * this at least every seven days, and an alert on a difference.
 */
import { integrityOf, type ListedScript, type PageInventory } from './script-inventory.js';

/** A page as it was received. */
interface ReceivedPage {
  readonly url: string;
  readonly html: string;
  readonly headers: Headers;
}

/** Fetches a script; undefined if that fails. */
type FetchScript = (url: string) => Promise<Uint8Array | undefined>;

interface FoundScript {
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

const ALGORITHM = /^(sha256|sha384|sha512)-/;

/** Returns the differences as messages; empty without a difference. */
export async function findAlarms(
  inventory: PageInventory,
  page: ReceivedPage,
  fetchScript: FetchScript,
): Promise<readonly string[]> {
  const listed = await Promise.all(inventory.scripts.map((script) => checkListed(script, page.url, fetchScript)));
  return [...checkHeaders(inventory, page.headers), ...checkPage(inventory, page), ...listed.flat()];
}

function checkHeaders({ headers: wanted }: PageInventory, headers: Headers): readonly string[] {
  const alarms: string[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const received = headers.get(name);
    if (received === null) alarms.push(`header ${name} is missing`);
    else if (received !== value) alarms.push(`header ${name} has changed: ${received}`);
  }
  if (/'unsafe-(inline|eval)'/.test(wanted['content-security-policy'] ?? "'unsafe-inline'"))
    alarms.push('the listed policy allows any script of the page');
  return alarms;
}

/** Every script of the page is listed and has its hash. */
function checkPage({ scripts }: PageInventory, { url, html }: ReceivedPage): readonly string[] {
  const alarms: string[] = [];
  const byAddress = new Map(scripts.map((script) => [new URL(script.url, url).href, script]));
  const inline = new Set(scripts.filter((script) => script.url === 'inline').map(({ integrity }) => integrity));
  for (const { attributes, text } of findScripts(html)) {
    const source = attributes.get('src') ?? attributes.get('href');
    if (source === undefined) {
      const hash = integrityOf(text, 'sha256');
      if (!inline.has(hash)) alarms.push(`a script in the page is not listed: ${hash}`);
      continue;
    }
    const address = URL.canParse(source, url) ? new URL(source, url).href : source;
    const script = byAddress.get(address);
    if (!script) alarms.push(`a script is not listed: ${address}`);
    else if (attributes.get('integrity') !== script.integrity) alarms.push(`a script is not pinned: ${address}`);
  }
  return alarms;
}

async function checkListed(script: ListedScript, page: string, fetchScript: FetchScript): Promise<readonly string[]> {
  const { url, integrity, purpose } = script;
  const alarms = purpose.trim() === '' ? [`a script is listed without a reason: ${url}`] : [];
  if (url === 'inline') return alarms;
  const address = new URL(url, page).href;
  const [, algorithm] = ALGORITHM.exec(integrity) ?? [];
  if (algorithm === undefined) return [...alarms, `a script is listed without a hash: ${address}`];
  const bytes = await fetchScript(address).catch(() => undefined);
  if (!bytes) return [...alarms, `a script cannot be fetched: ${address}`];
  const hash = integrityOf(bytes, algorithm as 'sha256');
  return hash === integrity ? alarms : [...alarms, `a script has changed: ${address}`];
}

/** Finds scripts, import maps and preloads, without data blocks. */
function findScripts(html: string): readonly FoundScript[] {
  const found: FoundScript[] = [];
  const tags = /<!--[^]*?(?:-->|$)|<(script|link)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    const [, name, rest = ''] = match;
    if (name === undefined) continue;
    const attributes = readAttributes(rest);
    if (name.toLowerCase() === 'link') {
      const isScript = attributes.get('as') === 'script' || /\bmodulepreload\b/i.test(attributes.get('rel') ?? '');
      if (isScript) found.push({ attributes, text: '' });
      continue;
    }
    const end = html.slice(tags.lastIndex).search(/<\/script/i);
    const text = end < 0 ? html.slice(tags.lastIndex) : html.slice(tags.lastIndex, tags.lastIndex + end);
    tags.lastIndex += text.length;
    const type = (attributes.get('type') ?? '').trim().toLowerCase();
    if (/^$|^(module|importmap|speculationrules)$|(java|ecma)script/.test(type)) found.push({ attributes, text });
  }
  return found;
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted, single, bare] of text.matchAll(
    /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/g,
  )) {
    // The first of several attributes with one name counts, as in browsers.
    if (!attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), unescape(quoted ?? single ?? bare ?? ''));
  }
  return attributes;
}

function unescape(text: string): string {
  return text.replace(/&(amp|quot|#39|lt|gt);/g, (_all, name: string) =>
    name === 'amp' ? '&' : name === 'quot' ? '"' : name === '#39' ? "'" : name === 'lt' ? '<' : '>',
  );
}
