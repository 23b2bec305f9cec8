import { css } from 'lit';

/** Styles of the saved card or account that is shown instead of the form. */
export const tokenStyles = css`
  /* What could not be had is said at once. */
  .waiting [role='alert'] {
    visibility: visible;
  }
  /* Without the security code the frame's rows are the same in a narrow column. */
  @container (inline-size < 360px) {
    .frame {
      --_lines: var(--_rows);
    }
  }
  .subject {
    color: var(--_soft);
    margin: 0 0 12px;
  }
  .more {
    background: none;
    border: 0;
    color: var(--_accent);
    cursor: pointer;
    display: block;
    font: inherit;
    margin-block-end: 12px;
    min-block-size: 44px;
    padding: 0;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .more:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .again {
    background: none;
    border-color: currentColor;
    color: var(--_accent);
    inline-size: auto;
    min-block-size: 44px;
  }
  .saved {
    align-items: start;
    background: color-mix(in srgb, var(--tone) 8%, var(--_paper));
    border: 1px solid color-mix(in srgb, var(--tone) 35%, var(--_paper));
    border-radius: var(--_radius);
    column-gap: 10px;
    display: flex;
    padding: 14px 16px;
    --tone: var(--florin-good, light-dark(#18794e, #3dd68c));
  }
  .saved:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .saved svg {
    color: var(--tone);
    flex: none;
    margin-block-start: 2px;
  }
  .saved p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .saved .what {
    font-weight: 600;
  }
  .saved .soft {
    color: var(--_soft);
    font-size: 0.9375rem;
  }
`;
