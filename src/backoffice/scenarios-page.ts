/** Scenarios, which change the whole sandbox. Each shows the call of the control API that does the same. */
import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Choices, SandboxState } from '../sandbox/backoffice/api.js';
import { describeSandbox, describeSeconds } from './describe-sandbox.js';
import { writeCountOf, writeTime } from './format.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { ROOT } from './root.js';

const AVAILABILITIES: Readonly<Record<SandboxState['availability'], string>> = {
  normal: 'Normal',
  unavailable: 'Unavailable: code 900, nothing is done',
  dropping: 'Dropping: every connection is cut',
  answer_lost: 'Answer lost: calls are done, answers are cut',
};

const STEPS = [
  { seconds: 60, name: '1 minute' },
  { seconds: 1_800, name: '30 minutes' },
  { seconds: 86_400, name: '1 day' },
] as const;

/** A control call, for the shell: with curl, and with the command `florin`. */
function commandsOf(verb: string, path: string, body?: object): Commands {
  const json = body && `'${JSON.stringify(body)}'`;
  const data = json ? ` \\\n  -H 'Content-Type: application/json' -d ${json}` : '';
  const curl = `curl -X ${verb} ${location.origin}${ROOT}/_sandbox${path} \\\n  -H "Florin-Control-Token: $FLORIN_CONTROL_TOKEN"${data}`;
  return {
    curl,
    florin: `florin control --url ${location.origin}${ROOT} ${verb} ${path}${json ? ` \\\n  ${json}` : ''}`,
  };
}

interface Commands {
  readonly curl: string;
  readonly florin: string;
}

export class OfficeScenariosElement extends OfficePage {
  /** State of the sandbox by the live stream. */
  @property({ attribute: false }) sandbox: SandboxState | undefined;

  @state() private choices: Choices | undefined;
  @state() private fault = { operation: '*', kind: 'delay', seconds: 5, times: 1 };
  @state() private isWorking = false;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override render() {
    const { sandbox, choices } = this;
    return html`
      <div class="head"><h1>Scenarios</h1></div>
      <p class="quiet">
        They change the whole sandbox, for every merchant, until you end them or it restarts. The clock never goes back.
        The calls below do the same from a shell, with the control token of <code>florin sandbox --control-token</code>.
      </p>
      ${this.renderMessages()}
      ${
        sandbox && choices
          ? html`<div class="scenarios">
              ${this.#renderAvailability(sandbox)} ${this.#renderFaults(sandbox, choices)}
              ${this.#renderNextPayment(sandbox, choices)} ${this.#renderWebhooks(sandbox)}
              ${this.#renderClock(sandbox)} ${this.#renderKeys()} ${this.#renderData()}
            </div>`
          : this.renderLoaded(undefined, () => nothing)
      }
    `;
  }

  #card(title: string, description: string, content: TemplateResult, { curl, florin }: Commands) {
    return html`<section class="card scenario" aria-label=${title}>
      <h2>${title}</h2>
      <p class="quiet">${description}</p>
      ${content}
      <details>
        <summary>The same with curl</summary>
        <pre tabindex="0" role="group" aria-label="curl for ${title}">${curl}</pre>
      </details>
      <details>
        <summary>The same with florin</summary>
        <pre tabindex="0" role="group" aria-label="florin for ${title}">${florin}</pre>
      </details>
    </section>`;
  }

  #renderAvailability({ availability }: SandboxState) {
    return this.#card(
      'Service',
      'How every call is answered.',
      html`<label
        >Answers
        <select
          @change=${({ target }: Event) => {
            const chosen = (target as HTMLSelectElement).value as SandboxState['availability'];
            void this.#run(() => call('PUT /sandbox/availability', { body: { availability: chosen } }));
          }}
        >
          ${Object.entries(AVAILABILITIES).map(
            ([value, name]) => html`<option value=${value} ?selected=${value === availability}>${name}</option>`,
          )}
        </select></label
      >`,
      commandsOf('PUT', '/availability', { availability }),
    );
  }

