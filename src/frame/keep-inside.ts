/**
 * Stands for elements/field/keep-inside.ts in the frame's one script: its document has no other script that could listen. See
 * vite.frame.config.ts.
 */
export const keepInsideOf = (): void => {};
