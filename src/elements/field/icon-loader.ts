/**
 * Loads the brand icons in parallel with the form, because a number can be typed without them: once for all fields,
 * when the first one is connected. If they cannot be loaded, screen readers still get the brand names.
 */

import { lazyFile } from '../lazy-file.js';

/** Its `module` is undefined until the icons are loaded. */
export const icons = lazyFile(() => import('./brand-icons.js'));
