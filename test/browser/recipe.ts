/** The code of a page in `docs/recipes`, built with Vite as a shop builds it, in a page of the test's shop. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compile } from 'svelte/compiler';
import { build, type Plugin, type Rolldown } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { readRecipe } from '../recipes/recipe.js';
import type { OwnShop } from './own-shop.js';

/** A code block of a recipe: by the name of its tab (`[React]`), or by that of its file. */
export function readBlock(page: string, name: string): string {
  const tabs = [...readFileSync(`docs/recipes/${page}.md`, 'utf8').matchAll(/^```\w+ \[(.+)\]\n([^]*?)^```/gm)];
  const [, , tab] = tabs.find(([, title]) => title === name) ?? [];
  const code = tab ?? readRecipe(page)[name];
  if (code === undefined) throw new RangeError(`docs/recipes/${page}.md has no block called ${name}`);
  return code;
}

/** Florin's subpaths lead to the package that has just been built. */
const { exports: subpaths } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Readonly<Record<string, string | { readonly default: string }>>;
};
const alias = Object.entries(subpaths).flatMap(([path, to]) =>
  typeof to === 'string' || path.includes('*')
    ? []
    : [{ find: new RegExp(`^florin${path.slice(1)}$`), replacement: resolve(to.default) }],
);

/** Compiles components of Vue and Svelte; their own plugins do the same and reload changes. */
const components: Plugin = {
  name: 'components',
  transform(code, id) {
    if (id.endsWith('.svelte')) return { code: compile(code, { filename: id }).js.code };
    if (!id.endsWith('.vue')) return undefined;
    const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('florin-') };
    const { descriptor } = parse(code, { filename: id });
    const options = { id: 'x', inlineTemplate: true, templateOptions: { compilerOptions } };
    return { code: compileScript(descriptor, options).content };
  },
};

interface BuildOptions {
  /** The package whose `jsx-runtime` is used. */
  readonly jsx?: string;
  /** A `node_modules` with more packages than the repository's. */
  readonly packages?: string;
}

/**
 * Builds these files, of which `main.jsx` or `main.ts` is the first, and puts them below a path of the shop.
 * @returns the address of the built script
 */
export async function putBuilt(
  own: OwnShop,
  files: Readonly<Record<string, string>>,
  { jsx = 'react', packages }: BuildOptions = {},
): Promise<string> {
  mkdirSync('build', { recursive: true });
  const folder = mkdtempSync(resolve('build', 'recipe-'));
  try {
    // Else the files are Florin's own, of which a bundler drops those without exports that are used.
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    if (packages) symlinkSync(packages, join(folder, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const [main = ''] = Object.keys(files).filter((name) => name.startsWith('main.'));
    const built = (await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      base: `/${folder.split('/').at(-1)}/`,
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { decorator: { legacy: true }, jsx: { runtime: 'automatic', importSource: jsx } },
      plugins: [components],
      resolve: { alias, preserveSymlinks: true },
      build: { write: false, rolldownOptions: { input: join(folder, main) } },
    })) as Rolldown.RolldownOutput;
    const put = (file: string, code: string) => {
      const path = `/${folder.split('/').at(-1)}/${file}`;
      own.put(path, code, { 'content-type': file.endsWith('.css') ? 'text/css' : 'text/javascript' });
      return path;
    };
    const addresses = built.output.map((part) =>
      put(part.fileName, part.type === 'chunk' ? part.code : String(part.source)),
    );
    const first = built.output.findIndex((part) => part.type === 'chunk' && part.isEntry);
    return addresses[first] ?? '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A page of the shop with a built script. */
export function putPage(own: OwnShop, path: string, script: string, content = '<div id="app"></div>'): string {
  own.put(
    path,
    `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <main>${content}</main><script type="module" src="${script}"></script>`,
  );
  return own.url + path;
}

/** How each framework draws the component of its tab into `#app`. */
const FRAMEWORKS: Readonly<
  Record<string, { readonly file: string; main(props: string): string; readonly jsx?: string }>
> = {
  React: {
    file: 'Pay.jsx',
    main: (
      props,
    ) => `import { StrictMode } from 'react'; import { createRoot } from 'react-dom/client'; import { Pay } from './Pay.jsx';
      createRoot(app).render(<StrictMode><Pay {...${props}} /></StrictMode>);`,
  },
  Vue: {
    file: 'Pay.vue',
    main: (props) =>
      `import { createApp } from 'vue'; import Pay from './Pay.vue'; createApp(Pay, ${props}).mount(app);`,
  },
  Svelte: {
    file: 'Pay.svelte',
    main: (props) =>
      `import { mount } from 'svelte'; import Pay from './Pay.svelte'; mount(Pay, { target: app, props: ${props} });`,
  },
  // The runtime of Solid for browsers without its compiler.
  Solid: {
    file: 'Pay.jsx',
    main: (props) =>
      `import { render } from 'solid-js/web'; import { Pay } from './Pay.jsx'; render(() => <Pay {...${props}} />, app);`,
    jsx: 'solid-js/h',
  },
  Lit: {
    file: 'pay.js',
    main: (props) => `import './pay.js'; app.append(Object.assign(document.createElement('shop-pay'), ${props}));`,
  },
  Angular: {
    file: 'pay.ts',
    main: (
      props,
    ) => `import '@angular/compiler'; import { Component } from '@angular/core'; import { bootstrapApplication } from '@angular/platform-browser';
      import { Pay } from './pay.ts'; const props = ${props};
      @Component({ selector: '#app', imports: [Pay], template: '<shop-pay [cart]="cart" />' }) class App { cart = props.cart; }
      bootstrapApplication(App);`,
  },
};

interface RecipeParts {
  /** Files of the page that its tabs import. */
  readonly modules?: readonly string[];
  /** Properties of the component. */
  readonly props?: object;
  readonly packages?: string;
}

/** Opens a tab of a recipe as a page of the shop, and returns its address. */
export async function putRecipe(
  own: OwnShop,
  page: string,
  framework: string,
  { modules = [], props = {}, packages }: RecipeParts = {},
): Promise<string> {
  const files = Object.fromEntries(modules.map((name) => [name, readBlock(page, name)]));
  const path = `/${page}-${framework}`;
  const { file, main, jsx } = FRAMEWORKS[framework] ?? {};
  if (!file || !main) {
    for (const [name, code] of Object.entries(files)) own.put(`/${name}`, code, { 'content-type': 'text/javascript' });
    own.put(path, own.page(readBlock(page, framework)));
    return own.url + path;
  }
  const first = file.endsWith('.ts') ? 'main.ts' : 'main.jsx';
  const sources = { [first]: main(JSON.stringify(props)), [file]: readBlock(page, framework), ...files };
  return putPage(own, path, await putBuilt(own, sources, { ...(jsx && { jsx }), ...(packages && { packages }) }));
}

/** A module of a recipe, for the server of the test's shop. */
export async function importRecipe<Module>(page: string, name: string): Promise<Module> {
  return (await import(`data:text/javascript,${encodeURIComponent(readBlock(page, name))}`)) as Module;
}
