/** `dist/browser/florin.js`, as the build of `florin.classic.js` finds it: vite.config.ts. */
declare module 'florin-first-file';
