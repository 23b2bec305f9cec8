/** Layout of the four fields: expiry and security code are side by side if the element is wide enough. */
import { css } from 'lit';

export const cardLayout = css`
  .fields {
    align-items: start;
    column-gap: var(--_gap);
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    row-gap: var(--_row-gap);
  }
  .number,
  .name {
    grid-column: 1 / -1;
  }
  @container (inline-size < 280px) {
    .fields {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
