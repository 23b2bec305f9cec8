/** The webhook catcher: its address, the switch that sends webhooks there, and what it has received. */
import { flag, object } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import { publicUrlOf } from '../public-url.js';
import type { CaughtWebhook } from '../store/caught-webhook-store.js';
import { MOST_CAUGHT, catcherPathOf } from '../webhooks/catcher.js';
import type { Catcher } from './data-api.js';
import { actionRow, queryRow, type OfficeCall, type OfficeRow, type SignedInScope } from './row.js';

/** The number in a body such as TxnResp. */
function txnNumberIn(body: string): string | null {
  return /"txnnumber": "?(\d{1,15})\b/i.exec(body)?.[1] ?? null;
}

async function urlOf({ request }: OfficeCall, { context, person }: SignedInScope): Promise<string> {
  return publicUrlOf(request, context.settings) + (await catcherPathOf(person.caller.merchant, context));
}

async function describe(call: OfficeCall, scope: SignedInScope): Promise<Catcher> {
  const { context, catchers, person } = scope;
  const { id: merchantId } = person.caller.merchant;
  const caught = await context.store.read((view) => view.listCaughtWebhooks(merchantId));
  return {
    url: await urlOf(call, scope),
    isCatching: catchers.has(merchantId),
    most: MOST_CAUGHT,
    webhooks: caught.map(({ id, caughtAt, headers, body }: CaughtWebhook) => ({
      id: String(id),
      caughtAt,
      headers,
      body,
      txnNumber: txnNumberIn(body),
    })),
  };
}

const CATCHER = object({ isCatching: flag() });

/** Endpoints of the webhook catcher. */
export const CAUGHT_ROWS: readonly OfficeRow[] = [
  queryRow('GET /caught', 'person', describe),
  actionRow('PUT /caught', 'administrator', async (call, scope) => {
    const { catchers, person } = scope;
    const { isCatching } = readSetup(CATCHER, call.body, 'catcher');
    const { id: merchantId } = person.caller.merchant;
    if (isCatching) catchers.set(merchantId, await urlOf(call, scope));
    else catchers.delete(merchantId);
    scope.note(isCatching ? 'on' : 'off');
    return describe(call, scope);
  }),
];
