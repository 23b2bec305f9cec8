import { css } from 'lit';

/**
 * Styles of the saved card or account that is shown instead of the form. An error is visible at once, also while the form waits.
 * Without the security code the frame's rows are the same in a narrow column. "Add another" is less prominent than "Done",
 * because few shoppers add another card.
 */
export const tokenStyles = css`
  .waiting [role='alert'] {
    visibility: visible;
  }
  @container (inline-size < 280px) {
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
  .saved h2 {
    font-size: inherit;
    line-height: inherit;
    margin: 0;
    outline: none;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    margin-block-start: 12px;
  }
  .ways > * {
    flex: 1 1 10rem;
    margin: 0;
  }
  .done {
    align-items: center;
    background: var(--_accent);
    block-size: var(--_height);
    border: 1px solid transparent;
    border-radius: var(--_radius);
    box-sizing: border-box;
    color: var(--florin-on-accent, light-dark(#fff, #0d1520));
    display: flex;
    font-size: 1rem;
    font-weight: 600;
    justify-content: center;
    padding: 0 16px;
    text-decoration: none;
  }
  .done:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .ways .again {
    background: none;
    block-size: var(--_height);
    border-color: var(--_line);
    color: inherit;
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
