/** Transactions: the list, one with its timeline, and follow-ups by the operations that REST and SOAP use. */
import * as z from 'zod';
import { replaceDigitRuns } from '../../core/card/digits.js';
import { hasCardNumber } from '../../core/card/mask-card-numbers.js';
import { writeMoney } from '../../core/money/money.js';
import { choice, object, someOf, text, whole } from '../../wire/read-input.js';
import { NO_CONTROLS, SetupError, WITHOUT_CONTROLS, readSetup } from '../control/read-setup.js';
import { getTransaction } from '../operations/get-transaction.js';
import type { FollowUp } from '../operations/original-rules.js';
import { processFrom } from '../operations/process-transaction.js';
import { relatedTransactions } from '../operations/related-transactions.js';
import { searchPage, type SearchRequest } from '../operations/search-transactions.js';
import { tokeniseTransaction } from '../operations/tokenise-transaction.js';
import { readSearchRequest, readTransactionRequest } from '../rest/readers.js';
import type { Transaction } from '../transaction.js';
import type { ActionName, ListOrder, OfficeApi, ShownAction, ShownWebhook, TimelineStep } from './api.js';
import { listCall } from './call-rows.js';
import { answerCsv } from './csv.js';
import { explainOutcome } from './explain.js';
import { findDuplicates } from './find-duplicates.js';
import { FILTERS, restCall } from './rest-call.js';
import { actionRow, queryRow, streamRow, type OfficeCall, type OfficeRow, type SignedInScope } from './row.js';
import {
  describeChecks,
  findPossible,
  listTransaction,
  listWithLedgers,
  maskToken,
  numbersOf,
  showRequest,
  showResponse,
} from './show-transaction.js';
import { showWebhook } from './webhook-rows.js';

const ORDERS: readonly ListOrder[] = ['newest_first', 'oldest_first', 'lowest_first', 'highest_first'];
const LONGEST_PAGE = 200;
const WEBHOOKS_OF_ONE = 20;
const CALLS_OF_ONE = 60;
const ACTION_NAMES = {
  stored_card: 'POST /transactions/:txnNumber/token',
  resent_webhook: 'POST /webhooks/:id/resend',
} as const satisfies Record<ShownAction['kind'], ActionName>;

/** The only filter that the service's search does not have. */
const HOLDER_NAME = 'CardHolderName';
const LONGEST_NAME = 100;
const LIST = object({ search: FILTERS, order: choice(ORDERS).exactOptional() });
const NUMBER = whole(0, Number.MAX_SAFE_INTEGER);
const PAGE = object({
  ...LIST.shape,
  offset: NUMBER.default(0),
  limit: whole(1, LONGEST_PAGE).default(LONGEST_PAGE),
  upTo: NUMBER.nullable().default(null),
});
/** Longest reason, in characters. */
const LONGEST_REASON = 200;
const FOLLOW_UP = someOf({
  amount: z.unknown(),
  reason: z
    .string('must be text')
    .trim()
    .max(LONGEST_REASON, `must have at most ${LONGEST_REASON} characters`)
    .regex(WITHOUT_CONTROLS, NO_CONTROLS)
    .refine(
      (text) => replaceDigitRuns(text, () => '') === text && !hasCardNumber(text),
      'must not contain a card number',
    ),
});

/** Reads the members of SearchInput, which are texts here, and the card holder's name. @throws SandboxFault */
function readSearch({ search, order }: z.output<typeof LIST>): SearchRequest {
  const { [HOLDER_NAME]: holderName, ...asked } = Object.fromEntries(search);
  const amount = 'Amount' in asked && { Amount: Number(asked['Amount']) };
  const request = readSearchRequest(restCall({ SearchInput: { ...asked, ...amount } }));
  return {
    ...request,
    ...(holderName !== undefined && {
      holderName: readSetup(text(LONGEST_NAME), holderName, `list.search.${HOLDER_NAME}`),
    }),
    ...(order && { order }),
  };
}

async function findWebhooks({ txnNumber, merchantId }: Transaction, { context }: SignedInScope) {
  return context.store.read(async (view) => {
    const subject = String(txnNumber);
    const found = await view.searchWebhooks({ merchantId, subject, limit: WEBHOOKS_OF_ONE });
    const shown: ShownWebhook[] = [];
    for (const webhook of found) {
      if (webhook.kind === 'transaction') shown.push(showWebhook(webhook, await view.listAttempts(webhook.id)));
    }
    return shown.reverse();
  });
}

/** Actions that made no transaction. A transaction has its own user. */
async function findActions(
  { txnNumber, merchantId }: Transaction,
  webhooks: readonly ShownWebhook[],
  { context }: SignedInScope,
): Promise<readonly ShownAction[]> {
  const subjects = { stored_card: [String(txnNumber)], resent_webhook: webhooks.map(({ id }) => String(id)) };
  return context.store.read(async (view) => {
    const actions: ShownAction[] = [];
    for (const kind of ['stored_card', 'resent_webhook'] as const) {
      for (const each of await view.listKeyedCalls(merchantId, ACTION_NAMES[kind], subjects[kind])) {
        actions.push({ kind, username: each.username ?? '', at: each.calledAt });
      }
    }
    return actions;
  });
}

