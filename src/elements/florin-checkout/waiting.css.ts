import { css } from 'lit';

/** Styles of the parts that waiting.ts adds to a message, and of the tick on the button. */
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
  form:has(.done) > div {
    opacity: 0.5;
  }
  .done .label {
    font-size: 0;
  }
  .done .spinner {
    animation: done 0.15s ease-out;
    border: solid var(--florin-on-accent, light-dark(#fff, #0d1520));
    border-radius: 0;
    border-width: 0 3px 3px 0;
    block-size: 18px;
    inline-size: 9px;
    inset: calc(50% - 11px) auto auto calc(50% - 5px);
    rotate: 45deg;
  }
  @keyframes done {
    from {
      opacity: 0;
      scale: 0.6;
    }
  }
`;
