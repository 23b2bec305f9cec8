/** A page for each version of the REST interface. */
import { defineRoutes } from 'vitepress';
import { readRestPages } from '../.vitepress/rest-pages.js';

export default defineRoutes({
  paths: async () => [...(await readRestPages())].map(([version, { content }]) => ({ params: { version }, content })),
});
