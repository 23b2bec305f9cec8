/** Actions: what the users of the merchant did here, newest first. */
import { html, nothing } from 'lit';
import { untranslated } from '../elements/untranslated.js';
import type { ActionName, FoundActions, ListedAction } from '../sandbox/backoffice/api.js';
import { emptyState } from './facts.js';
import { renderTime } from './format.js';
import { type Columns, gridList } from './grid-list.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { OFFICE } from './root.js';

const NAMES: Readonly<Record<ActionName, string>> = {
  'POST /users': 'User added',
  'PUT /users/:username': 'User changed',
  'DELETE /sessions': 'Other sessions ended',
  'DELETE /sessions/:id': 'Session ended',
  'POST /transactions/:txnNumber/refund': 'Refund',
  'POST /transactions/:txnNumber/capture': 'Capture',
  'POST /transactions/:txnNumber/reversal': 'Reversal',
  'POST /transactions/:txnNumber/token': 'Card stored as a token',
  'POST /tokens/:id/copy': 'Whole token copied',
  'DELETE /tokens/:id': 'Token deleted',
  'POST /batches': 'Batch file uploaded',
  'POST /lookups': 'Look-up file uploaded',
  'PUT /facility': 'Facility changed',
  'PUT /caught': 'Webhook catcher switched',
  'POST /webhooks/:id/resend': 'Webhook sent again',
  'POST /sandbox/clock': 'Clock moved',
  'PUT /sandbox/availability': 'Answers changed',
  'PUT /sandbox/next-payment': 'Next payment changed',
  'POST /sandbox/faults': 'Fault added',
  'DELETE /sandbox/faults': 'Faults removed',
  'PUT /sandbox/webhooks/scenario': 'Webhooks changed',
  'POST /sandbox/auth-keys/expire': 'AuthKeys expired',
  'POST /sandbox/reset': 'Data deleted',
  'POST /sandbox/seed': 'Samples added',
};

function subjectLink({ name, subject }: ListedAction) {
  const [, list] = /^\w+ (\/transactions)\/:/.exec(name) ?? [];
  return list && subject ? html`<a href="${OFFICE}${list}/${subject}">${untranslated(subject)}</a>` : '';
}

const COLUMNS: Columns<ListedAction> = {
  time: ['Time', ({ at }) => renderTime(at)],
  order: ['Action', ({ name }) => NAMES[name as ActionName] ?? name],
  amount: ['User', ({ username }) => html`<bdi>${username}</bdi>`],
  'card-cell': ['What', ({ detail }) => html`<bdi>${detail}</bdi>`],
  number: ['Transaction', subjectLink],
};

export class OfficeActionsElement extends LoadedPage<FoundActions> {
  protected override render() {
    return html`<div class="head"><h1>Actions</h1></div>
      ${this.renderBody()}`;
  }

  protected override renderLoaded({ actions, hasMore }: FoundActions) {
    if (actions.length === 0) return emptyState('Nobody has changed anything here yet.');
    return html`${gridList({ label: 'Actions', look: 'history', columns: COLUMNS, rows: actions })}
    ${
      hasMore
        ? html`<p><button type="button" class="second" @click=${this.#onOlder}>Older actions</button></p>`
        : nothing
    }`;
  }

  protected override ask(): Promise<FoundActions> {
    return call('POST /actions/search', { body: {} });
  }

  readonly #onOlder = (): Promise<boolean> => {
    const actions = this.loaded?.actions ?? [];
    return this.load(
      'older',
      () => call('POST /actions/search', { body: { beforeId: actions.at(-1)?.id ?? 1 } }),
      (found) => {
        this.loaded = { ...found, actions: [...actions, ...found.actions] };
      },
    );
  };
}
