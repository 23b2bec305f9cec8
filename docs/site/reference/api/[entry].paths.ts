/** A page for each entry of the packages, and the list of them. */
import { defineRoutes } from 'vitepress';
import { apiPages } from '../../../../tools/api-pages.mjs';

export default defineRoutes({
  paths: async () => [...(await apiPages())].map(([entry, { content }]) => ({ params: { entry }, content })),
});
