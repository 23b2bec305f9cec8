import { css } from 'lit';

export const checkoutStyles = css`
  [hidden] {
    display: none !important;
  }
  form {
    margin: 0;
  }
  button {
    align-items: center;
    background: var(--_accent);
    block-size: var(--_height);
    border: 1px solid transparent;
    border-radius: var(--_radius);
    color: var(--_on-accent);
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
    transition: filter 0.12s;
  }
  button:hover {
    filter: brightness(1.08);
  }
  button:active {
    filter: brightness(0.94);
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
  .label {
    position: relative;
  }
  .label .spinner {
    inset-block-start: calc(50% - 9px);
    inset-inline-end: calc(100% + 10px);
    position: absolute;
  }
  .spinner {
    animation:
      turn 0.8s linear infinite,
      appear 1ms 0.3s both;
    block-size: 18px;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
    inline-size: 18px;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: appear 1ms 0.3s both;
    }
    button {
      transition: none;
    }
  }
`;
