/** The examples of `demo/examples`, each of which `florin init` writes. */

export interface Kind {
  /** Packages whose versions the report shows; `php` asks the program. */
  readonly shows: readonly string[];
  /** It has no build: the tests use `npm run dev`. */
  readonly devOnly?: true;
  /** Its server renders the fields. */
  readonly rendersForm?: true;
}

export const KINDS = {
  static: { shows: [] },
  express: { shows: ['express'] },
  worker: { shows: ['wrangler'], devOnly: true },
  php: { shows: ['php'], devOnly: true },
  embedded: { shows: ['express'] },
  vite: { shows: ['vite'] },
  react: { shows: ['react', 'vite'] },
  vue: { shows: ['vue', 'vite'] },
  angular: { shows: ['@angular/core'] },
  astro: { shows: ['astro', '@lit-labs/ssr'], rendersForm: true },
  sveltekit: { shows: ['svelte', '@sveltejs/kit'], rendersForm: true },
  next: { shows: ['next', 'react'], rendersForm: true },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof KINDS;
