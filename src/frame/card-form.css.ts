/** The frame's own styles: no border, and the grid areas that the page asks for. */
import { css } from 'lit';

export const frameStyles = css`
  /* Room for the focus ring, which a frame would cut off; the page draws the frame that much larger. */
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
