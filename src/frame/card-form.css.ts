import { css } from 'lit';

/**
 * The frame's own styles: the grid areas that the page asks for, and space for the focus ring, which the frame would cut off.
 * The page draws the frame larger by the same amount.
 */
export const frameStyles = css`
  :host {
    padding: 3px;
  }
  :host([arranged]) .fields {
    grid-template-areas: var(--florin-areas);
    grid-template-columns: var(--florin-columns, none);
  }
  :host([arranged]) .number {
    grid-area: number;
  }
  :host([arranged]) .expiry {
    grid-area: expiry;
  }
  :host([arranged]) .cvn {
    grid-area: cvn;
  }
  :host([arranged]) .name {
    grid-area: name;
  }
`;
