/** The look of the back office, as constructed style sheets: the page's policy allows no other styles. */
import { css } from 'lit';
import { CALL_STYLES } from './call-styles.js';
import { CONTROL_STYLES } from './control-styles.js';
import { DASHBOARD_STYLES } from './dashboard-styles.js';
import { LIST_STYLES } from './list-styles.js';

const BASE = css`
  :root {
    color-scheme: light dark;
    --ink: light-dark(#1c2024, #edeef0);
    --soft: light-dark(#60646c, #b0b4ba);
    --paper: light-dark(#fff, #111113);
    --sheet: light-dark(#f6f7f9, #18191b);
    --rule: light-dark(#e2e4e9, #2e3135);
    --line: light-dark(#8b8d98, #696e77);
    --accent: light-dark(#0b68cb, #70b8ff);
    --on-accent: light-dark(#fff, #0d1520);
    --danger: light-dark(#b42318, #ff9592);
    --good: light-dark(#18794e, #3dd68c);
    --wait: light-dark(#8a5200, #ffca16);
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  body {
    background: var(--paper);
    color: var(--ink);
    font:
      15px/1.5 system-ui,
      sans-serif;
    margin: 0;
    -webkit-text-size-adjust: 100%;
  }
  office-app {
    display: grid;
    grid-template:
      'top' auto
      'banner' auto
      'content' 1fr / minmax(0, 1fr);
    min-block-size: 100vh;
    min-block-size: 100svh;
  }
  office-app > main.alone,
  office-sign-in {
    grid-row: 1 / -1;
  }
  a {
    color: var(--accent);
    text-underline-offset: 3px;
  }
  :focus-visible {
    border-radius: 4px;
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  main:focus {
    outline: 0;
  }
  .skip {
    background: var(--paper);
    inset-block-start: 0;
    inset-inline-start: 0;
    padding: 12px;
    position: absolute;
    translate: 0 -200%;
  }
  .skip:focus {
    translate: 0;
    z-index: 3;
  }
  .top {
    align-items: center;
    background: var(--paper);
    border-block-end: 1px solid var(--rule);
    display: flex;
    gap: 16px;
    grid-area: top;
    min-block-size: 56px;
    padding: 0 20px;
  }
  .brand {
    color: inherit;
    font-weight: 650;
    text-decoration: none;
    white-space: nowrap;
  }
  .merchant {
    color: var(--soft);
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .who {
    margin-inline-start: auto;
    position: relative;
  }
  .who summary {
    align-items: center;
    cursor: pointer;
    display: flex;
    gap: 6px;
    list-style: none;
    min-block-size: 44px;
    white-space: nowrap;
  }
  .who summary::after {
    border: solid currentcolor;
    border-width: 0 1.5px 1.5px 0;
    block-size: 7px;
    content: '';
    inline-size: 7px;
    margin-block-end: 4px;
    rotate: 45deg;
  }
  .who div {
    background: var(--paper);
    border: 1px solid var(--rule);
    border-radius: 12px;
    box-shadow: 0 8px 28px rgb(0 0 0 / 16%);
    inline-size: max-content;
    inset-block-start: 100%;
    inset-inline-end: 0;
    max-inline-size: min(320px, 90vw);
    padding: 16px;
    position: absolute;
    z-index: 3;
  }
  .who p {
    margin: 0 0 12px;
  }
  .side {
    background: var(--paper);
    block-size: 100dvh;
    border: 0;
    border-inline-end: 1px solid var(--rule);
    color: inherit;
    flex-direction: column;
    gap: 4px;
    inline-size: min(280px, 86vw);
    inset: 0 auto 0 0;
    margin: 0;
    max-block-size: none;
    overscroll-behavior: contain;
    padding: 16px 12px;
  }
  .side:popover-open {
    display: flex;
  }
  .side::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  .side button {
    flex: none;
    margin-block-end: 8px;
  }
  .menu::before {
    block-size: 10px;
    border-block: 2px solid;
    content: '';
    inline-size: 14px;
    margin-inline-end: 8px;
  }
  .side a {
    align-items: center;
    border-radius: 8px;
    color: inherit;
    display: flex;
    min-block-size: 44px;
    padding: 0 12px;
    text-decoration: none;
    white-space: nowrap;
  }
  .side a:hover {
    background: var(--sheet);
  }
  .side [aria-current] {
    background: var(--sheet);
    font-weight: 600;
  }
  .banner {
    background: color-mix(in srgb, var(--wait) 12%, var(--paper));
    border-block-end: 1px solid color-mix(in srgb, var(--wait) 40%, var(--paper));
    grid-area: banner;
    margin: 0;
    padding: 10px 20px;
  }
  .banner.lost {
    background: color-mix(in srgb, var(--danger) 10%, var(--paper));
    border-color: color-mix(in srgb, var(--danger) 40%, var(--paper));
  }
  #content {
    grid-area: content;
    min-inline-size: 0;
    padding: 24px 20px 48px;
  }
  /* The link back to the list. */
  #content > * > p:first-child {
    margin-block: 0 12px;
  }
  main.alone {
    align-self: center;
    inline-size: 100%;
    justify-self: center;
    margin: 0 auto;
    max-inline-size: 400px;
    padding: clamp(28px, 10vh, 96px) 20px;
  }
  @media (min-width: 860px) {
    office-app {
      grid-template:
        'top top' auto
        'side banner' auto
        'side content' 1fr / 200px minmax(0, 1fr);
    }
    office-app > main.alone,
    office-sign-in {
      grid-column: 1 / -1;
    }
    .menu,
    .side:not(:popover-open) button {
      display: none;
    }
    /* Beside the content on a wide window, without being opened. */
    .side:not(:popover-open) {
      block-size: auto;
      display: flex;
      grid-area: side;
      inline-size: auto;
      position: static;
    }
    .side a {
      min-block-size: 40px;
    }
    #content {
      padding: 28px 32px 64px;
    }
  }
  h1 {
    font-size: 1.625rem;
    letter-spacing: -0.01em;
    line-height: 1.25;
    margin: 0;
  }
  h2 {
    font-size: 1.125rem;
    line-height: 1.3;
    margin: 0 0 12px;
  }
  .head {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    justify-content: space-between;
    margin: 0 0 20px;
  }
  .alone h1 {
    margin: 8px 0 24px;
  }
  .quiet {
    color: var(--soft);
  }
  code,
  pre {
    font:
      0.875em/1.55 ui-monospace,
      SFMono-Regular,
      Menlo,
      monospace;
  }
  pre {
    background: var(--sheet);
    border: 1px solid var(--rule);
    border-radius: 8px;
    margin: 0;
    overflow-wrap: anywhere;
    padding: 12px 14px;
    white-space: pre-wrap;
  }
  .problem {
    border-inline-start: 3px solid var(--danger);
    color: var(--danger);
    margin: 0 0 12px;
    overflow-wrap: anywhere;
    padding-inline-start: 10px;
  }
  ul.problem {
    padding-inline-start: 28px;
  }
  .done {
    border-inline-start: 3px solid var(--good);
    margin: 0 0 12px;
    padding-inline-start: 10px;
  }
  .note,
  .card,
  .figures > div {
    background: var(--sheet);
    border: 1px solid var(--rule);
    border-radius: 12px;
    padding: 16px;
  }
  .note {
    margin-block-start: 24px;
  }
  .note p {
    margin: 0 0 12px;
  }
  @media (forced-colors: active) {
    button,
    .button,
    .side [aria-current],
    .banner {
      border: 1px solid;
    }
  }
`;

/** Every sheet, in order. */
export const STYLES = [BASE, CONTROL_STYLES, LIST_STYLES, CALL_STYLES, DASHBOARD_STYLES];
