/** Icons that accompany a text; they never replace it. */
import { html } from 'lit';

/** An icon by its path. */
export const mark = (size: number, path: string) =>
  html`<svg width=${size} height=${size} viewBox="0 0 20 20" fill="currentColor" fill-rule="evenodd" aria-hidden="true">
    <path d=${path} />
  </svg>`;

/** The icon of an error. */
export const alertMark = (size: number) => mark(size, 'M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9 5h2v6.5H9zm0 8h2v2H9z');

/** The icon of success. */
export const tickMark = (size: number) =>
  mark(size, 'M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18m-1.3 13.1L4.6 10l1.5-1.5 2.6 2.6 5.2-5.2L15.4 7.4z');
