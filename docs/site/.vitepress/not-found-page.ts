/** `404.html`, which a host shows at any address, at any depth, also above the folders of the versions. */

const VITEPRESS_ROOT = 'window.__VP_SITE_ROOT__=new URL("./",location).href';

/** Finds the folder of the versions by the part of the address that is a version, or takes the host's root. */
const useVersion = (version: string): string => `(() => {
  const [, folder] = /^(.*?\\/)\\d+\\.\\d+\\.\\d+[^/]*\\//.exec(location.pathname) ?? [undefined, '/'];
  const base = document.createElement('base');
  // The origin: a path may begin with two slashes.
  base.href = \`\${location.origin}\${folder}${version}/\`;
  document.currentScript.after(base);
  window.__VP_SITE_ROOT__ = base.href;
  // Links to headings of this page would leave it.
  addEventListener('load', () => base.remove());
})()`;

/** @param html of VitePress, which works only in the first folder of a version */
export function atAnyDepth(html: string, version: string): string {
  if (!html.includes(VITEPRESS_ROOT)) throw new Error('VitePress finds the root of 404.html in another way now');
  return html
    .replace(VITEPRESS_ROOT, () => useVersion(version))
    .replace('<div id="app"></div>', (app) => `${app}<noscript><main><h1>Page not found</h1></main></noscript>`);
}
