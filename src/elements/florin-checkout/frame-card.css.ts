import { css } from 'lit';

/** The frame's padding of 3 px holds the focus ring; the frame is drawn that much larger, so that fields line up. */
export const frameCardStyles = css`
  iframe,
  ::slotted(iframe) {
    block-size: 290px;
    border: 0;
    color-scheme: inherit;
    display: block;
    inline-size: calc(100% + 6px);
    margin: -3px;
  }
  .again {
    margin-block-end: 8px;
  }
`;
