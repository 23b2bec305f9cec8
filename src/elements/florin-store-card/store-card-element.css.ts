import { css } from 'lit';

export const storeCardStyles = css`
  .choice {
    column-gap: 10px;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    margin-block: 2px 10px;
  }
  label {
    align-items: center;
    color: var(--_ink);
    cursor: pointer;
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    min-block-size: 44px;
  }
  input {
    accent-color: var(--_accent);
    block-size: 20px;
    inline-size: 20px;
    margin: 0;
  }
  input:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .note {
    color: var(--_soft);
    font-size: 0.8125rem;
    grid-column: 2;
    line-height: 1.4;
    margin-block-start: -6px;
  }
  .off {
    opacity: 0.55;
  }
`;
