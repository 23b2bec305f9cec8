/** A page for each example of the sidecar's order token. */
import { defineRoutes } from 'vitepress';
import { readExamplePages } from '../.vitepress/example-pages.js';

export default defineRoutes({
  paths: () => [...readExamplePages()].map(([name, content]) => ({ params: { name }, content })),
});
