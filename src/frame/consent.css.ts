/**
 * Styles of the terms in the frame. They are fixed, because with styles from the page a script could hide the terms.
 */
import { css } from 'lit';

export const consentStyles = css`
  :host {
    all: initial;
    color: light-dark(#1c2024, #edeef0);
    color-scheme: inherit;
    display: block;
    font:
      1rem/1.4 system-ui,
      sans-serif;
    padding: 9px 3px 3px;
  }
  .consent {
    background: light-dark(#f4f7fb, #1b1f26);
    border: 1px solid light-dark(#c3cedb, #3a424d);
    border-radius: 8px;
    box-sizing: border-box;
    display: grid;
    gap: 12px;
    padding: 12px 14px 14px;
  }
  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  #what {
    min-block-size: 1.4em;
  }
  #problem:empty {
    display: none;
  }
  b {
    font-variant-numeric: tabular-nums;
    font-weight: 600;
  }
  label {
    align-items: center;
    display: flex;
    gap: 10px;
    min-block-size: 24px;
    overflow-wrap: anywhere;
  }
  input {
    accent-color: light-dark(#0b68cb, #70b8ff);
    block-size: 20px;
    flex: none;
    inline-size: 20px;
    margin: 0;
  }
  button {
    background: light-dark(#0b68cb, #70b8ff);
    border: 1px solid transparent;
    border-radius: 8px;
    color: light-dark(#fff, #0d1520);
    cursor: pointer;
    font: inherit;
    font-weight: 600;
    inline-size: 100%;
    min-block-size: 48px;
    padding: 8px 14px;
  }
  button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.5;
  }
  :focus-visible {
    outline: 2px solid light-dark(#0b68cb, #70b8ff);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    button {
      border-color: ButtonBorder;
    }
  }
`;
