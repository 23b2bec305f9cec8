/** Scenarios, which change the whole sandbox. The endpoints below `/sandbox` run the rows of the control API. */
import { NAME_SCENARIOS } from '../bank/scenarios.js';
import { CONTROL_ROWS } from '../control/control-rows.js';
import { number, object } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import { FAULT_KINDS } from '../faults/fault-rules.js';
import { OPERATIONS } from '../faults/operation-names.js';
import type { OfficeApi } from './api.js';
import { OfficeFault } from './office-fault.js';
import { describeSandbox, openLiveStream } from './live-stream.js';
import { actionRow, queryRow, streamRow, type OfficeRow } from './row.js';
import { addSamples } from './add-samples.js';

/** Endpoints that a row of the control API answers, with the state of the sandbox instead of its own answer. */
const CONTROLLED = [
  'POST /sandbox/clock',
  'PUT /sandbox/availability',
  'PUT /sandbox/next-payment',
  'POST /sandbox/faults',
  'DELETE /sandbox/faults',
  'PUT /sandbox/webhooks/scenario',
  'POST /sandbox/auth-keys/expire',
] as const satisfies readonly (keyof OfficeApi)[];

/** The members of a body that the row has read. A time is written anew, because a date can have a comment. */
function describeBody(body: unknown): string {
  return Object.entries(body ?? {})
    .map(
      ([member, value]: [string, unknown]) =>
        [member, member === 'to' ? new Date(String(value)).toISOString() : value] as const,
    )
    .map(([member, value]) => `${member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${String(value)}`)
    .join(', ');
}

function controlledRow(name: (typeof CONTROLLED)[number]): OfficeRow {
  const found = CONTROL_ROWS.find(({ verb, path }) => `${verb} /sandbox${path}` === name);
  if (!found) throw new Error(`The control API has no row for ${name}`);
  return actionRow(name, 'administrator', async (call, { context, control, person, note }) => {
    const { number: own } = person.caller.merchant;
    const named = [...call.query.getAll('merchant'), (call.body as { readonly merchant?: unknown } | null)?.merchant];
    if (named.some((merchant) => merchant !== undefined && merchant !== own)) {
      throw new OfficeFault(403, 'You may set this for all merchants or for your own');
    }
    await found.run(control, call);
    note(describeBody(call.body));
    return describeSandbox(control, context, person);
  });
}

const SEED = object({ count: number(1, 500).default(60) });

/** Scenario endpoints. */
export const SANDBOX_ROWS: readonly OfficeRow[] = [
  queryRow('GET /sandbox', 'person', async (_call, { context, control, person }) =>
    describeSandbox(control, context, person),
  ),
  queryRow('GET /sandbox/choices', 'administrator', async (_call, { context }) => ({
    learnt: context.settings.dialect.learnt ?? null,
    operations: OPERATIONS,
    kinds: FAULT_KINDS,
    names: NAME_SCENARIOS.map(({ holderName, then }) => ({ holderName, then })),
  })),
  ...CONTROLLED.map(controlledRow),
  actionRow('POST /sandbox/reset', 'administrator', async (_call, { control, person }) => {
    await control.reset(person.caller.merchant.number);
    return { ok: true };
  }),
  actionRow('POST /sandbox/seed', 'administrator', async ({ body }, { context, person, note }) => {
    const { count } = readSetup(SEED, body, 'seed');
    const added = await addSamples(Math.floor(count), context, person.caller);
    note(String(added));
    return { added };
  }),
  streamRow('/live', async ({ request }, scope) => openLiveStream(request, scope)),
];
