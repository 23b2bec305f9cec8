import { css } from 'lit';

export const amountStyles = css`
  dl {
    align-content: end;
    display: grid;
    font-variant-numeric: tabular-nums;
    gap: 4px 16px;
    grid-template-columns: minmax(0, 1fr) auto;
    margin: 0;
  }
  dt {
    color: var(--_soft);
  }
  dd {
    margin: 0;
    text-align: end;
  }
  .total {
    color: var(--_ink);
    font-size: 1.0625rem;
    font-weight: 600;
  }
`;
