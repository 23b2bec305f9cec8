import { css } from 'lit';
import { BETWEEN, LABEL, NOTE, NOTE_UP } from './row-size.js';

/**
 * One field: label, box, and a message line, which has its place in the distance to the next row. Phones zoom into an input
 * whose text is smaller than 16 px. Digits run from left to right in every script; in a right-to-left page they are aligned to
 * the right. The border in the colour of errors stays visible inside the focus ring. A hint stands at the end of its box, so
 * that it can be read while typing. If it does not fit before the picture, it wraps out of sight.
 */
export const fieldStyles = css`
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    row-gap: ${BETWEEN}px;
  }
  label {
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
    margin-block-start: 2px;
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
    block-size: 20px;
    color: var(--_soft);
    display: flex;
    flex-flow: wrap;
    font-size: 0.8125rem;
    gap: 6px;
    inline-size: calc(100% - 14px - 5.7ch);
    justify-self: end;
    line-height: 20px;
    overflow: hidden;
    padding-inline-end: 12px;
    place-content: end;
    pointer-events: none;
    white-space: nowrap;
  }
  .marks span {
    flex: auto;
    text-align: end;
  }
  .small svg {
    block-size: 15px;
    inline-size: 24px;
    margin: 2.5px 0;
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
