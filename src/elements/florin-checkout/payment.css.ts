import { css } from 'lit';

/** Styles of what a payment says; adopted when a payment can begin. */
export const paymentStyles = css`
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
    text-wrap: pretty;
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
    --tone: var(--_good);
  }
  .foot {
    justify-content: center;
    margin-block-start: 8px;
    text-align: center;
  }
  @media print {
    form {
      display: none;
    }
  }
`;
