import { css } from 'lit';

/**
 * A `waiting` form takes its space at once, but is invisible until the saved cards and the code of its method are loaded or have
 * failed, so that nothing moves; at most 3 s.
 */
export const checkoutStyles = css`
  [hidden] {
    display: none !important;
  }
  /* Only announced: the button shows the same. */
  .said {
    clip-path: inset(50%);
    position: absolute;
    white-space: nowrap;
  }
  form {
    margin: 0;
  }
  .waiting {
    animation: wait 3s;
  }
  @keyframes wait {
    0%,
    99% {
      visibility: hidden;
    }
  }
  button {
    align-items: center;
    background: var(--_accent);
    block-size: var(--_height);
    border: 1px solid transparent;
    border-radius: var(--_radius);
    color: var(--florin-on-accent, light-dark(#fff, #0d1520));
    cursor: pointer;
    display: flex;
    font: inherit;
    font-size: 1rem;
    font-weight: 600;
    inline-size: 100%;
    justify-content: center;
    margin: 8px 0 0;
    padding: 0 16px;
    touch-action: manipulation;
  }
  button:hover {
    filter: brightness(1.08);
  }
  button[aria-disabled='true'] {
    background: color-mix(in srgb, var(--_accent) 84%, var(--_ink));
    cursor: default;
    filter: none;
  }
  button:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`;
