/** Every source but the fields of `javascript`. Loaded when a checkout asks for one of these. */
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
import { signerAddress } from '../../checkout/origins.js';
import { askKey } from '../../checkout/signer-calls.js';
import { browserTimers } from '../../checkout/timers.js';
import { localeOf } from '../locale.js';
import { methodWords } from '../words/method-words.js';
import { givenBy, GivenForm } from './given-form.js';
import { AwaySource, leaveFor, leaveForHostedPage } from './method-away.js';
import { type FrameUse, ServiceFrame } from './method-frame.js';
import { WebformSource } from './method-webform.js';
import type { CheckoutHost, CreateSource, OtherMethod, Source, Sources } from './source.js';

/** Loads what a method needs besides, or the form that saves something. */
export async function loadMethod(method: OtherMethod): Promise<CreateSource> {
  if (method === 'iframe') return (host) => new ServiceFrame(host, frameToPay(host));
  if (method === 'redirect') return payOnHostedPage;
  if (method === 'webform') {
    await pageRead();
    return createWebform;
  }
  // Beside each other: the form is in another file than the flow's texts.
  const [{ createTokenSource }] = await Promise.all([
    import('./token-sources.js'),
    import('../../checkout/token-flow.js'),
  ]);
  // It too may stand before the form that the page brings.
  await pageRead();
  return createTokenSource;
}

/** A script that is not deferred can be here before the form that the page brings. */
async function pageRead(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/**
 * An element that brings nothing leads away, and so does one for whose page there are no fields in this bundle. One that
 * brings a sentence in place of a form shows it.
 */
function createWebform(host: CheckoutHost, { page }: Sources): Source | undefined {
  const given = givenBy(host);
  if (!page || !given) return payOnForm(host);
  return given instanceof HTMLFormElement ? new WebformSource(host, page(host), new GivenForm(given)) : undefined;
}

const payOnHostedPage = (host: CheckoutHost): Source =>
  new AwaySource(host, { note: () => methodWords(localeOf(host)).redirect, leave: leaveForHostedPage });

const payOnForm = (host: CheckoutHost): Source =>
  new AwaySource(host, {
    note: () => methodWords(localeOf(host)).webform,
    leave: (_key, { signal }) =>
      leaveFor(signerAddress(host.signerUrl, `form?order=${encodeURIComponent(host.order)}`), signal),
  });

function frameToPay(host: CheckoutHost): FrameUse {
  /**
   * As the payment asks for its key: another question is another key, and a frame of another key is never processed. A saved
   * card that is chosen has no frame.
   */
  const asks = () => ({
    ...(host.references && { references: host.references }),
    ...(host.card?.wish?.storeCard && { storeCard: true }),
  });
  return {
    texts() {
      const { frame, ...texts } = methodWords(localeOf(host));
      return { ...texts, title: frame };
    },
    subject() {
      const { signerUrl, order } = host;
      return signerUrl && order && JSON.stringify([signerUrl, order, asks()]);
    },
    canBegin: () => readRecord(host.order, sessionRecords())?.submittedAt === undefined,
    async findKey(signal) {
      const { signerUrl, order } = host;
      const fetch = (...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call);
      // The order's key is the same for each who asks the same. Without one it is paid, or not to be paid now.
      const answer = await askKey(signerUrl, { order, ...asks() }, { fetch, timers: browserTimers, signal });
      return answer.status === 'granted' ? answer : 'waits';
    },
  };
}
