/** Scenarios, which change the whole sandbox. Each shows the call of the control API that does the same. */
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { quoteForShell } from '../core/quote-for-shell.js';
import type { ActionName, Choices, OfficeApi, SandboxState } from '../sandbox/backoffice/api.js';
import { describeSandbox, describeSeconds } from './describe-sandbox.js';
import { choiceField, numberField } from './fields.js';
import { writeCountOf, renderTime } from './format.js';
import { call, type CallOptions } from './office-client.js';
import { LoadedPage } from './office-page.js';
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
  const json = body && quoteForShell(JSON.stringify(body));
  const data = json ? ` \\\n  -H 'Content-Type: application/json' -d ${json}` : '';
  const root = location.origin + ROOT;
  return {
    curl: `curl -X ${verb} ${quoteForShell(`${root}/_sandbox${path}`)} \\\n  -H "Florin-Control-Token: $FLORIN_CONTROL_TOKEN"${data}`,
    florin: `florin control --url ${quoteForShell(root)} ${verb} ${path}${json ? ` \\\n  ${json}` : ''}`,
  };
}

interface Commands {
  readonly curl: string;
  readonly florin: string;
}

/** Actions that answer with the state of the sandbox. */
type ScenarioName = {
  [Name in ActionName]: OfficeApi[Name]['answer'] extends SandboxState ? Name : never;
}[ActionName];

/** What the sandbox does as a facility does, by `florin sandbox --facts`. */
function renderLearnt({ learnt }: Choices) {
  if (!learnt) return nothing;
  const { facility, date, differences } = learnt;
  const part = (title: string, isLearnt: boolean) => {
    const questions = differences.filter((each) => each.isLearnt === isLearnt);
    if (questions.length === 0) return nothing;
    return html`<p>${title}:</p>
      <ul>
        ${questions.map(({ question }) => html`<li>${question}</li>`)}
      </ul>`;
  };
  return html`<section class="card scenario" aria-label="Learnt from a facility">
    <h2>Learnt from a facility</h2>
    <p class="quiet">
      The sandbox was started with the facts of ${facility}, asked on ${date} by <code>florin contract</code>.
    </p>
    ${part('It answers as that facility', true)} ${part('It still answers as the sandbox', false)}
  </section>`;
}

export class OfficeScenariosElement extends LoadedPage<Choices> {
  @state() private fault = { operation: '*', kind: 'delay', seconds: 5, times: 1 };

  protected override render() {
    return html`
      <div class="head"><h1>Scenarios</h1></div>
      <p class="quiet">
        They change the whole sandbox, for every merchant, until you end them or it restarts. The clock never goes back.
        The calls below do the same from a shell, with the control token of <code>florin sandbox --control-token</code>.
      </p>
      ${this.renderBody()}
    `;
  }

  protected override renderLoaded(choices: Choices) {
    return this.renderWhenLoaded(
      this.sandbox,
      (sandbox) =>
        html`<div class="scenarios">
          ${this.#renderAvailability(sandbox)} ${this.#renderFaults(sandbox, choices)}
          ${this.#renderNextPayment(sandbox, choices)} ${this.#renderWebhooks(sandbox)} ${this.#renderClock(sandbox)}
          ${this.#renderKeys()} ${this.#renderData()} ${renderLearnt(choices)}
        </div>`,
    );
  }

