/** The kinds of shops that `florin init` writes. Each has a folder of its name below the templates: `demo/examples`. */

export interface Kind {
  readonly title: string;
  /** The folders of `shared`, besides `common`, that it includes, and their place in the project. */
  readonly parts: Readonly<Record<string, string>>;
  /** The file with the form. */
  readonly page: string;
  /** The word before the address that `npm run dev` prints. */
  readonly prints?: string;
  /** Output of builds, for `.gitignore`. */
  readonly ignored?: readonly string[];
  /** Lines of `.env` before the public address. */
  readonly settings?: readonly string[];
  /** The public address of the signer. */
  readonly publicUrl?: string;
  /** Names of the framework's policies for Trusted Types, each after a blank. */
  readonly trusted?: string;
}

export const LISTEN = [
  '# The port of the shop.',
  'PORT=3000',
  '# Who reaches it: this machine. In a container, and on a server without a proxy: 0.0.0.0',
  'HOST=127.0.0.1',
];

/** A page that a bundler builds, and a server with the signer behind the bundler's proxy. */
const SINGLE_PAGE = {
  parts: { signer: '', headers: '', 'single-page': '', style: 'src' },
  prints: 'Local',
  ignored: ['dist/'],
  settings: [...LISTEN, '# The port of the signer and the orders, in `npm run dev`.', 'SERVER_PORT=4000'],
};

const BUILT_BY_VITE = { ...SINGLE_PAGE, parts: { ...SINGLE_PAGE.parts, vite: '' } };

export const KINDS: Readonly<Record<string, Kind>> = {
  express: { title: 'Express', parts: { signer: '', headers: '', style: 'public' }, page: 'pages.js' },
  static: {
    title: 'static pages, and Node without a framework',
    parts: { signer: '', headers: '', site: 'site', style: 'site' },
    page: 'site/shop.js',
  },
  worker: {
    title: 'Cloudflare Workers',
    parts: { headers: '', site: 'site', style: 'site' },
    page: 'site/shop.js',
    prints: 'Ready on',
    ignored: ['dist/', '.wrangler/'],
    settings: ['# The port of the shop is in wrangler.jsonc.'],
  },
  php: { title: 'PHP, and the signer as a process beside it', parts: { style: 'public' }, page: 'public/index.php' },
  embedded: {
    title: 'a checkout page that the shop embeds',
    parts: { signer: '', headers: '', style: 'public' },
    page: 'pages.js',
    settings: [
      ...LISTEN,
      '# The page that embeds the checkout. The checkout has the origin of the address below.',
      'SHOP_ORIGIN=http://localhost:3000',
    ],
    publicUrl: 'http://127.0.0.1:4000/pay',
  },
  vite: { ...BUILT_BY_VITE, title: 'Vite', page: 'src/main.js' },
  react: { ...BUILT_BY_VITE, title: 'React', page: 'src/app.tsx' },
  vue: { ...BUILT_BY_VITE, title: 'Vue', page: 'src/App.vue', trusted: ' vue' },
  angular: {
    ...SINGLE_PAGE,
    title: 'Angular',
    page: 'src/shop.ts',
    ignored: ['dist/', '.angular/'],
    trusted: ' angular',
  },
  astro: {
    title: 'Astro',
    parts: { signer: 'src/lib', rendering: 'src/lib', vite: '', style: 'src' },
    page: 'src/pages/orders/[name].astro',
    prints: 'Local',
    ignored: ['.astro/', 'dist/'],
  },
  sveltekit: {
    title: 'SvelteKit',
    parts: { signer: 'src/lib/server', rendering: 'src/lib/server', vite: '', style: 'src' },
    page: 'src/routes/orders/[name]/+page.svelte',
    prints: 'Local',
    ignored: ['.svelte-kit/', 'build/'],
    settings: [...LISTEN, '# The origin of the shop, for `npm start`.', 'ORIGIN=http://localhost:3000'],
  },
  next: {
    title: 'Next.js',
    parts: { signer: 'lib', rendering: 'lib', style: 'app' },
    page: 'app/orders/[name]/page.tsx',
    ignored: ['.next/', 'next-env.d.ts', '*.tsbuildinfo'],
  },
};
