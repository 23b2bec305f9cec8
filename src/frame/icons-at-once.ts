/**
 * Replaces elements/field/icon-loader.ts in the frame's single script, which contains the icons. See vite.config.ts.
 */
import { anyCardIcon, brandIcon, codePicture } from '../elements/field/brand-icons.js';

export const icons = { module: { anyCardIcon, brandIcon, codePicture }, want: () => {} };
