/** The facility: what the bank has set up for the merchant. A form of all of it; what was changed is sent. */
import { html } from 'lit';
import type { BillerReference, Facility, RuledReference } from '../sandbox/backoffice/data-api.js';
import { choiceField, textField, type Field, type Values } from './fields.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';

/** What each kind of facility supports. The service sells purchases and preauths apart. */
const KINDS: Readonly<Record<string, { readonly text: string; readonly actions: Facility['allowedActions'] }>> = {
  all: { text: 'Everything', actions: null },
  purchase: { text: 'Purchases', actions: ['payment', 'refund', 'reversal'] },
  preauth: { text: 'Pre-authorisations', actions: ['preauth', 'capture', 'refund', 'reversal'] },
};
const OWN = 'own';

/** Undefined for a set of actions of its own. */
function kindOf({ allowedActions }: Facility): string | undefined {
  return Object.keys(KINDS).find((name) => JSON.stringify(KINDS[name]?.actions) === JSON.stringify(allowedActions));
}

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
const CHOICE_NAMES = Object.keys(CHOICES) as (keyof typeof CHOICES)[];

const REFERENCES: Readonly<Record<RuledReference, string>> = {
  crn1: 'Crn1',
  crn2: 'Crn2',
  crn3: 'Crn3',
  merchantReference: 'MerchantReference',
};
const REFERENCE_IDS = Object.keys(REFERENCES) as RuledReference[];
type TextMember = Exclude<keyof BillerReference, 'isRequired' | 'checkDigit'>;
const NUMBERS: readonly string[] = ['shortest', 'longest', 'from', 'to'] satisfies TextMember[];
/** Where a blank at an end counts. */
const UNTRIMMED: readonly string[] = ['characters', 'prefix', 'suffix'] satisfies TextMember[];
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
/** Names of all fields of the form. */
const FORM_NAMES = [
  ...[...CHOICE_NAMES, 'kind', 'defaultTokenisation', 'defaultBillerCode', 'settlementCloses'],
  ...REFERENCE_IDS.flatMap((id) =>
    [...MEMBERS.map(({ name }) => name), 'isRequired', 'checkDigit'].map((member) => `${id}.${member}`),
  ),
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

/** The values of the form as it is drawn. */
function valuesOf(facility: Facility): Values {
  const { defaultTokenisation, defaultBillerCode, settlementCloses, references } = facility;
  const values = new Map<string, string | number | null>([
    ...CHOICE_NAMES.map((name) => [name, facility[name]] as const),
    ...Object.entries({ kind: kindOf(facility) ?? OWN, defaultTokenisation, defaultBillerCode, settlementCloses }),
  ]);
  for (const id of REFERENCE_IDS) {
    for (const [name, value] of Object.entries(references[id] ?? {}) as [string, string | number | boolean][]) {
      values.set(`${id}.${name}`, typeof value === 'boolean' ? (value ? 'on' : '') : value);
    }
  }
  return Object.fromEntries([...values].map(([name, value]) => [name, String(value ?? '')]));
}

/** A member of a reference. What is no number is sent as it is, for the refusal that names it. */
function readMember(name: string, value: string): unknown {
  if (name === 'isRequired') return true;
  if (NUMBERS.includes(name)) return /^[0-9]+$/.test(value.trim()) ? Number(value) : value;
  return UNTRIMMED.includes(name) ? value : value.trim();
}

/** The members that the person changed: another person may have changed the others meanwhile. */
function readChanges(form: HTMLFormElement, loaded: Facility): Partial<Facility> {
  const data = new FormData(form);
  const before = valuesOf(loaded);
  const changes: Record<string, unknown> = {};
  const references = new Map<string, object>(Object.entries(loaded.references));
  for (const name of FORM_NAMES) {
    const given = data.get(name);
    const value = typeof given === 'string' ? given : '';
    // A field has no line ends.
    if (value === (before[name] ?? '').replace(/[\r\n]/g, '')) continue;
    const [id = '', member] = name.split('.');
    if (member !== undefined) {
      const form = { ...references.get(id), [member]: value.trim() === '' ? undefined : readMember(member, value) };
      if (Object.values(form).every((each) => each === undefined)) references.delete(id);
      else references.set(id, form);
      changes['references'] = Object.fromEntries(references);
    } else if (name === 'kind') changes['allowedActions'] = KINDS[value]?.actions;
    else if (name === 'defaultTokenisation') changes[name] = Number(value);
    else changes[name] = value.trim() || null;
  }
  return changes;
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
    const kind = kindOf(facility);
    const kinds = Object.entries(KINDS).map(([name, { text }]) => [name, text] as const);
    const own = facility.allowedActions?.join(', ') ?? '';
    return html`<form class="card scenario stack" aria-label="Facility" @submit=${this.#onSubmit}>
      <div class="grid">
        ${choiceField({
          label: 'Supports',
          name: 'kind',
          options: kind ? kinds : [[OWN, own], ...kinds],
          chosen: kind ?? OWN,
          onChange: ignore,
        })}
        ${CHOICE_NAMES.map((name) =>
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
          name: 'defaultTokenisation',
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
      ${REFERENCE_IDS.map((id) => renderReference(id, facility.references[id]))}
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
    const body = readChanges(event.currentTarget as HTMLFormElement, loaded);
    void this.act('PUT /facility', { body }, (facility) => {
      this.show(facility);
      return 'Saved. Calls from now on follow it.';
    });
  };
}
