/** A frame page without fields: records calls, and answers as the test decides. */
import { createStyleSheet } from '../../../src/channel/apply-styles.js';
import type { FrameApi, FrameNotice, FrameOptions, SubmitOutcome } from '../../../src/channel/contract.js';
import { serveFrame } from '../../../src/channel/frame-channel.js';
import { type SignedKeyRules, verifySignedKey } from '../../../src/channel/signed-key.js';
import { FlorinError } from '../../../src/core/errors.js';

/** Baked into the response, as the signer does. */
declare global {
  var parents: readonly string[];
  var rules: Omit<SignedKeyRules, 'now'> | undefined;
  var field: typeof framePage;
}

const applyStyles = createStyleSheet(document.documentElement);

/** Everything that a test may look at in the frame. */
const framePage = {
  /** Method and argument of each call that arrived. */
  calls: [] as [method: string, argument?: unknown][],
  options: {} as FrameOptions,
  notify(notice: Partial<FrameNotice>): void {
    channel.notify({ fields: {}, brand: null, height: 0, focused: null, asks: false, act: null, ...notice });
  },
};

const api: FrameApi = {
  configure(options) {
    framePage.calls.push(['configure', options]);
    framePage.options = { ...framePage.options, ...options };
    if (options.styles) applyStyles(options.styles);
  },
  focus(target) {
    framePage.calls.push(['focus', target]);
  },
  check() {
    framePage.calls.push(['check']);
    return true;
  },
  async submit(signedKey): Promise<SubmitOutcome> {
    framePage.calls.push(['submit', signedKey]);
    if (globalThis.rules) {
      const now = () => Date.now() / 1000;
      await verifySignedKey(signedKey, { ...globalThis.rules, now });
    }
    if (signedKey === 'never') return new Promise(() => undefined);
    if (signedKey === 'incomplete') throw new FlorinError('field_invalid', 'Number 4111 1111 1111 1111 is wrong');
    if (signedKey === 'bug') throw new RangeError('4111111111111111 is out of range');
    return {
      kind: 'finished',
      resultKey: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
      ...{ number: '4111111111111111' },
    };
  },
  clearCvn() {
    framePage.calls.push(['clearCvn']);
  },
  reset() {
    framePage.calls.push(['reset']);
  },
  setDisabled(disabled) {
    framePage.calls.push(['setDisabled', disabled]);
  },
};

globalThis.field = framePage;
const channel = serveFrame(api, { parents: globalThis.parents });
