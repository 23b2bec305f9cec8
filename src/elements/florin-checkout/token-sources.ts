/** Creates the sources for cards and bank accounts to save. */
import { nothing } from 'lit';
import { signerAddress } from '../../checkout/origins.js';
import { TOKEN_PURPOSES } from '../../checkout/saving.js';
import { localeOf } from '../locale.js';
import { tokenMessages } from '../messages/token-messages.js';
import { givenBy, GivenForm } from './given-form.js';
import { leaveByForm } from './leave-by-form.js';
import { AwaySource, leaveForHostedPage } from './method-away.js';
import { type FrameUse, ServiceFrame } from './method-frame.js';
import { WebformSource } from './method-webform.js';
import type { CheckoutHost, Source } from './source.js';
import { TokenAccount } from './token-account.js';
import { TokenCard } from './token-card.js';
import { readAttributes } from './token-form.js';

/** The source of an element with a `purpose`; with `method="webform"` it replaces the page's form. */
export function createTokenSource(host: CheckoutHost): Source {
  const { purpose } = readAttributes(host);
  const kind = purpose.endsWith('card') ? 'card' : 'bank_account';
  const method = host.getAttribute('method');
  const fault = whyNot(host);
  if (fault !== undefined) return nothingToType(fault);
  if (method === 'iframe') return new ServiceFrame(host, frameToSave(host, kind));
  const texts = () => tokenMessages(localeOf(host)).away;
  const label = () => texts().continue;
  if (method === 'redirect')
    return new AwaySource(host, { note: () => texts().redirect, label, leave: leaveForHostedPage });
  // A page with frame isolation has no card form of its own.
  const form = method === 'webform' && host.sources.page && host.isolation !== 'frame' ? givenBy(host) : null;
  const given = form instanceof HTMLFormElement ? new GivenForm(form) : undefined;
  if (method === 'webform' && !given) {
    return new AwaySource(host, {
      note: () => texts().webform,
      label,
      // A claim must not be in a URL, so the page is left by a form post.
      leave: ({ claim }, exchange) =>
        leaveByForm(
          host.renderRoot,
          { action: signerAddress(host.signerUrl, `form?lang=${localeOf(host)}`), values: { claim, kind } },
          exchange,
        ),
    });
  }
  const fields =
    kind === 'card'
      ? new TokenCard(host, purpose === 'update-card' && !given?.isBegun(['CardNumber', 'CardHolderName']))
      : new TokenAccount(host);
  return given ? new WebformSource(host, fields, given) : fields;
}

function frameToSave(host: CheckoutHost, kind: 'card' | 'bank_account'): FrameUse {
  return {
    texts() {
      const { frame, loading, notLoaded, loadAgain, incomplete, renewed } = tokenMessages(localeOf(host));
      return { title: frame[kind], loading, failed: notLoaded, again: loadAgain, incomplete, renewed };
    },
    subject: () => host.signerUrl,
    canBegin: () => host.attempt?.status === 'idle',
    // Without a key, the form shows why, and its button tries again.
    findKey: async (_signal, scheme) =>
      (await host.attempt?.prepare(scheme)) ?? (host.attempt?.isRefused ? 'refused' : 'failed'),
  };
}

function whyNot(host: CheckoutHost): string | undefined {
  const { purpose, card } = readAttributes(host);
  if (!TOKEN_PURPOSES.includes(purpose)) return `purpose="${purpose}" is none of payment, ${TOKEN_PURPOSES.join(', ')}`;
  if (purpose.startsWith('update') && card === '') {
    return `purpose="${purpose}" needs the attribute card, a handle of the signer's list`;
  }
  if (/^(iframe|redirect|webform)$/.test(host.getAttribute('method') ?? '')) return undefined;
  if (host.isolation === 'frame') {
    return purpose.endsWith('account')
      ? 'isolation="frame" takes cards only; method="iframe" keeps a bank account out of the page'
      : undefined;
  }
  return host.sources.page
    ? undefined
    : 'florin-isolated.js takes cards with isolation="frame" only; method="iframe" keeps a bank account out of the page';
}

function nothingToType(fault: string): Source {
  return {
    fault,
    isEmpty: true,
    render: () => nothing,
    report: () => false,
    forSubmission() {
      throw new TypeError(`florin-checkout: ${fault}`);
    },
  };
}
