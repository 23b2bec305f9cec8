/** Styles of calls, of the search in the header, and of explanations. */
import { css } from 'lit';

export const CALL_STYLES = css`
  .find {
    flex: 0 1 300px;
    margin-inline-start: auto;
    min-inline-size: 0;
  }
  .find + .who {
    margin-inline-start: 0;
  }
  .find input[type='search'] {
    min-block-size: 40px;
  }
  @media (max-width: 639px) {
    .top {
      flex-wrap: wrap;
      gap: 0 10px;
      padding: 8px 20px;
    }
    .top::before {
      content: '';
      inline-size: 100%;
    }
    .menu,
    .top::before,
    .find {
      order: 1;
    }
    .find {
      flex: 1 0 0;
    }
    .merchant {
      flex: 1 1 0;
    }
  }
  /* The menu of the person has the name, too. */
  @media (max-width: 399px) {
    .merchant {
      display: none;
    }
    .find + .who {
      margin-inline-start: auto;
    }
  }
  .filters .actions {
    grid-column: 1 / -1;
  }
  @media (min-width: 640px) {
    .filters .actions {
      grid-column: span 2;
    }
  }
  .follow {
    font-weight: 400;
  }
  .later {
    margin-block-start: 28px;
  }
  .calls {
    margin-block-end: 16px;
  }
  .call {
    align-items: center;
    border-block-end: 1px solid var(--rule);
    display: grid;
    gap: 2px 16px;
    grid-template-columns: minmax(0, 1fr) max-content;
    min-block-size: 44px;
    padding-block: 8px;
  }
  .call .what {
    overflow-wrap: anywhere;
  }
  .call .what a {
    font-weight: 500;
    margin-inline-end: 8px;
  }
  .call code {
    color: var(--soft);
  }
  .call > .quiet {
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    grid-row: 2;
    overflow-wrap: anywhere;
  }
  .call > .status {
    grid-column: 2;
    grid-row: 1 / 3;
  }
  .explanation {
    border-inline-start: 3px solid var(--wait);
    color: var(--ink);
    margin: 0 0 20px;
    padding-inline-start: 12px;
  }
  .explanation:is(.approved, .returned) {
    border-color: var(--good);
  }
  .explanation.declined {
    border-color: var(--danger);
  }
  .explanation p {
    margin: 0;
    max-inline-size: 70ch;
    overflow-wrap: anywhere;
  }
  .timeline > li.minor::before {
    block-size: 8px;
    inline-size: 8px;
    inset-block-start: 7px;
    inset-inline-start: -5px;
  }
`;
