/**
 * Brand icons come beside the form, not before it: a number can be typed without them. Loaded once for all fields, when
 * the first one is connected; a page that cannot load them shows the names to screen readers all the same.
 */

import { lazyFile } from '../lazy-file.js';

/** Its `module` is undefined until the icons are there. */
export const icons = lazyFile(() => import('./brand-icons.js'));
