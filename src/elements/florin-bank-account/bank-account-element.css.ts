import { css } from 'lit';

export const bankAccountStyles = css`
  .fields {
    column-gap: var(--_gap);
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    row-gap: var(--_row-gap);
  }
  .name,
  .agree {
    grid-column: 1 / -1;
  }
  .agree label {
    align-items: start;
    column-gap: 10px;
    cursor: pointer;
    display: grid;
    font-weight: 400;
    grid-template-columns: auto minmax(0, 1fr);
    line-height: 1.4;
    min-block-size: 44px;
    padding-block: 11px;
  }
  .agree input {
    accent-color: var(--_accent);
    block-size: 20px;
    inline-size: 20px;
  }
  .agree input:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .agree a {
    color: var(--_accent);
    display: inline-block;
    font-size: 0.875rem;
    margin-block-end: 6px;
  }
  @container (inline-size < 280px) {
    .fields {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
