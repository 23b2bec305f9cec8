import { defineConfig } from 'vite';
import { faultPlugin } from './test/support/fault-plugin.js';
import { compactText } from './vite.config.js';
import { languagesFromPage } from './vite.frame.config.js';

/**
 * What the sandbox's hosted and frame pages load: one file without anything to fetch behind it, because the sandbox serves
 * it under a name made from its content (src/sandbox/pages/page-files.ts).
 */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [faultPlugin(), languagesFromPage, compactText],
  build: {
    outDir: 'dist/browser',
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'src/pages/florin-pages.ts', formats: ['es'], fileName: () => 'florin-pages.js' },
    rolldownOptions: { output: { minify: true, codeSplitting: false } },
  },
});
