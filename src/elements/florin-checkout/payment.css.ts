import { css } from 'lit';

/** Styles of messages about a payment; adopted when a payment can begin. */
export const paymentStyles = css`
  /* The page stays where the element begins when the receipt replaces the form. */
  .florin {
    overflow-anchor: none;
  }
  .card {
    align-items: start;
    background: color-mix(in srgb, var(--tone) 8%, var(--_paper));
    border: 1px solid color-mix(in srgb, var(--tone) 35%, var(--_paper));
    border-radius: var(--_radius);
    column-gap: 10px;
    display: flex;
    font-size: 0.9375rem;
    margin-block: 4px 16px;
    padding: 12px 14px;
  }
  .card svg,
  .card .spinner {
    flex: none;
    margin-block-start: 2px;
  }
  .card svg {
    color: var(--tone);
  }
  .card p {
    margin: 0;
  }
  .card .what {
    font-weight: 600;
  }
  .wrong-card {
    --tone: var(--_danger);
  }
  .calm-card {
    --tone: var(--_accent);
  }
  .good-card {
    --tone: var(--florin-good, light-dark(#18794e, #3dd68c));
  }
  .card button {
    background: var(--_paper);
    block-size: auto;
    border-color: currentColor;
    color: var(--_accent);
    font-size: 0.9375rem;
    inline-size: auto;
    margin-block-start: 10px;
    min-block-size: 44px;
  }
  .foot {
    justify-content: center;
    margin-block-start: 8px;
    text-align: center;
  }
  button:active:not([aria-disabled='true']) {
    filter: brightness(0.94);
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
  }
  @media print {
    form {
      display: none;
    }
  }
`;
