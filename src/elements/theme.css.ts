/**
 * Design tokens. Each reads the page's custom property, and falls back to a pair of colours that
 * follows the host's `color-scheme`. The private names (`--_…`) are set on the element's inner box,
 * so that the host has no styles of its own.
 */
import { css } from 'lit';

export const theme = css`
  :host {
    display: block;
  }
  .florin {
    --_ink: var(--florin-ink, light-dark(#1c2024, #edeef0));
    --_soft: var(--florin-ink-soft, light-dark(#60646c, #b0b4ba));
    --_paper: var(--florin-paper, light-dark(#fff, #111113));
    --_line: var(--florin-line, light-dark(#8e909b, #6b727b));
    --_accent: var(--florin-accent, light-dark(#0b68cb, #70b8ff));
    --_danger: var(--florin-danger, light-dark(#b42318, #ff9592));
    --_radius: var(--florin-radius, 8px);
    --_gap: var(--florin-gap, 12px);
    --_row-gap: calc(var(--_gap) / 2);
    --_height: max(44px, var(--florin-control-height, 48px));
    box-sizing: border-box;
    color: var(--_ink);
    container-type: inline-size;
    font-family: var(--florin-font, inherit);
    line-height: 1.4;
    text-align: start;
  }
  .florin *,
  .florin ::before {
    box-sizing: inherit;
  }
  .heard {
    block-size: 1px;
    clip-path: inset(50%);
    inline-size: 1px;
    overflow: hidden;
    position: absolute;
    white-space: nowrap;
  }
`;