async function describe({ parameters }: OfficeCall, scope: SignedInScope) {
  const { context, person, requestLog } = scope;
  const { merchant } = person.caller;
  const transaction = await getTransaction({ txnNumber: parameters['txnNumber'] ?? '' }, context, person.caller);
  const { objects, ledger, duplicates } = await context.store.read(async (view) => ({
    objects: await view.findRequestObjects(merchant.id, transaction.txnNumber),
    ledger: await view.readLedger(merchant.id, transaction.txnNumber),
    duplicates: await listWithLedgers(await findDuplicates(transaction, view), merchant, view),
  }));
  const timeline: TimelineStep[] = [];
  const related = await relatedTransactions(transaction, context, person.caller);
  const numbers = related.map(({ txnNumber }) => txnNumber);
  const ledgers = await context.store.read((view) => view.readLedgers(merchant.id, numbers));
  for (const each of related) {
    const webhooks = await findWebhooks(each, scope);
    timeline.push({
      transaction: listTransaction(each, merchant, ledgers.get(each.txnNumber)),
      checks: describeChecks(each),
      explanation: explainOutcome(each),
      webhooks,
      actions: await findActions(each, webhooks, scope),
    });
  }
  await requestLog.flush();
  const calls = await context.store.read((view) =>
    view.searchCalls({
      merchantId: merchant.id,
      unassigned: 'none',
      txnNumbers: timeline.map((step) => Number(step.transaction.txnNumber)),
      limit: CALLS_OF_ONE,
    }),
  );
  return {
    transaction: listTransaction(transaction, merchant, ledger),
    numbers: numbersOf(transaction),
    duplicates,
    checks: describeChecks(transaction),
    request: showRequest(transaction, objects),
    response: showResponse(transaction, context),
    timeline,
    calls: calls.map(listCall),
    possible: findPossible(transaction, ledger),
  };
}

/** Refund, capture or reversal: the request that a server would send, by the same reader and the same operation. */
function followUpRow(action: FollowUp): OfficeRow {
  const name = `POST /transactions/:txnNumber/${action}` as const satisfies keyof OfficeApi;
  return actionRow(name, 'person', async ({ parameters, body }, { context, person, note }) => {
    const { caller } = person;
    const { amount, reason = '' } = readSetup(FOLLOW_UP, body, action);
    const original = await getTransaction({ txnNumber: parameters['txnNumber'] ?? '' }, context, caller);
    const TxnReq = {
      Action: action,
      Amount: amount,
      OriginalTxnNumber: String(original.txnNumber),
      Currency: original.currency ?? undefined,
      TestMode: original.isTest,
      Crn1: original.crn1 ?? undefined,
      Crn2: original.crn2 ?? undefined,
      Crn3: original.crn3 ?? undefined,
      BillerCode: original.billerCode ?? undefined,
      MerchantReference: original.merchantReference ?? undefined,
    };
    const request = readTransactionRequest('v3')(restCall({ TxnReq }));
    const origin = { source: 'backoffice', reason: reason || null } as const;
    const made = listTransaction(await processFrom(origin, request, context, caller), caller.merchant);
    const money = `${made.currency} ${writeMoney({ minor: made.amount, currency: made.currency })}`;
    note(`${money}, ${made.status} as ${made.txnNumber}${reason && `: ${reason}`}`);
    return made;
  });
}

export const TRANSACTION_ROWS: readonly OfficeRow[] = [
  queryRow('POST /transactions/search', 'person', async ({ body }, { context, person }) => {
    const { offset, limit, upTo: known, ...list } = readSetup(PAGE, body, 'list');
    const { merchant } = person.caller;
    const upTo = known ?? (await context.store.read((view) => view.latestTxnNumber(merchant.id)));
    const found = await searchPage(readSearch(list), { offset, limit, upTo }, context, person.caller);
    const transactions = await context.store.read((view) => listWithLedgers(found.transactions, merchant, view));
    return { total: found.total, upTo, offset, transactions };
  }),
  queryRow('GET /transactions/:txnNumber', 'person', describe),
  followUpRow('refund'),
  followUpRow('capture'),
  followUpRow('reversal'),
  actionRow('POST /transactions/:txnNumber/token', 'person', async ({ parameters }, { context, person, note }) => {
    const { txnNumber = '' } = parameters;
    const { dvToken } = await tokeniseTransaction({ txnNumber }, context, person.caller);
    const maskedToken = maskToken(dvToken);
    note(maskedToken);
    return { maskedToken };
  }),
  streamRow('/transactions.csv', async ({ query }, { context, person }) => {
    const list = readSetup(text(10_000), query.get('list') ?? '{}', 'query.list');
    return answerCsv(readSearch(readSetup(LIST, parse(list), 'list')), context, person.caller);
  }),
];

/** @throws SetupError */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupError('query.list must be JSON');
  }
}
