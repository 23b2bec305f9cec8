/** Styles of forms, buttons, dialogs and statuses. */
import { css } from 'lit';

export const CONTROL_STYLES = css`
  .stack {
    display: grid;
    gap: 16px;
  }
  label,
  legend {
    font-weight: 500;
  }
  label {
    display: grid;
    gap: 6px;
  }
  label.check {
    align-items: center;
    display: flex;
    gap: 10px;
    min-block-size: 44px;
  }
  fieldset {
    border: 0;
    margin: 0;
    min-inline-size: 0;
    padding: 0;
  }
  input:not([type='checkbox'], [type='radio']),
  select {
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 8px;
    color: inherit;
    font: inherit;
    font-size: max(15px, 1em);
    inline-size: 100%;
    min-block-size: 44px;
    min-inline-size: 0;
    padding: 0 12px;
  }
  input[type='checkbox'] {
    accent-color: var(--accent);
    block-size: 20px;
    inline-size: 20px;
    margin: 0;
  }
  input[type='file'] {
    padding-block: 8px;
  }
  progress {
    accent-color: var(--accent);
    inline-size: 100%;
  }
  button,
  .button {
    align-items: center;
    background: var(--accent);
    border: 1px solid transparent;
    border-radius: 8px;
    color: var(--on-accent);
    cursor: pointer;
    display: inline-flex;
    font: inherit;
    font-weight: 600;
    justify-content: center;
    min-block-size: 44px;
    padding: 0 16px;
    text-decoration: none;
  }
  button:hover,
  .button:hover {
    background: color-mix(in srgb, var(--accent) 88%, var(--ink));
  }
  button:disabled {
    cursor: default;
    opacity: 0.6;
  }
  .second {
    background: var(--paper);
    border-color: var(--line);
    color: inherit;
    font-weight: 500;
  }
  .second:hover {
    background: var(--sheet);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  dialog {
    background: var(--paper);
    border: 1px solid var(--rule);
    border-radius: 16px;
    box-shadow: 0 16px 48px rgb(0 0 0 / 24%);
    color: inherit;
    inline-size: min(460px, calc(100vw - 32px));
    max-block-size: calc(100svh - 32px);
    overflow: auto;
    padding: 24px;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  dialog h2 {
    font-size: 1.25rem;
    margin: 0 0 16px;
  }
  .stack > :is(h2, p) {
    margin: 0;
  }
  .status::before {
    background: currentcolor;
    block-size: 0.7em;
    content: '';
    display: inline-block;
    forced-color-adjust: none;
    inline-size: 0.7em;
    margin-inline-end: 7px;
  }
  .status {
    font-weight: 500;
    white-space: nowrap;
  }
  .approved {
    color: var(--good);
  }
  .approved::before {
    border-radius: 50%;
  }
  .declined {
    color: var(--danger);
  }
  .declined::before {
    clip-path: polygon(50% 0, 100% 100%, 0 100%);
  }
  .returned {
    color: var(--soft);
  }
  .returned::before {
    border-radius: 50% 0 50% 50%;
  }
  .pending {
    color: var(--wait);
  }
  .pending::before {
    rotate: 45deg;
    scale: 0.85;
  }
`;
