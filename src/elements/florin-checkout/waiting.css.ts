import { css } from 'lit';

/** Styles of the parts that waiting.ts adds to a message. */
export const waitingStyles = css`
  .card .more {
    margin-block-start: 6px;
  }
  .card a {
    color: var(--_accent);
    overflow-wrap: anywhere;
  }
  .card [part='continue'] {
    margin-inline-end: 12px;
  }
  .card [role='timer'] {
    display: inline-block;
    font-variant-numeric: tabular-nums;
    margin-block-start: 10px;
    min-inline-size: 9em;
  }
`;
