/** The frame's own styles: no border, and the grid areas that the page asks for. */
import { css } from 'lit';

export const frameStyles = css`
  /* Space for the focus ring, which the frame would cut off. The page draws the frame larger by the same amount. */
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
