/** Webhooks of the merchant: deliveries with their attempts, and another try. */
import { WEBHOOK_STATES } from '../control/control-answers.js';
import { choice, object } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import { isCatcherPath } from '../webhooks/catcher-path.js';
import type { Webhook, WebhookAttempt } from '../webhooks/webhook.js';
import type { ListedWebhook, ShownWebhook } from './api.js';
import { OfficeFault } from './office-fault.js';
import { actionRow, findById, queryRow, type OfficeRow } from './row.js';
import { maskToken } from './show-transaction.js';

const MOST = 100;

/** The query of a shop's address contains the code that makes its webhook valid. */
function showAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

export function showWebhook(webhook: Webhook, attempts: readonly WebhookAttempt[]): ShownWebhook {
  const { id, url, state, createdAt } = webhook;
  return { id, url: showAddress(url), isCaught: isCatcherPath(new URL(url).pathname), state, createdAt, attempts };
}

function maskBody(body: string): unknown {
  return JSON.parse(body, (name, value: unknown) =>
    name === 'DVToken' && typeof value === 'string' ? maskToken(value) : value,
  );
}

function listWebhook(webhook: Webhook, attempts: readonly WebhookAttempt[]): ListedWebhook {
  const { kind, subject, dueAt, body } = webhook;
  const isToken = kind === 'token';
  return {
    ...showWebhook(webhook, attempts),
    txnNumber: isToken ? null : subject,
    maskedToken: isToken ? maskToken(subject) : null,
    dueAt,
    body: maskBody(body),
  };
}

const LIST = object({ state: choice(WEBHOOK_STATES).nullable().default(null) });

export const WEBHOOK_ROWS: readonly OfficeRow[] = [
  queryRow('POST /webhooks/search', 'person', async ({ body }, { context, person }) => {
    const { state } = readSetup(LIST, body, 'list');
    const { id: merchantId } = person.caller.merchant;
    return context.store.read(async (view) => {
      const shown: ListedWebhook[] = [];
      for (const webhook of await view.searchWebhooks({ merchantId, limit: MOST, ...(state && { state }) })) {
        shown.push(listWebhook(webhook, await view.listAttempts(webhook.id)));
      }
      return shown;
    });
  }),
  actionRow('POST /webhooks/:id/resend', 'person', async (call, scope) => {
    const webhook = await findById(call, scope, (view, _merchantId, id) => view.findWebhook(id));
    if (webhook?.merchantId !== scope.person.caller.merchant.id) throw new OfficeFault(404, 'There is no such webhook');
    await scope.control.resendWebhook(webhook.id);
    scope.note(webhook.kind === 'token' ? maskToken(webhook.subject) : `transaction ${webhook.subject}`);
    return { ok: true };
  }),
];
