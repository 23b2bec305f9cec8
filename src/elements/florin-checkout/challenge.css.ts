import { css } from 'lit';

/**
 * The frame has one of the sizes for which banks design their pages (EMV 3-D Secure, challenge
 * window size): 250 by 400, 390 by 400, 500 by 600, 600 by 400, or the full screen of a phone.
 */
export const challengeStyles = css`
  .challenge {
    --w: 250px;
    --h: 400px;
    background: var(--_paper);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) + 4px);
    box-shadow: 0 12px 48px #0006;
    font-size: 1rem;
    inline-size: calc(var(--w) + 2px);
    max-block-size: none;
    max-inline-size: 100%;
    overflow: clip;
    padding: 0;
  }
  .challenge::backdrop {
    background: #0008;
  }
  .challenge header {
    align-items: center;
    border-block-end: 1px solid var(--_line);
    display: flex;
    gap: 8px;
    justify-content: space-between;
    padding: 4px 4px 4px 16px;
  }
  .challenge header:dir(rtl) {
    padding: 4px 16px 4px 4px;
  }
  .challenge h2,
  .challenge h3 {
    font-size: 1rem;
    font-weight: 600;
    line-height: 1.3;
    margin: 0;
    outline: none;
  }
  .challenge .timer {
    color: var(--_soft);
    font-variant-numeric: tabular-nums;
    margin-inline-start: auto;
  }
  .challenge button {
    inline-size: auto;
    margin: 0;
    min-block-size: 44px;
  }
  .challenge .plain {
    background: none;
    color: var(--_accent);
    font-weight: 500;
  }
  .challenge .close {
    color: var(--_ink);
    flex: none;
    font-size: 1.5rem;
    font-weight: 400;
    inline-size: 44px;
    block-size: 44px;
    line-height: 1;
    padding: 0;
  }
  .challenge footer .plain {
    block-size: 44px;
    font-size: 0.875rem;
    inline-size: 100%;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .challenge footer {
    border-block-start: 1px solid var(--_line);
  }
  .place {
    block-size: var(--h);
    position: relative;
  }
  .place iframe {
    block-size: 100%;
    border: 0;
    display: block;
    inline-size: 100%;
  }
  .place > div {
    align-content: center;
    background: var(--_paper);
    display: grid;
    gap: 12px;
    inset: 0;
    justify-items: center;
    padding: 20px;
    position: absolute;
    text-align: center;
  }
  .place > .waits {
    pointer-events: none;
  }
  .place > [role='alertdialog'] {
    justify-items: stretch;
  }
  .place p {
    margin: 0;
    text-wrap: pretty;
  }
  @media (min-width: 422px) and (min-height: 520px) {
    .challenge {
      --w: 390px;
    }
  }
  @media (min-width: 640px) and (min-height: 520px) {
    .challenge {
      --w: 600px;
    }
  }
  @media (min-width: 640px) and (min-height: 740px) {
    .challenge {
      --w: 500px;
      --h: 600px;
    }
  }
  @media (max-width: 639px) and (pointer: coarse), (max-width: 281px), (max-height: 519px) {
    .challenge {
      block-size: 100dvh;
      border: 0;
      border-radius: 0;
      inline-size: 100%;
      margin: 0;
    }
    .challenge[open] {
      display: grid;
      grid-template-rows: auto 1fr auto;
    }
    .place {
      block-size: auto;
    }
  }
`;
