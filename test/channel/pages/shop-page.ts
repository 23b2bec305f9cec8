/** A shop's page for channel tests: connects to frames, keeps a log, runs the test's commands. */
import type { FrameNotice } from '../../../src/channel/contract.js';
import { type RemoteFrame, connectFrame } from '../../../src/channel/page-channel.js';
import { watchStyles } from '../../../src/channel/watch-styles.js';

/** A link to an iframe, and all notices that it received. */
class Link {
  /** One for each time that a frame was there. */
  readonly frames: RemoteFrame[] = [];
  readonly notices: FrameNotice[] = [];
  readonly failures: string[] = [];
  /** How often a frame was removed or closed the connection. */
  closings = 0;
  readonly #stop = new AbortController();

  constructor(iframe: HTMLIFrameElement, options: { origin: string; timeoutSeconds?: number; answerSeconds?: number }) {
    connectFrame(iframe, {
      ...options,
      signal: this.#stop.signal,
      onOpen: (frame) => this.frames.push(frame),
      onClose: () => (this.closings += 1),
      onNotice: (notice) => this.notices.push(notice),
      onFailure: (error) => this.failures.push(error.code),
    });
  }

  get frame(): RemoteFrame {
    const frame = this.frames.at(-1);
    if (!frame) throw new Error('no frame yet');
    return frame;
  }

  /** Ends the link. */
  stop(): void {
    this.#stop.abort();
  }
}

/** Everything that a test may do in the page. */
const shopPage = {
  links: [] as Link[],
  /** Long default timeouts: on a slow machine only a test of failures may see one. */
  connect(iframe: HTMLIFrameElement, origin: string, timeoutSeconds = 60, answerSeconds = 60): Link {
    const link = new Link(iframe, { origin, timeoutSeconds, answerSeconds });
    this.links.push(link);
    return link;
  },
  watchStyles,
  /** The result of a promise, as text. */
  async ending(promise: Promise<unknown>): Promise<string> {
    try {
      return JSON.stringify(await promise) ?? 'undefined';
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      return `${code}: ${message}`;
    }
  },
};

declare global {
  var shop: typeof shopPage;
}

globalThis.shop = shopPage;
