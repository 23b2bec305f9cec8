import { css } from 'lit';

/** A value on a line of its own is aligned to the end, as all others. */
export const receiptStyles = css`
  .paper {
    background: var(--_paper);
    border: 1px solid color-mix(in srgb, var(--_line) 45%, transparent);
    border-radius: calc(var(--_radius) * 1.5);
    padding: clamp(16px, 6cqi, 32px);
    scroll-margin-block-start: 16px;
  }
  header {
    border-block-end: 1px dashed color-mix(in srgb, var(--_line) 60%, transparent);
    margin-block-end: 16px;
    padding-block-end: 20px;
    text-align: center;
  }
  header p {
    margin: 0;
  }
  .word {
    align-items: center;
    color: var(--tone);
    column-gap: 8px;
    display: flex;
    font-weight: 600;
    justify-content: center;
  }
  .approved {
    --tone: var(--florin-good, light-dark(#18794e, #3dd68c));
  }
  .declined,
  .failed {
    --tone: var(--_danger);
  }
  .unknown {
    --tone: var(--_accent);
  }
  .amount {
    font-size: clamp(1.75rem, 11cqi, 2.5rem);
    font-variant-numeric: tabular-nums;
    font-weight: 650;
    letter-spacing: -0.02em;
    line-height: 1.25;
    margin-block: 6px 2px;
  }
  [part='next'],
  [part='advice'] {
    margin-block: 8px;
    text-wrap: pretty;
  }
  .soft,
  dt {
    color: var(--_soft);
  }
  dl {
    font-size: 0.9375rem;
    margin: 0;
  }
  dl > div {
    align-items: baseline;
    column-gap: 16px;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    padding-block: 5px;
  }
  dd {
    margin: 0;
    margin-inline-start: auto;
    overflow-wrap: anywhere;
    text-align: end;
  }
  .code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    user-select: all;
  }
  button {
    background: none;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    color: inherit;
    cursor: pointer;
    font: inherit;
    font-size: 0.875rem;
    margin-inline-start: 10px;
    min-block-size: 44px;
    padding: 0 14px;
  }
  button:hover {
    border-color: var(--_ink);
  }
  :is(.paper, button, summary):focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  details {
    font-size: 0.875rem;
    margin-block-start: 8px;
  }
  summary {
    color: var(--_soft);
    cursor: pointer;
    inline-size: fit-content;
    min-block-size: 44px;
    padding-block: 12px;
  }
  .actions {
    display: flex;
    justify-content: center;
    margin-block-start: 16px;
  }
  .actions button {
    font-size: 0.9375rem;
    margin: 0;
    padding: 0 20px;
  }
  @media print {
    .paper {
      border: 0;
      padding: 0;
    }
    button,
    summary {
      display: none;
    }
  }
`;
