import { css } from 'lit';
import { BETWEEN, LABEL, NOTE, NOTE_UP } from '../field/row-size.js';

/**
 * The frame's padding of 3 px holds the focus ring. The frame is drawn larger by that amount, so that fields line up. Until the
 * frame reports its height, it has the height of its rows as elements/field/ draws them, so that nothing moves.
 *
 * - `only`: one field, which is the security code of a saved card, or the expiry of a card that is changed.
 * - `gone`: not `display: none`, because Chromium may leave a frame empty that is loaded while it becomes visible again.
 * - `note`: the line below the button. Its space is reserved, as below the fields.
 */
export const frameCardStyles = css`
  .frame {
    --_rows: 3;
    --_lines: var(--_rows);
    --_line-height: calc(${LABEL * 1.4 + NOTE}rem + var(--_height) + ${2 * BETWEEN - NOTE_UP}px);
    margin-block-end: -6px;
  }
  .frame.short {
    --_rows: 2;
  }
  @container (inline-size < 280px) {
    .frame {
      --_lines: calc(var(--_rows) + 1);
    }
  }
  .frame.only {
    --_lines: 1;
  }
  iframe,
  ::slotted(iframe) {
    block-size: calc(6px + var(--_lines) * var(--_line-height) + (var(--_lines) - 1) * var(--_row-gap));
    border: 0;
    color-scheme: inherit;
    display: block;
    inline-size: calc(100% + 6px);
    inset-block-start: -3px;
    inset-inline-start: -3px;
    position: relative;
  }
  .gone {
    block-size: 0;
    overflow: hidden;
    position: absolute;
    visibility: hidden;
  }
  .note {
    color: var(--_soft);
    font-size: 0.8125rem;
    line-height: ${NOTE}rem;
    margin: -${NOTE_UP}px 0 0;
    min-block-size: ${NOTE}rem;
  }
`;
