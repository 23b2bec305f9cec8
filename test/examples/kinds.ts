/** The examples of `demo/examples`: the kinds that `florin init` offers, so that a new one is tested without a row here. */
import { KINDS as OFFERED } from '../../src/cli/init-kinds.js';

interface Kind {
  /** Packages whose versions the report shows; `php` asks the program. */
  readonly shows: readonly string[];
  /** It has no build: the tests use `npm run dev`. */
  readonly devOnly?: true;
  /** Its server renders the fields. */
  readonly rendersForm?: true;
}

const FACTS: Readonly<Record<string, Kind>> = {
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
};

export const KIND_NAMES: readonly string[] = Object.keys(OFFERED);

export const kindOf = (name: string): Kind => FACTS[name] ?? { shows: [] };
