import { css } from 'lit';

/**
 * The links and buttons of a card wrap below its text where both have too little room. In a checkout on a phone, "Manage" shows
 * them; an expired card, which cannot be chosen, always has its link "Change".
 */
export const savedCardsStyles = css`
  .head {
    align-items: center;
    display: flex;
    justify-content: space-between;
  }
  .manage {
    display: none;
    margin-block: -12px -6px;
  }
  .title {
    color: var(--_soft);
    font-size: 0.875rem;
    font-weight: 500;
    margin: 0 0 6px;
    outline: none;
  }
  .list {
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    margin-block-end: var(--_gap);
    overflow: hidden;
  }
  .row,
  .confirm {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
  }
  .row {
    background: var(--_paper);
  }
  .row + .row,
  .confirm {
    border-block-start: 1px solid color-mix(in srgb, var(--_line) 50%, transparent);
  }
  .row.chosen {
    background: color-mix(in srgb, var(--_accent) 7%, var(--_paper));
  }
  .choice {
    align-items: center;
    column-gap: 12px;
    display: grid;
    flex: 1 1 14rem;
    grid-template-columns: auto minmax(0, 1fr);
    min-block-size: 56px;
    padding: 8px 14px;
  }
  .choosing .choice {
    cursor: pointer;
    flex-basis: 17rem;
    grid-template-columns: auto auto minmax(0, 1fr);
  }
  .choosing .expired .choice {
    cursor: default;
  }
  .actions {
    display: flex;
    margin-inline-start: auto;
  }
  input {
    accent-color: var(--_accent);
    block-size: 20px;
    inline-size: 20px;
    margin: 0;
  }
  input:focus-visible,
  .title:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  svg {
    display: block;
  }
  .what {
    display: block;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    position: relative;
  }
  .details {
    color: var(--_soft);
    display: block;
    font-size: 0.8125rem;
  }
  .expired .what {
    color: var(--_soft);
  }
  .expired svg {
    opacity: 0.6;
  }
  .when.past {
    color: var(--_danger);
    font-weight: 500;
  }
  .when + .when {
    overflow-wrap: anywhere;
  }
  .change {
    align-items: center;
    display: flex;
    text-decoration: none;
  }
  button,
  .change {
    background: none;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    color: var(--_accent);
    cursor: pointer;
    font: inherit;
    font-size: 0.875rem;
    font-weight: 500;
    min-block-size: 44px;
    padding: 0 14px;
    touch-action: manipulation;
  }
  button:hover,
  .change:hover {
    text-decoration: underline;
  }
  button:focus-visible,
  .change:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: -3px;
  }
  button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.7;
  }
  .confirm {
    flex-basis: 100%;
    gap: 4px 8px;
    padding: 6px;
    padding-inline-start: 14px;
  }
  .confirm p {
    flex: 1 1 12rem;
    font-size: 0.875rem;
    margin: 0;
  }
  .confirm .really {
    border-color: var(--_danger);
    color: var(--_danger);
  }
  .cvn {
    flex: 0 0 100%;
    padding: 2px 14px 6px;
    padding-inline-end: max(14px, 100% - 16rem);
  }
  .says {
    color: var(--_soft);
    font-size: 0.875rem;
    margin: 0 0 var(--_gap);
  }
  .all {
    flex: 1;
  }
  .says button {
    padding: 0 8px;
  }
  .wrong {
    align-items: start;
    color: var(--_danger);
    column-gap: 6px;
    display: flex;
  }
  .wrong svg {
    flex: none;
    margin-block-start: 3px;
  }
  @container (inline-size < 420px) {
    .manage {
      display: block;
    }
    .choosing:not(.managing) :is([part='remove'], .row:not(.expired) .change) {
      display: none;
    }
    .confirm p {
      flex-basis: 100%;
    }
  }
  @media (forced-colors: active) {
    .row.chosen {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