  #card(title: string, description: string, content: TemplateResult, { curl, florin }: Commands) {
    return html`<section class="card scenario" aria-label=${title}>
      <h2>${title}</h2>
      <p class="quiet">${description}</p>
      ${content}
      <details>
        <summary>The same with curl</summary>
        <pre translate="no" tabindex="0" role="group" aria-label="curl for ${title}">${curl}</pre>
      </details>
      <details>
        <summary>The same with florin</summary>
        <pre translate="no" tabindex="0" role="group" aria-label="florin for ${title}">${florin}</pre>
      </details>
    </section>`;
  }

  #renderAvailability({ availability }: SandboxState) {
    return this.#card(
      'Service',
      'How every call is answered.',
      choiceField({
        label: 'Answers',
        options: Object.entries(AVAILABILITIES),
        chosen: availability,
        onChange: (chosen) => {
          const body = { availability: chosen as SandboxState['availability'] };
          void this.#run('PUT /sandbox/availability', { body });
        },
      }),
      commandsOf('PUT', '/availability', { availability }),
    );
  }

  #renderFaults({ faults }: SandboxState, { operations, kinds }: Choices) {
    const { fault } = this;
    const change = (member: Partial<typeof fault>): void => {
      this.fault = { ...fault, ...member };
    };
    const options = (values: readonly string[]) => values.map((value) => [value, value] as const);
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
                <button type="button" class="second" @click=${() => this.#run('DELETE /sandbox/faults', {})}>
                  End all faults
                </button>`
            : html`<p class="quiet">No fault is active.</p>`
        }
        <div class="grid">
          ${choiceField({
            label: 'Operation',
            options: options(operations),
            chosen: fault.operation,
            onChange: (operation) => change({ operation }),
          })}
          ${choiceField({
            label: 'Fault',
            options: options(kinds),
            chosen: fault.kind,
            onChange: (kind) => change({ kind }),
          })}
          ${numberField('Seconds', fault.seconds, { min: 0, max: 3600 }, (seconds) => change({ seconds }))}
          ${numberField('Calls', fault.times, { min: 1 }, (times) => change({ times }))}
        </div>
        <button
          type="button"
          ?disabled=${this.isWorking}
          @click=${() => this.#run('POST /sandbox/faults', { body: this.fault })}
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
      html`${choiceField({
        label: 'Next payment',
        options: [['', 'As typed'], ...names.map(({ holderName }) => [holderName, holderName] as const)],
        chosen: nextPayment ?? '',
        onChange: (chosen) => void this.#run('PUT /sandbox/next-payment', { body: { holderName: chosen || null } }),
      })}
      ${effect ? html`<p class="quiet">${effect}</p>` : nothing}`,
      commandsOf('PUT', '/next-payment', { holderName: nextPayment ?? 'NO FUNDS' }),
    );
  }

  #renderWebhooks({ webhooks }: SandboxState) {
    const send = (member: Partial<SandboxState['webhooks']>) =>
      this.#run('PUT /sandbox/webhooks/scenario', { body: { ...webhooks, ...member } });
    return this.#card(
      'Webhooks',
      'How the webhooks of later payments are sent. 0 copies sends none.',
      html`<div class="grid">
          ${numberField('Copies', webhooks.copies, { min: 0, max: 10 }, (copies) => void send({ copies }))}
          ${numberField(
            'Delay in seconds',
            webhooks.delaySeconds,
            { min: 0, max: 86_400 },
            (delaySeconds) => void send({ delaySeconds }),
          )}
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
          It is ${renderTime(now)} in the
          sandbox${ahead >= 1_000 ? html`, ${`${describeSeconds(Math.floor(ahead / 1_000))} ahead of this machine`}` : html`, as on this machine`}.
        </p>
        <div class="actions">
          ${STEPS.map(
            ({ seconds, name }) =>
              html`<button
                type="button"
                class="second"
                ?disabled=${this.isWorking}
                @click=${() => this.#run('POST /sandbox/clock', { body: { advanceSeconds: seconds } })}
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
        @click=${() => this.#run('POST /sandbox/auth-keys/expire', {}, 'Every unused key has expired.')}
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

  protected override ask(): Promise<Choices> {
    return call('GET /sandbox/choices', {});
  }

  #run<Name extends ScenarioName>(name: Name, options: CallOptions<Name>, done = ''): Promise<void> {
    return this.act(name, options, (sandbox) => {
      this.sandbox = sandbox;
      const active = describeSandbox(sandbox);
      return done || (active.length === 0 ? 'No scenario is active.' : `Active: ${active.join('; ')}.`);
    });
  }

  readonly #onSeed = (): Promise<void> =>
    this.act('POST /sandbox/seed', { body: { count: 60 } }, ({ added }) => `${added} transactions were added.`);

  readonly #onReset = (): Promise<void> => {
    this.querySelector('dialog')?.close();
    return this.act('POST /sandbox/reset', {}, () => 'The data of this merchant is deleted.');
  };
}
