/** A page for each entry of the packages, and the list of them. */
import { defineRoutes } from 'vitepress';
import { readApiPages } from '../../.vitepress/api-links.js';

export default defineRoutes({
  paths: () => readApiPages().map(({ name, content }) => ({ params: { entry: name }, content })),
});