  #renderFaults({ faults }: SandboxState, { operations, kinds }: Choices) {
    const { fault } = this;
    const change = (member: Partial<typeof fault>): void => {
      this.fault = { ...fault, ...member };
    };
    const options = (values: readonly string[], chosen: string) =>
      values.map((value) => html`<option ?selected=${value === chosen}>${value}</option>`);
    const value = ({ target }: Event): string => (target as HTMLInputElement).value;
    return this.#card(
      'Faults and latency',
      'Some calls of one operation are late, cut or broken. * is every operation.',
      html`${
          faults.length > 0
            ? html`<ul>
                  ${faults.map(
                    ({ operation, kind, seconds, timesLeft }) =>
                      html`<li>
                        ${kind} on ${operation}, ${seconds} s,
                        ${timesLeft === null ? 'every call' : writeCountOf(timesLeft, 'more call')}
                      </li>`,
                  )}
                </ul>
                <button
                  type="button"
                  class="second"
                  @click=${() => this.#run(() => call('DELETE /sandbox/faults', {}))}
                >
                  End all faults
                </button>`
            : html`<p class="quiet">No fault is active.</p>`
        }
        <div class="grid">
          <label
            >Operation
            <select @change=${(event: Event) => change({ operation: value(event) })}>
              ${options(operations, fault.operation)}
            </select></label
          >
          <label
            >Fault
            <select @change=${(event: Event) => change({ kind: value(event) })}>
              ${options(kinds, fault.kind)}
            </select></label
          >
          <label
            >Seconds
            <input
              type="number"
              min="0"
              max="3600"
              .value=${String(fault.seconds)}
              @change=${(event: Event) => change({ seconds: Number(value(event)) })}
          /></label>
          <label
            >Calls
            <input
              type="number"
              min="1"
              .value=${String(fault.times)}
              @change=${(event: Event) => change({ times: Number(value(event)) })}
          /></label>
        </div>
        <button
          type="button"
          ?disabled=${this.isWorking}
          @click=${() => this.#run(() => call('POST /sandbox/faults', { body: this.fault }))}
        >
          Add the fault
        </button>`,
      commandsOf('POST', '/faults', fault),
    );
  }

  #renderNextPayment({ nextPayment }: SandboxState, { names }: Choices) {
    const effect = names.find(({ holderName }) => holderName === nextPayment)?.then;
    return this.#card(
      'Answer of the bank',
      'The next browser payment acts as if this name was on the card, whatever is typed.',
      html`<label
          >Next payment
          <select
            @change=${({ target }: Event) => {
              const holderName = (target as HTMLSelectElement).value || null;
              void this.#run(() => call('PUT /sandbox/next-payment', { body: { holderName } }));
            }}
          >
            <option value="">As typed</option>
            ${names.map(
              ({ holderName }) =>
                html`<option value=${holderName} ?selected=${holderName === nextPayment}>${holderName}</option>`,
            )}
          </select></label
        >
        ${effect ? html`<p class="quiet">${effect}</p>` : nothing}`,
      commandsOf('PUT', '/next-payment', { holderName: nextPayment ?? 'NO FUNDS' }),
    );
  }

  #renderWebhooks({ webhooks }: SandboxState) {
    const send = (member: Partial<SandboxState['webhooks']>) =>
      this.#run(() => call('PUT /sandbox/webhooks/scenario', { body: { ...webhooks, ...member } }));
    const number = ({ target }: Event): number => Number((target as HTMLInputElement).value);
    return this.#card(
      'Webhooks',
      'How the webhooks of later payments are sent. 0 copies sends none.',
      html`<div class="grid">
          <label
            >Copies
            <input
              type="number"
              min="0"
              max="10"
              .value=${String(webhooks.copies)}
              @change=${(event: Event) => send({ copies: number(event) })}
          /></label>
          <label
            >Delay in seconds
            <input
              type="number"
              min="0"
              max="86400"
              .value=${String(webhooks.delaySeconds)}
              @change=${(event: Event) => send({ delaySeconds: number(event) })}
          /></label>
        </div>
        <label class="check"
          ><input
            type="checkbox"
            .checked=${webhooks.beforeAnswer}
            @change=${({ target }: Event) => send({ beforeAnswer: (target as HTMLInputElement).checked })}
          />Before the answer to the browser</label
        >`,
      commandsOf('PUT', '/webhooks/scenario', webhooks),
    );
  }

  #renderClock({ now, ahead }: SandboxState) {
    return this.#card(
      'Clock',
      'Moves the sandbox’s time forward: keys expire, webhooks are sent again, settlement days close.',
      html`<p>
          It is ${writeTime(now)} in the
          sandbox${ahead >= 1_000 ? html`, ${`${describeSeconds(Math.floor(ahead / 1_000))} ahead of this machine`}` : html`, as on this machine`}.
        </p>
        <div class="actions">
          ${STEPS.map(
            ({ seconds, name }) =>
              html`<button
                type="button"
                class="second"
                ?disabled=${this.isWorking}
                @click=${() => this.#run(() => call('POST /sandbox/clock', { body: { advanceSeconds: seconds } }))}
              >
                + ${name}
              </button>`,
          )}
        </div>`,
      commandsOf('POST', '/clock', { advanceSeconds: 1_800 }),
    );
  }

  #renderKeys() {
    return this.#card(
      'AuthKeys',
      'Expires every key that was not used yet. Nothing brings an expired key back.',
      html`<button
        type="button"
        class="second"
        @click=${() => this.#run(() => call('POST /sandbox/auth-keys/expire', {}), 'Every unused key has expired.')}
      >
        Expire unused keys
      </button>`,
      commandsOf('POST', '/auth-keys/expire'),
    );
  }

  #renderData() {
    return this.#card(
      'Data of this merchant',
      'Adds two weeks of payments, or deletes all transactions, tokens, keys and webhooks. Users stay.',
      html`<div class="actions">
          <button type="button" class="second" ?disabled=${this.isWorking} @click=${this.#onSeed}>
            Add 60 sample payments
          </button>
          <button type="button" class="second" @click=${() => this.querySelector('dialog')?.showModal()}>
            Delete the data…
          </button>
        </div>
        <dialog aria-labelledby="reset-title">
          <h2 id="reset-title">Delete the data of this merchant?</h2>
          <p>All its transactions, tokens, keys and webhooks are deleted. This cannot be undone.</p>
          <div class="actions">
            <button type="button" @click=${this.#onReset}>Delete</button>
            <button type="button" class="second" @click=${() => this.querySelector('dialog')?.close()}>Cancel</button>
          </div>
        </dialog>`,
      commandsOf('POST', '/reset', { merchant: '…' }),
    );
  }

  #load(): Promise<void> {
    return this.load(
      'choices',
      () => call('GET /sandbox/choices', {}),
      (choices) => (this.choices = choices),
    );
  }

  async #work(work: () => Promise<string>): Promise<void> {
    this.isWorking = true;
    await this.act(work);
    this.isWorking = false;
  }

  #run(change: () => Promise<SandboxState>, done = ''): Promise<void> {
    return this.#work(async () => {
      this.sandbox = await change();
      const active = describeSandbox(this.sandbox);
      return done || (active.length === 0 ? 'No scenario is active.' : `Active: ${active.join('; ')}.`);
    });
  }

  readonly #onSeed = (): Promise<void> =>
    this.#work(async () => {
      const { added } = await call('POST /sandbox/seed', { body: { count: 60 } });
      return `${added} transactions were added.`;
    });

  readonly #onReset = (): Promise<void> => {
    this.querySelector('dialog')?.close();
    return this.#work(async () => {
      await call('POST /sandbox/reset', {});
      return 'The data of this merchant is deleted.';
    });
  };
}
