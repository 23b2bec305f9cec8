import { css } from 'lit';

export const referencesStyles = css`
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
    gap: var(--_row-gap) var(--_gap);
  }
  .fields[hidden] {
    display: none;
  }
  .optional {
    font-weight: 400;
  }
`;
