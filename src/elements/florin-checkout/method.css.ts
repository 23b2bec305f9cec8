import { css } from 'lit';

/**
 * The service's frame does not report its height: a shop that styles it (IframeParameters.CSS) also sets its height.
 */
export const methodStyles = css`
  .service-frame {
    block-size: var(--florin-frame-height, 23rem);
    position: relative;
  }
  /* Expiry and code are one below the other. */
  @container (inline-size < 320px) {
    .service-frame {
      block-size: var(--florin-frame-height, 29rem);
    }
  }
  .service-frame iframe {
    block-size: 100%;
    border: 0;
    display: block;
    inline-size: 100%;
  }
  .note {
    color: var(--_soft);
    font-size: 0.8125rem;
    line-height: 1.25rem;
    margin: 0;
    min-block-size: 1.25rem;
  }
  .service-frame .note {
    inset: 0 0 auto;
    position: absolute;
  }
`;
