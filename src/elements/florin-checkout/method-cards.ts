/** Creates all sources except the fields of `javascript`. Loaded when a checkout needs one of them. */
import { attemptName } from '../../checkout/attempt-name.js';
import { wasSent } from '../../checkout/attempt-record.js';
import { createExchange } from '../../checkout/exchange.js';
import { signerAddress } from '../../checkout/origins.js';
import { askKey } from '../../checkout/signer-calls.js';
import { method as english } from '../../languages/generated/english/method.js';
import { localeOf, messagesOf } from '../locale.js';
import { paymentMessages } from '../messages/payment-messages.js';
import { givenBy, GivenForm } from './given-form.js';
import { AwaySource, leaveFor, leaveForHostedPage } from './method-away.js';
import { type FrameUse, ServiceFrame } from './method-frame.js';
import { WebformSource } from './method-webform.js';
import type { CheckoutHost, CreateSource, OtherMethod, Source } from './source.js';

const methodMessages = (locale: string) => messagesOf('method', english, locale);

/** As long as the form is hidden while the list of saved cards is loading. */
const LIST_MS = 3_000;

/** Loads the code of a method, or of saving. */
export async function loadMethod(method: OtherMethod): Promise<CreateSource> {
  if (method === 'iframe') return (host) => new ServiceFrame(host, frameToPay(host));
  if (method === 'redirect') return payOnHostedPage;
  if (method === 'webform') {
    await pageRead();
    return createWebform;
  }
  // In parallel: the form is in another file than the flow's texts.
  const [{ createTokenSource }] = await Promise.all([import('./token-sources.js'), import('../../checkout/saving.js')]);
  // This code can also run before the page's form is parsed.
  await pageRead();
  return createTokenSource;
}

/** A script that is not deferred can run before the page's form is parsed. */
async function pageRead(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/**
 * Without a form inside the tag, the button leads to the signer's page; also if this bundle has no
 * fields for the page. A sentence inside the tag, instead of a form, is shown.
 */
function createWebform(host: CheckoutHost): Source | undefined {
  const { page } = host.sources;
  const given = givenBy(host);
  if (!page || !given) return payOnForm(host);
  return given instanceof HTMLFormElement ? new WebformSource(host, page(host), new GivenForm(given)) : undefined;
}

const payOnHostedPage = (host: CheckoutHost): Source =>
  new AwaySource(host, {
    note: () => methodMessages(localeOf(host)).redirect,
    label: () => methodMessages(localeOf(host)).continue,
    leave: leaveForHostedPage,
  });

const payOnForm = (host: CheckoutHost): Source =>
  new AwaySource(host, {
    note: () => methodMessages(localeOf(host)).webform,
    label: () => methodMessages(localeOf(host)).continue,
    typedOnly: 'method="webform" needs the form of Signer.renderForm in its slot, and the fields of florin.js',
    leave: async (_key, exchange) => {
      // The key may be older than its token, and a page of the signer asks for no other.
      const order = (await exchange.renewOrder?.()) || host.order;
      const route = `form?order=${encodeURIComponent(order)}&lang=${localeOf(host)}`;
      return leaveFor(signerAddress(host.signerUrl, route), exchange);
    },
  });

function frameToPay(host: CheckoutHost): FrameUse {
  /**
   * The same details as in the payment's key request: other details need another key, and a frame
   * of another key is never processed.
   */
  const asks = () => ({ ...(host.references && { references: host.references }), ...host.card?.keyOptions });
  // The first saved card is chosen when the list is loaded, and needs another key and another frame.
  const list = host.querySelector('florin-saved-cards');
  let waits = list !== null;
  if (waits)
    setTimeout(() => {
      waits = false;
      host.requestUpdate();
    }, LIST_MS);
  const isListToCome = () => waits && list?.settled !== true;
  return {
    texts() {
      const { frame, ...texts } = methodMessages(localeOf(host));
      const { serviceUnreachable, notCharged, tryAgain } = paymentMessages(localeOf(host));
      return { ...texts, title: frame, unreachable: `${serviceUnreachable} ${notCharged} ${tryAgain}` };
    },
    subject() {
      const { signerUrl, order } = host;
      return signerUrl && order && JSON.stringify([attemptName(host), asks()]);
    },
    // The attempt renews the order.
    canBegin: () => host.attempt !== undefined && !isListToCome() && !wasSent(attemptName(host)),
    async findKey(signal, scheme) {
      const { signerUrl, order } = host;
      // The key of an order is the same for equal requests. Without a key, the order is paid or cannot be paid now.
      const answer = await askKey(signerUrl, { order, ...asks(), scheme }, createExchange(signal, host.attempt));
      return answer.status === 'granted' ? answer : 'waits';
    },
  };
}
