/** Styles of the dashboard, and those parts of uPlot's own sheet that its charts need here. */
import { css } from 'lit';

export const DASHBOARD_STYLES = css`
  .head .actions {
    gap: 8px 16px;
  }
  .figures {
    display: grid;
    gap: 12px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr));
    margin: 0;
  }
  .figures dt {
    color: var(--soft);
  }
  .figures dd {
    font-variant-numeric: tabular-nums;
    margin: 0;
    overflow-wrap: anywhere;
  }
  .figures dd:empty {
    display: none;
  }
  .figures dt + dd {
    font-size: 1.75rem;
    font-weight: 600;
    line-height: 1.3;
  }
  .legend {
    color: var(--soft);
    display: flex;
    flex-wrap: wrap;
    font-size: 13px;
    gap: 4px 16px;
    margin-block-end: 8px;
  }
  .swatch {
    border-radius: 3px;
    block-size: 10px;
    display: inline-block;
    forced-color-adjust: none;
    inline-size: 10px;
    margin-inline-end: 6px;
  }
  .swatch.paid {
    background: var(--accent);
  }
  .swatch.good {
    background: var(--good);
  }
  .swatch.refused {
    background: var(--danger);
  }
  .swatch.wait {
    background: var(--wait);
  }
  .plot {
    block-size: 220px;
    border-block-end: 0 solid var(--rule);
    color: var(--soft);
    font:
      12px system-ui,
      sans-serif;
    overflow: hidden;
  }
  .u-wrap {
    position: relative;
    user-select: none;
  }
  .u-over,
  .u-under,
  .u-axis {
    position: absolute;
  }
  .uplot canvas {
    block-size: 100%;
    display: block;
    inline-size: 100%;
    position: relative;
  }
  .u-off {
    display: none;
  }
  .reasons li {
    align-items: baseline;
    display: grid;
    gap: 2px 16px;
    grid-template-columns: minmax(0, 1fr) max-content;
    padding-block: 6px;
  }
  .reasons a {
    overflow-wrap: anywhere;
  }
  .reasons span {
    font-variant-numeric: tabular-nums;
  }
  .reasons .quiet {
    white-space: nowrap;
  }
  .reasons meter {
    block-size: 10px;
    grid-column: 1 / -1;
    inline-size: 100%;
  }
  .reasons meter::-webkit-meter-optimum-value {
    background: var(--danger);
  }
  .reasons meter::-moz-meter-bar {
    background: var(--danger);
  }
  @media (forced-colors: active) {
    .swatch.paid,
    .swatch.good {
      background: CanvasText;
    }
    .swatch:is(.refused, .wait) {
      background: Highlight;
    }
    .plot {
      border-color: GrayText;
      color: CanvasText;
      forced-color-adjust: none;
    }
  }
`;
