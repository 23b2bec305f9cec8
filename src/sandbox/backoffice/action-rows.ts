/** What the users of the merchant did: the successful actions, of which run-action.ts stores the newest. */
import { someOf, whole } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import { queryRow, type OfficeRow } from './row.js';

const PAGE = 100;
const HIGHEST = Number.MAX_SAFE_INTEGER;
const LIST = someOf({ beforeId: whole(1, HIGHEST) });

export const ACTION_ROWS: readonly OfficeRow[] = [
  queryRow('POST /actions/search', 'person', async ({ body }, { context, person }) => {
    const { beforeId = HIGHEST } = readSetup(LIST, body, 'list');
    const { id: merchantId } = person.caller.merchant;
    const found = await context.store.read((view) => view.listDoneActions(merchantId, beforeId, PAGE + 1));
    const actions = found.slice(0, PAGE).map(({ id, calledAt, username, name, subject, detail }) => ({
      id,
      at: calledAt,
      username: username ?? '',
      name,
      subject,
      detail: detail ?? '',
    }));
    return { actions, hasMore: found.length > PAGE };
  }),
];
