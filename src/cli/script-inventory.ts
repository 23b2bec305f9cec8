/** The scripts of a payment page as PCI DSS 6.4.3 wants them: listed, justified, and with the hash that they must have. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The ways to put Florin on a page. */
export type Build = 'classic' | 'module' | 'isolated';

/** `dist/integrity.json`, as the build has written it (tools/integrity.mjs). In tags `@` is where the files lie. */
export interface BuiltScripts {
  readonly version: string;
  readonly scripts: readonly {
    readonly file: string;
    readonly integrity: string;
    readonly loadedBy: string;
    readonly purpose: string;
  }[];
  readonly tags: Readonly<Record<Build, { readonly tag: string; readonly importMap?: string }>>;
}

/** One script that may run on the page. */
export interface ListedScript {
  /** Where it is loaded from: absolute, or a path of the page's origin; `inline` for one that stands in the page. */
  readonly url: string;
  /** As in the attribute `integrity`. */
  readonly integrity: string;
  /** What loads it: the page, or another script. */
  readonly loadedBy: string;
  /** Why it is there. */
  readonly purpose: string;
}

/** What a payment page is made of. A shop adds the scripts of its own, with a reason each. */
export interface PageInventory {
  readonly madeBy: string;
  /** By lower-case name: what the page must be sent with, to the letter. */
  readonly headers: Readonly<Record<string, string>>;
  readonly scripts: readonly ListedScript[];
  /** What to write into the page. */
  readonly html: string;
}

export function readBuiltScripts(file: string | URL = new URL('../integrity.json', import.meta.url)): BuiltScripts {
  return JSON.parse(readFileSync(file, 'utf8')) as BuiltScripts;
}

/** The tag of a build, with the import map that holds its parts to their hashes. @param base ends in a slash */
export function writeTag({ tags }: BuiltScripts, build: Build, base: string): string {
  const { tag, importMap } = tags[build];
  const map = importMap === undefined ? '' : `<script type="importmap">${importMap}</script>\n`;
  return `${map}${tag}`.replaceAll('@', base);
}

/** The scripts of a build. Its import map, which no script runs, is one of them: browsers ask the policy for its hash. */
export function listScripts(built: BuiltScripts, build: Build, base: string): readonly ListedScript[] {
  const [, map] = /<script type="importmap">(.*?)<\/script>/.exec(writeTag(built, build, base)) ?? [];
  const entry = { classic: 'florin.classic.js', module: 'florin.js', isolated: 'florin-isolated.js' }[build];
  const isPart = (file: string): boolean =>
    file === entry ||
    // The words of the languages are files of every build.
    file.startsWith('florin-lang-') ||
    (file.startsWith('florin-') && file.startsWith('florin-isolated') === (build === 'isolated'));
  const listed = built.scripts
    .filter(({ file }) => isPart(file))
    .map(({ file, integrity, loadedBy, purpose }) => {
      // The classic script is florin.js in another form.
      const by = build === 'classic' && loadedBy === 'florin.js' ? entry : loadedBy;
      return { url: `${base}${file}`, integrity, loadedBy: by, purpose };
    });
  const purpose = 'Holds the later parts of the payment form to their hashes; runs nothing.';
  return map === undefined
    ? listed
    : [{ url: 'inline', integrity: hashOf(map, 'sha256'), loadedBy: 'page', purpose }, ...listed];
}

/** As in the attribute `integrity`, and between quotes in a policy. */
export function hashOf(content: string | Uint8Array, algorithm: 'sha256' | 'sha384' | 'sha512'): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
}
