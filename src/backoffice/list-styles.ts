/** Styles of lists, tables, filters, timelines and scenarios. */
import { css } from 'lit';

export const LIST_STYLES = css`
  .filters {
    display: grid;
    gap: 12px;
    margin: 0 0 16px;
  }
  .filters .grid,
  .scenario .grid {
    align-items: end;
    display: grid;
    gap: 12px;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 140px), 1fr));
  }
  .scenario .grid {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  .filters .line {
    align-items: end;
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
  }
  .filters .line label {
    flex: 0 1 320px;
    min-inline-size: 0;
  }
  .filters label,
  .scenario label {
    color: var(--soft);
    font-size: 13px;
  }
  .filters label :is(input, select),
  .scenario label :is(input, select) {
    color: var(--ink);
  }
  .filters summary {
    color: var(--accent);
    cursor: pointer;
    inline-size: max-content;
    min-block-size: 32px;
    padding-block: 4px;
  }
  .filters details[open] summary {
    margin-block-end: 8px;
  }
  .count {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    justify-content: space-between;
    margin: 0 0 8px;
    min-block-size: 44px;
  }
  .count p {
    margin: 0;
  }
  .list {
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
  .row {
    align-items: center;
    border-block-end: 1px solid var(--rule);
    column-gap: 16px;
    display: grid;
    grid-template-columns: 156px minmax(90px, 1.2fr) 110px 124px minmax(130px, 1fr) 165px 64px;
    inline-size: 100%;
    min-block-size: 44px;
    position: relative;
  }
  .wide-end .row {
    grid-template-columns: 156px minmax(90px, 1.2fr) 110px 100px minmax(130px, 1fr) 120px 112px;
  }
  .sessions .row {
    grid-template-columns: 156px minmax(90px, 1fr) 110px 100px 156px 156px 64px;
  }
  .users .row {
    grid-template-columns: minmax(90px, 1fr) 180px 110px minmax(130px, 1.2fr) 112px;
  }
  .history .row {
    padding-block: 8px;
    grid-template-columns: 190px minmax(120px, 1fr) minmax(90px, 140px) minmax(130px, 2fr) 90px;
  }
  .row > * {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .history .card-cell {
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .row > :has(time) {
    white-space: normal;
  }
  .local {
    color: var(--soft);
  }
  :is(.row, .facts) .local {
    display: block;
  }
  .row .local {
    font-size: 12px;
    white-space: nowrap;
  }
  .row .number:has(button) {
    overflow: visible;
    padding-block: 4px;
  }
  .row .amount {
    font-weight: 600;
    text-align: end;
  }
  .history .row .amount {
    font-weight: inherit;
  }
  .row .below {
    color: var(--soft);
    grid-column: 1 / -1;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .row.headings .below {
    display: none;
  }
  .body .row:has(.below) {
    padding-block: 12px;
    row-gap: 4px;
  }
  .row.headings {
    background: var(--paper);
    border-block: 1px solid var(--rule);
    color: var(--soft);
    font-weight: 500;
    inset-block-start: 0;
    position: sticky;
    z-index: 2;
  }
  .body .row:hover {
    background: var(--sheet);
  }
  .body .row a::after {
    content: '';
    inset: 0;
    position: absolute;
  }
  .body .row:has(a:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .body .row a:focus-visible {
    outline: 0;
  }
  .row.waiting span {
    background: var(--rule);
    block-size: 10px;
    border-radius: 5px;
    inline-size: 60%;
  }
  .row .test {
    border: 1px solid var(--rule);
    border-radius: 99px;
    color: var(--soft);
    font-size: 11px;
    margin-inline-start: 6px;
    padding: 1px 6px;
  }
  .empty {
    border: 1px dashed var(--line);
    border-radius: 12px;
    margin: 16px 0;
    padding: 32px 20px;
    text-align: center;
  }
  .empty p {
    margin: 0 auto 12px;
    max-inline-size: 52ch;
    text-wrap: balance;
  }
  .empty > :last-child {
    margin-block-end: 0;
  }
  /* .narrow is shown where there are no headings. */
  @media (min-width: 1160px) {
    .row .narrow {
      display: none;
    }
    :is(.users, .sessions, .history) .row .amount {
      font-weight: inherit;
      text-align: start;
    }
  }
  @media (max-width: 1159px) {
    .row,
    .wide-end .row,
    .sessions .row,
    .users .row,
    .history .row {
      grid-template:
        'order amount' auto
        'card status' auto
        'time number' auto / minmax(0, 1fr) max-content;
      padding-block: 10px;
      row-gap: 2px;
    }
    .row.headings {
      clip-path: inset(50%);
      block-size: 1px;
      inline-size: 1px;
      min-block-size: 0;
      padding: 0;
      position: absolute;
    }
    .row .time {
      color: var(--soft);
      grid-area: time;
    }
    .row .order {
      font-size: 15px;
      font-weight: 500;
      grid-area: order;
    }
    .row .amount {
      font-size: 15px;
      grid-area: amount;
    }
    .row .state {
      grid-area: status;
      text-align: end;
    }
    .row .card-cell {
      color: var(--soft);
      grid-area: card;
    }
    .history .row .card-cell {
      grid-column: 1 / -1;
    }
    .row .action {
      display: none;
    }
    .row .number {
      grid-area: number;
      text-align: end;
    }
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    inline-size: 100%;
  }
  th,
  td {
    border-block-end: 1px solid var(--rule);
    padding: 8px 16px 8px 0;
    text-align: start;
  }
  tr > :last-child {
    padding-inline-end: 0;
  }
  thead th {
    color: var(--soft);
    font-size: 13px;
    font-weight: 500;
  }
  tbody th {
    font-weight: 500;
  }
  .number-cell {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .facts {
    display: grid;
    gap: 4px 20px;
    grid-template-columns: max-content minmax(0, 1fr);
    margin: 0;
  }
  .facts dt {
    color: var(--soft);
  }
  .facts dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .sum {
    align-items: baseline;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin: 4px 0 20px;
  }
  .sum h1 {
    font-size: clamp(1.5rem, 6vw, 2rem);
    font-variant-numeric: tabular-nums;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .columns {
    display: grid;
    gap: 28px;
    margin-block-start: 28px;
  }
  .columns > * {
    min-inline-size: 0;
  }
  .columns > .later {
    margin-block-start: 0;
  }
  @media (min-width: 1100px) {
    .columns {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  .timeline > li {
    border-inline-start: 2px solid var(--rule);
    margin-inline-start: 6px;
    padding: 0 0 20px 20px;
    position: relative;
  }
  .timeline > li::before {
    background: var(--paper);
    block-size: 12px;
    border: 2px solid var(--line);
    border-radius: 50%;
    content: '';
    inline-size: 12px;
    inset-block-start: 5px;
    inset-inline-start: -7px;
    position: absolute;
  }
  .timeline > li[aria-current]::before {
    background: var(--accent);
    border-color: var(--accent);
  }
  .timeline p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .timeline .hook {
    color: var(--soft);
    font-size: 13px;
    margin-block-start: 6px;
  }
  .raw {
    margin-block-end: 12px;
  }
  .raw summary {
    cursor: pointer;
    font-weight: 500;
    padding-block: 8px;
  }
  .plain,
  .timeline,
  .calls,
  .legend,
  .reasons {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .plain {
    display: grid;
    gap: 12px;
  }
  .plain .head,
  .plain :is(h2, h3),
  .plain p {
    margin: 0 0 4px;
    overflow-wrap: anywhere;
  }
  .scenarios {
    display: grid;
    gap: 16px;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 420px), 1fr));
  }
  .scenario {
    align-content: start;
    display: grid;
    gap: 12px;
  }
  .scenario > :is(h2, p) {
    margin: 0;
  }
  .scenario summary {
    color: var(--soft);
    cursor: pointer;
    font-size: 13px;
    padding-block: 4px;
  }
`;
