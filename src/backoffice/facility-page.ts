/** The facility: what the bank has set up for the merchant. A form of all of it, which is sent as a whole. */
import { html } from 'lit';
import type { BillerReference, Facility, RuledReference } from '../sandbox/backoffice/data-api.js';
import { choiceField, readValues, textField, type Field, type Values } from './fields.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';

/** What each kind of facility supports. The service sells purchases and preauths apart. */
const KINDS: Readonly<Record<string, { readonly text: string; readonly actions: Facility['allowedActions'] }>> = {
  all: { text: 'Everything', actions: null },
  purchase: { text: 'Purchases', actions: ['payment', 'refund', 'reversal'] },
  preauth: { text: 'Pre-authorisations', actions: ['preauth', 'capture', 'refund', 'reversal'] },
};
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Settings with a few values, and what each means. */
const CHOICES = {
  threeDS: { label: '3-D Secure', texts: { by_name: 'By the holder’s name', always: 'Always', never: 'Never' } },
  surcharge: {
    label: 'Surcharge',
    texts: { free: 'Information only', none: 'Refused', adds_up: 'Must add up to the amount' },
  },
  directDebitTerms: { label: 'Direct debit terms', texts: { free: 'Not needed', required: 'Needed' } },
  crn1Lookup: { label: 'Crn1 in the look-up file', texts: { free: 'Not needed', listed_only: 'Needed' } },
} as const satisfies {
  readonly [Name in keyof Facility]?: {
    readonly label: string;
    readonly texts: Readonly<Record<Facility[Name] & string, string>>;
  };
};
type ChoiceName = keyof typeof CHOICES;

const REFERENCES: Readonly<Record<RuledReference, string>> = {
  crn1: 'Crn1',
  crn2: 'Crn2',
  crn3: 'Crn3',
  merchantReference: 'MerchantReference',
};
type TextMember = Exclude<keyof BillerReference, 'isRequired' | 'checkDigit'>;
const NUMBERS: readonly string[] = ['shortest', 'longest', 'from', 'to'] satisfies TextMember[];
const MEMBERS: readonly Field<TextMember>[] = [
  { name: 'label', label: 'Label' },
  { name: 'characters', label: 'Characters', hint: 'A-Za-z0-9-' },
  { name: 'shortest', label: 'Shortest', longest: 2 },
  { name: 'longest', label: 'Longest', longest: 2 },
  { name: 'prefix', label: 'Prefix' },
  { name: 'suffix', label: 'Suffix' },
  { name: 'from', label: 'From number', longest: 16 },
  { name: 'to', label: 'To number', longest: 16 },
];

const CHECK_DIGITS = [
  ['', 'None'],
  ['mod10', 'Modulus 10'],
] as const;
const ignore = (): void => undefined;

function renderReference(id: RuledReference, form: BillerReference = {}) {
  return html`<details ?open=${Object.keys(form).length > 0}>
    <summary>${REFERENCES[id]}</summary>
    <div class="grid">
      ${MEMBERS.map((field) => textField({ ...field, name: `${id}.${field.name}` }, String(form[field.name] ?? '')))}
      ${choiceField({
        label: 'Check digit',
        name: `${id}.checkDigit`,
        options: CHECK_DIGITS,
        chosen: form.checkDigit ?? '',
        onChange: ignore,
      })}
      <label class="check"
        ><input type="checkbox" name="${id}.isRequired" .checked=${form.isRequired === true} />Required</label
      >
    </div>
  </details>`;
}

/** The form of a reference; undefined for a free one. What is no number is sent as it is, for the refusal that names it. */
function readReference(id: RuledReference, values: Values): BillerReference | undefined {
  const typed = MEMBERS.flatMap(({ name }) => {
    const value = values[`${id}.${name}`];
    if (value === undefined) return [];
    return [[name, NUMBERS.includes(name) && /^[0-9]+$/.test(value) ? Number(value) : value] as const];
  });
  const form = {
    ...Object.fromEntries(typed),
    ...(values[`${id}.isRequired`] && { isRequired: true }),
    ...(values[`${id}.checkDigit`] && { checkDigit: 'mod10' as const }),
  };
  return Object.keys(form).length > 0 ? form : undefined;
}

function readFacility(values: Values, before: Facility): Facility {
  const { kind = '', tokenisation, defaultBillerCode = null, settlementCloses = null, ...others } = values;
  const choices = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, others[name]]));
  const references = (Object.keys(REFERENCES) as RuledReference[]).flatMap((id) => {
    const form = readReference(id, values);
    return form ? [[id, form] as const] : [];
  });
  return {
    ...before,
    ...(choices as Pick<Facility, ChoiceName>),
    allowedActions: KINDS[kind] ? KINDS[kind].actions : before.allowedActions,
    defaultTokenisation: Number(tokenisation) as Facility['defaultTokenisation'],
    defaultBillerCode,
    settlementCloses,
    references: Object.fromEntries(references),
  };
}

export class OfficeFacilityElement extends LoadedPage<Facility> {
  protected override render() {
    return html`<div class="head"><h1>Facility</h1></div>
      <p class="quiet">
        What the bank has set up for this merchant. Give it the profile of your facility before you go live: a reference
        that the facility does not take is refused with 106 to 108 or 111.
      </p>
      ${this.renderBody()}`;
  }

  protected override renderLoaded(facility: Facility) {
    const kind = Object.keys(KINDS).find((name) => isSame(KINDS[name]?.actions, facility.allowedActions));
    const kinds = Object.entries(KINDS).map(([name, { text }]) => [name, text] as const);
    const own = facility.allowedActions?.join(', ') ?? '';
    return html`<form class="card scenario stack" aria-label="Facility" @submit=${this.#onSubmit}>
      <div class="grid">
        ${choiceField({
          label: 'Supports',
          name: 'kind',
          options: kind ? kinds : [['own', own], ...kinds],
          chosen: kind ?? 'own',
          onChange: ignore,
        })}
        ${(Object.keys(CHOICES) as ChoiceName[]).map((name) =>
          choiceField({
            label: CHOICES[name].label,
            name,
            options: Object.entries(CHOICES[name].texts),
            chosen: facility[name],
            onChange: ignore,
          }),
        )}
        ${choiceField({
          label: 'Tokens by default',
          name: 'tokenisation',
          options: [
            ['1', 'Never'],
            ['2', 'If the customer agrees'],
            ['3', 'Always'],
          ],
          chosen: String(facility.defaultTokenisation),
          onChange: ignore,
        })}
        ${textField({ name: 'defaultBillerCode', label: 'Default biller code' }, facility.defaultBillerCode ?? '')}
        ${textField(
          { name: 'settlementCloses', label: 'A settlement day closes at', hint: 'As the sandbox', longest: 5 },
          facility.settlementCloses ?? '',
        )}
      </div>
      <h2>References</h2>
      ${(Object.keys(REFERENCES) as RuledReference[]).map((id) => renderReference(id, facility.references[id]))}
      <div class="actions"><button ?disabled=${this.isWorking}>Save</button></div>
    </form>`;
  }

  protected override ask(): Promise<Facility> {
    return call('GET /facility', {});
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { loaded } = this;
    if (!loaded) return;
    const body = readFacility(readValues(event.currentTarget as HTMLFormElement), loaded);
    void this.act('PUT /facility', { body }, (facility) => {
      this.show(facility);
      return 'Saved. Calls from now on follow it.';
    });
  };
}
