/** Stands for elements/field/icon-loader.ts in the frame's one script: the icons are in it. See vite.frame.config.ts. */
import { anyCardIcon, brandIcon } from '../elements/field/brand-icons.js';

export const icons = { module: { anyCardIcon, brandIcon }, want: () => {} };
