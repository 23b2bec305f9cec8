import { css } from 'lit';
import { BETWEEN, LABEL, NOTE, NOTE_UP } from './row-size.js';

/**
 * One field: label, box, and a message line whose space is always reserved. Phones zoom into an input whose text is smaller
 * than 16 px. Digits run from left to right in every script; in a right-to-left page they are aligned to the right. The border
 * in the colour of errors stays visible inside the focus ring.
 */
export const fieldStyles = css`
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    row-gap: ${BETWEEN}px;
  }
  label {
    color: var(--_soft);
    font-size: ${LABEL}rem;
    font-weight: 500;
    justify-self: start;
  }
  .box {
    align-items: center;
    background: var(--_paper);
    block-size: var(--_height);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    overflow: hidden;
  }
  .box > * {
    grid-area: 1 / 1;
  }
  .box:hover {
    border-color: var(--_soft);
  }
  .box:focus-within {
    border-color: var(--_accent);
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  input {
    background: none;
    block-size: 100%;
    border: 0;
    border-radius: 0;
    color: inherit;
    font: inherit;
    font-size: max(16px, 1em);
    font-variant-numeric: tabular-nums;
    inline-size: 100%;
    margin: 0;
    outline: 0;
    padding: 0 14px;
  }
  input:autofill {
    -webkit-text-fill-color: var(--_ink);
    box-shadow: inset 0 0 0 99vmax var(--florin-autofill, color-mix(in srgb, var(--_accent) 10%, var(--_paper)));
    caret-color: var(--_ink);
  }
  .box:dir(rtl) input[dir='ltr'] {
    text-align: right;
  }
  .note {
    align-items: start;
    color: var(--_soft);
    column-gap: 5px;
    display: flex;
    font-size: 0.8125rem;
    line-height: ${NOTE}rem;
    margin: -${NOTE_UP}px 0 0;
    min-block-size: ${NOTE}rem;
  }
  .note svg {
    flex: none;
    margin-block-start: 3px;
  }
  .wrong .box {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  .wrong .box:focus-within {
    outline-offset: 1px;
  }
  .wrong .note {
    color: var(--_danger);
  }
  .marks {
    color: var(--_soft);
    column-gap: 4px;
    display: flex;
    justify-self: end;
    padding-inline-end: 12px;
    pointer-events: none;
  }
  .marks svg {
    display: block;
  }
  .small svg {
    block-size: 15px;
    inline-size: 24px;
  }
  :disabled,
  .off label {
    opacity: 0.55;
  }
  @media (forced-colors: active) {
    .box:focus-within {
      outline-color: Highlight;
    }
    .wrong .box {
      border: 3px double;
    }
  }
`;
