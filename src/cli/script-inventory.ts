/** The inventory of a payment page's scripts that PCI DSS 6.4.3 requires: each with its reason and its hash. */
import { createHash } from 'node:crypto';
import { readPageFile } from '../node/read-browser-file.js';

export type Build = 'classic' | 'module' | 'isolated';

/** `florin/integrity.json`, which the build writes (tools/integrity.mjs). In tags `@` is the folder of the files. */
interface BuiltScripts {
  readonly version: string;
  readonly scripts: readonly {
    readonly file: string;
    readonly integrity: string;
    readonly loadedBy: string;
    readonly purpose: string;
  }[];
  readonly tags: Readonly<Record<Build, { readonly tag: string; readonly importMap?: string }>>;
  /** The style elements of elements that a server renders. */
  readonly styles: readonly { readonly tags: readonly string[]; readonly integrity: string }[];
}

/** A script that may run on the page. */
export interface ListedScript {
  /** Its address: absolute, or a path of the page's origin; `inline` for an inline script. */
  readonly url: string;
  /** As in the attribute `integrity`. */
  readonly integrity: string;
  /** Loaded by the page, or by another script. */
  readonly loadedBy: string;
  /** The reason for the script. */
  readonly purpose: string;
}

/** The inventory of a payment page. A shop adds its own scripts, each with a reason. */
export interface PageInventory {
  readonly madeBy: string;
  /** The exact headers of the page, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly scripts: readonly ListedScript[];
  /** The HTML of the script tag. */
  readonly html: string;
}

export function readBuiltScripts(): BuiltScripts {
  return JSON.parse(readPageFile('integrity.json')) as BuiltScripts;
}

/**
 * Writes the tag of a build, with the import map that has the hashes of its parts.
 * @param base ends in a slash
 * @param origins the addresses that Florin may use on the page: docs/guides/script-tag.md#addresses
 */
export function writeTag({ tags }: BuiltScripts, build: Build, base: string, origins = ''): string {
  const { tag, importMap } = tags[build];
  const map = importMap === undefined ? '' : `<script type="importmap">${importMap}</script>\n`;
  const named = origins ? tag.replace('<script ', `<script data-florin-origins="${origins}" `) : tag;
  return `${map}${named}`.replaceAll('@', base);
}

/** Lists the scripts of a build, including its import map, whose hash the policy must allow. */
export function listScripts(built: BuiltScripts, build: Build, base: string): readonly ListedScript[] {
  const [, map] = /<script type="importmap">(.*?)<\/script>/.exec(writeTag(built, build, base)) ?? [];
  const entry = { classic: 'florin.classic.js', module: 'florin.js', isolated: 'florin-isolated.js' }[build];
  const isPart = (file: string): boolean =>
    file === entry ||
    // Every build has the files of all languages.
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
    : [{ url: 'inline', integrity: integrityOf(map, 'sha256'), loadedBy: 'page', purpose }, ...listed];
}

/** As in the attribute `integrity`, and between quotes in a policy. */
export function integrityOf(content: string | Uint8Array, algorithm: 'sha256' | 'sha384' | 'sha512'): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
}
