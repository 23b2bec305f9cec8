/** A shop's page with the element's part for the service's frame, and a clock that the test moves. */
import { render } from 'lit';
import type { SubmitKey } from '../../src/checkout/submit-card.js';
import { ServiceFrame } from '../../src/elements/florin-checkout/method-frame.js';
import type { CheckoutHost } from '../../src/elements/florin-checkout/source.js';
import { createManualTimers } from '../checkout/manual-timers.js';

/** The page, for the test. */
export interface FramePage {
  /** Moves the clock by so many milliseconds, one step of the wait after the other. */
  pass(milliseconds: number): Promise<void>;
  /** As when the button is pressed. Resolves with what came of it: the kind of the answer, or the code of the error. */
  press(): Promise<string>;
}

function showFrame(frameUrl: string): FramePage {
  const key = { claim: 'claim', frameUrl, submitUrl: frameUrl } as SubmitKey;
  const element = document.body.appendChild(document.createElement('div'));
  const root = element.attachShadow({ mode: 'open' });
  const draw = () => render(source.render(), root);
  const host = Object.assign(element, {
    signerUrl: '/pay',
    renderRoot: root,
    addController() {},
    requestUpdate: () => queueMicrotask(draw),
  }) as unknown as CheckoutHost;
  const source: ServiceFrame = new ServiceFrame(host, {
    texts: () => ({ title: '', loading: '', failed: '', again: '', incomplete: '', renewed: '' }),
    subject: () => 'order',
    canBegin: () => true,
    findKey: () => Promise.resolve(key),
  });
  source.hostUpdated();
  const timers = createManualTimers();
  return {
    async pass(milliseconds) {
      for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
        timers.advance(STEP_MS);
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    async press() {
      const { signal } = new AbortController();
      try {
        return (await source.forSubmission()(key, { fetch: fetch.bind(globalThis), timers, signal })).kind;
      } catch (error) {
        return (error as { code: string }).code;
      }
    },
  };
}

const STEP_MS = 50;

declare global {
  var show: typeof showFrame;
  var shown: FramePage;
}

globalThis.show = showFrame;
