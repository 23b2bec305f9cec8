/** Replaces elements/field/icon-loader.ts in the frame's one script, which has the icons in it. See vite.config.ts. */
import { anyCardIcon, brandIcon } from '../elements/field/brand-icons.js';

export const icons = { module: { anyCardIcon, brandIcon }, want: () => {} };
