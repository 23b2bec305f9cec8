// @ts-check
/** One function for each generated reference page; each reads the built package or, for comments, the source. */
import { memberDocs, unionComments } from './doc-comments.mjs';
import { built, GENERATED, membersOfKind, readElements, table } from './reference-page.mjs';

/** @typedef {import('./reference-page.mjs').Cells} Cells */

export async function apiCodesPage() {
  const codes = await built('wire/codes.js');
  const { BANK_TEXTS, responseCodeOfBankCode } = await built('wire/bank-codes.js');
  const api = Object.entries(codes.API_CODES).map(([code, text]) => [code, text, codes.FIELD_OF_API_CODE[code]]);
  const outcomes = Object.entries(codes.RESPONSE_TEXTS);
  const { readOutcome } = await built('core/outcome.js');
  const { payment } = await built('languages/generated/english/payment.js');
  /** What the shopper is told. @param {string} code */
  const told = (code) => {
    const { status, advice } = readOutcome({ ResponseCode: responseCodeOfBankCode(code), BankResponseCode: code });
    return status === 'approved' ? payment.approved : payment.advice[advice];
  };
  const bank = Object.entries(BANK_TEXTS)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([code, text]) => [code, text, responseCodeOfBankCode(code), told(code)]);
  return `${GENERATED}

# Codes of the service

There are three different codes: \`APIResponse.ResponseCode\` (a number: whether the call worked),
\`TxnResp.ResponseCode\` (a string: the outcome of the transaction) and \`TxnResp.BankResponseCode\` (two characters: the bank's own code).
**API code 0 does not mean that a payment was approved.** Only \`TxnResp.ResponseCode\` "0" does.

## API codes

${table(['code', 'text', 'member'], api)}

## Transaction codes

A code that is not listed never means approved.

${table(['code', 'text'], outcomes)}

## Bank codes

A decline says "${payment.declined} ${payment.notCharged}" and then what the shopper can do. A CVN that does not match
says "${payment.advice.check_details}" instead, whatever the bank's code is. A signer with the option \`tellsNoFunds\` says after 51:
"${payment.advice.no_funds}"

${table(['bank code', 'text', 'transaction code', 'what the shopper is told'], bank)}
`;
}

export async function errorCodesPage() {
  const { audienceOf } = await built('core/errors.js');
  const rows = unionComments('src/core/errors.ts', 'FlorinErrorCode').map(([code, comment]) => [
    `\`${code}\``,
    audienceOf(code),
    comment,
  ]);
  const { REFUSALS } = await built('core/refusals.js');
  const { payment } = await built('languages/generated/english/payment.js');
  const { messageFor } = await built('elements/florin-checkout/checkout-message.js');
  /** @param {string} code */
  const textOf = (code) => {
    const audience = audienceOf(code);
    const status = audience === 'network' || audience === 'shopper' ? 'idle' : 'failed';
    return messageFor({ status, error: { code, audience } }, payment).what;
  };
  const refusals = Object.entries(memberDocs('src/core/refusals.ts')['REFUSALS'] ?? {}).map(([code, { comment }]) => {
    const { status, error } = REFUSALS[code];
    return [`\`${code}\``, status, `\`${error}\``, audienceOf(error), textOf(error), comment];
  });
  return `${GENERATED}

# Error codes

A \`FlorinError\` has a stable \`code\`, an \`audience\` (who can act on it) and a \`message\` for developers. A shopper
sees a text that the code selects, never the message.

${table(['code', 'audience', 'meaning'], rows)}

## Refusals of the signer

The body of a refusal is \`{ "error": { "code", "message" } }\`. Read the code, not the HTTP status: \`bad_request\` can also have
the status 404, 405, 413 or 415, and a server in front of the signer can answer with any.

${table(['code', 'HTTP', 'error in the page', 'audience', 'the shopper reads', 'meaning'], refusals)}
`;
}

/** @returns {Promise<string>} */
export async function framePermissionsPage() {
  const docs = memberDocs('src/core/card-frame.ts', 'src/core/bank-frame.ts');
  const rows = (/** @type {string} */ name) =>
    table(
      ['value', 'why'],
      Object.entries(docs[name] ?? {}).map(([value, { comment }]) => [`\`${value}\``, comment]),
    );
  return `${GENERATED}

# Permissions of frames

What the attributes \`allow\` and \`sandbox\` of each frame permit. A feature without an origin holds for the frame's own.

## Frames with card fields

Florin's own frame and the service's have no \`sandbox\`: each is another origin, which alone keeps the shop's page out.

### allow

${rows('CardFrameAllow')}

## The bank's step, and an embedded checkout around it

No flag lets the bank's page navigate the shop's.

### allow

${rows('BANK_FRAME_ALLOW')}

### sandbox

${rows('BANK_FRAME_SANDBOX')}
`;
}

export async function settingsPage() {
  const { SETTINGS } = await built('sandbox/settings.js');
  const { sidecarConfig } = await built('signer/node/sidecar-config.js');
  const { notesOf } = await built('wire/read-input.js');
  const { CALL_LIMITS } = await built('signer/guards/call-limits.js');
  const { OPTION_RULES } = await built('signer/option-rules.js');
  const {
    SETTINGS: sandboxDocs,
    SignerOptions,
    CallLimits,
    SidecarConfig,
  } = memberDocs(
    'src/sandbox/settings.ts',
    'src/signer/signer-options.ts',
    'src/signer/guards/call-limits.ts',
    'src/signer/node/sidecar-config.ts',
  );
  const sandbox = Object.keys(SETTINGS).map((name) => {
    const { default: value, unit, most } = SETTINGS[name];
    const limits = most ? `0 to ${most.toLocaleString('en')}` : typeof value === 'number' ? 'by code only' : '';
    return [`\`${name}\``, writeValue(value), unit, limits, sandboxDocs?.[name]?.comment];
  });
  const options = Object.entries(SignerOptions ?? {}).map(([name, { isOptional, comment }]) => {
    const value = OPTION_RULES[name]?.default;
    return [`\`${name}\``, isOptional ? writeValue(value) : 'required', comment];
  });
  const limits = Object.entries(CallLimits ?? {}).map(([name, { comment }]) => {
    const { calls, seconds } = CALL_LIMITS[name];
    return [`\`${name}\``, calls, seconds, comment];
  });
  const sidecar = sidecarRows(sidecarConfig({ folder: '', env: {} }).shape, { docs: SidecarConfig ?? {}, notesOf });
  return `${GENERATED}

# Settings

## Options of the signer

Members of the object for \`createSigner\`. [The guide](../guides/signer.md) explains them.

${table(['option', 'default', 'meaning'], options)}

### Limits of calls

\`rateLimit\` has a member for each; \`CALL_LIMITS\` has the defaults.

${table(['limit', 'calls', 'in seconds', 'counts'], limits)}

## Members of the sidecar's configuration

Members of \`florin.config.json\`. [The guide](../guides/sidecar.md#every-member) has an example.

${table(['member', 'default', 'unit', 'limits', 'meaning'], sidecar)}

## Settings of the sandbox

Members of \`settings\` in [the configuration file](../guides/sandbox.md#the-configuration-file), and of the option \`settings\` of
\`startSandbox\` and \`createSandbox\`. All are optional. The limits are those of the file. Sections are those of
[docs/wire/rest.md](../wire/rest.md).

${table(['setting', 'default', 'unit', 'limits', 'meaning'], sandbox)}
`;
}

/** @param {unknown} value */
function writeValue(value) {
  return typeof value === 'number' ? value.toLocaleString('en') : code(JSON.stringify(value));
}

/**
 * One line for each member of the sidecar's configuration, and for each member of a member.
 * @param {Record<string, any>} shape
 * @param {{ docs: import('./doc-comments.mjs').MemberDocs, notesOf: WeakMap<object, any> }} sources
 * @returns {(string | undefined)[][]}
 */
function sidecarRows(shape, sources, prefix = '') {
  return Object.entries(shape).flatMap(([name, member]) => {
    const path = prefix + name;
    const { def } = member;
    const schema = def.innerType ?? member;
    const { unit, limits, item } = sources.notesOf.get(schema) ?? {};
    const value = 'defaultValue' in def ? writeValue(def.defaultValue) : def.innerType ? '' : 'required';
    const below = sidecarRows((item ?? schema).shape ?? {}, sources, `${path}.`);
    return [[`\`${path}\``, value, unit, limits, sources.docs[path]?.comment], ...below];
  });
}

export async function testCardsPage() {
  const { TEST_CARDS } = await built('sandbox/bank/test-cards.js');
  const { SCENARIOS, NAME_SCENARIOS, THREE_DS_PATHS, SCREENING_VERDICTS } = await built('sandbox/bank/scenarios.js');
  const cards = TEST_CARDS.map((/** @type {{ pan: string, cardType: string, name: string }} */ card) => [
    card.name,
    `\`${card.pan}\``,
    card.cardType,
  ]);
  const scenarios = SCENARIOS.map((/** @type {{ when: string, then: string }} */ each) => [each.when, each.then]);
  /** @param {(scenario: any) => boolean} fits */
  const namesOf = (fits) =>
    NAME_SCENARIOS.filter(fits)
      .map((/** @type {{ holderName: string }} */ { holderName }) => `\`${holderName}\``)
      .join(', ');
  const paths = Object.entries(THREE_DS_PATHS).map(([name, { response, refusal }]) => [
    name.replaceAll('_', ' '),
    namesOf((scenario) => scenario.threeDS === name),
    refusal ?? 'the bank’s',
    ...['Eci', 'Enrolled', 'Status', 'VerifyStatus'].map((member) => response[member]),
  ]);
  const verdicts = Object.entries(SCREENING_VERDICTS).map(([name, { response, refusal }]) => [
    name,
    namesOf((scenario) => scenario.screening === name),
    refusal ?? 'the bank’s',
    ...['FRAUD_STAT_CD', 'FRAUD_RSP_CD'].map((member) => response[member]),
  ]);
  return `${GENERATED}

# Test cards

The sandbox accepts these numbers and refuses all others, because real cards must not be used in it.

${table(['scheme', 'number', 'card type'], cards)}

Use any expiry in the future and any CVN of the right length, unless a row below says otherwise.

${table(['when', 'then'], scenarios)}

## 3-D Secure

For payments in a browser: with an AuthKey, on the hosted page or in the frame. An approved challenge passes, one without an
answer times out. All of this is a choice of the sandbox.

${table(['way', 'card holder', 'ResponseCode', 'Eci', 'Enrolled', 'Status', 'VerifyStatus'], paths)}

## Fraud screening

\`FraudScreeningResponse.ReDResponse\` is filled when the request asked for a screening, null when it did not.

${table(['verdict', 'card holder', 'ResponseCode', 'FRAUD_STAT_CD', 'FRAUD_RSP_CD'], verdicts)}
`;
}

export async function checkoutStatesPage() {
  const { TRANSITIONS } = await built('checkout/transition-list.js');
  const rows = TRANSITIONS.map((/** @type {{ from: string, event: string, to: string, why: string }} */ row) => [
    `\`${row.from}\``,
    `\`${row.event}\``,
    `\`${row.to}\``,
    row.why,
  ]);
  const arrows = TRANSITIONS.filter((/** @type {{ from: string, to: string }} */ row) => row.from !== row.to).map(
    (/** @type {{ from: string, event: string, to: string }} */ row) => `    ${row.from} --> ${row.to}: ${row.event}`,
  );
  return `${GENERATED}

# States of a checkout

An event without a row in a state is ignored.
\`unknown\` is not \`failed\`: the answer was lost, the page asks the signer, and never offers to pay again.

\`\`\`mermaid
stateDiagram-v2
    [*] --> idle
${[...new Set(arrows)].join('\n')}
\`\`\`

${table(['from', 'event', 'to', 'why'], rows)}
`;
}

export async function elementsPage() {
  return `${GENERATED}

# Elements

${readElements().map(elementSection).join('\n\n')}

${await brandsSection()}
`;
}

async function brandsSection() {
  const { CARD_BRANDS } = await import('../dist/core/card/brand.js');
  const rows = CARD_BRANDS.map((/** @type {import('../src/core/card/brand.js').CardBrand} */ brand) => [
    `\`${brand.id}\``,
    brand.name,
    brand.cardType ?? '',
    brand.prefixes.map((prefix) => (typeof prefix === 'string' ? prefix : prefix.join(' to '))).join(', '),
    brand.lengths.join(', '),
    `${brand.cvnLength}`,
  ]);
  return `## Card brands

The ids of \`accepted-brands\`.

${table(['id', 'name', 'card type of the service', 'first digits', 'digits', 'digits of the security code'], rows)}

Two kinds of numbers are left out on purpose. JCB's old numbers of 15 digits (1800, 2131) are of no brand, because no card uses
them any more. eftpos has no entry, because nearly all eftpos cards in Australia carry a Visa or Mastercard number.`;
}

/**
 * The tables of an element: its members in the manifest, the columns, and the cells of a member.
 * @type {Readonly<Record<string, readonly [membersOf: (element: any) => any[] | undefined, head: readonly string[], cells: (each: any) => Cells]>>}
 */
const ELEMENT_TABLES = {
  Attributes: [
    ({ attributes }) => attributes,
    ['attribute', 'type', 'default', 'meaning'],
    (each) => [code(each.name), code(each.type?.text), code(each.default), each.description],
  ],
  Properties: [
    ({ members }) => membersOfKind(members, 'field').filter(({ attribute }) => !attribute),
    ['property', 'type', 'meaning'],
    (each) => [code(each.name), code(each.type?.text), each.description],
  ],
  Methods: [
    ({ members }) => membersOfKind(members, 'method'),
    ['method', 'meaning'],
    ({ name, parameters, description }) => [code(`${name}(${namesOf(parameters).join(', ')})`), description],
  ],
  Events: [
    ({ events }) => events,
    ['event', 'class', 'meaning'],
    (each) => [code(each.name), code(each.type?.text), each.description],
  ],
  Slots: [({ slots }) => slots, ['slot', 'meaning'], (each) => [code(each.name) || '(default)', each.description]],
  Parts: [({ cssParts }) => cssParts, ['part', 'meaning'], (each) => [code(each.name), each.description]],
  'Custom properties': [
    ({ cssProperties }) => cssProperties,
    ['property', 'default', 'meaning'],
    (each) => [code(each.name), code(each.default), each.description],
  ],
};

/** @param {any} element a class declaration of the custom-elements manifest */
function elementSection(element) {
  const tables = Object.entries(ELEMENT_TABLES).flatMap(([title, [membersOf, head, cells]]) => {
    const rows = (membersOf(element) ?? []).map(cells);
    return rows.length > 0 ? [`### ${title}\n\n${table(head, rows)}`] : [];
  });
  return [`## \`<${element.tagName}>\``, element.description ?? '', ...tables].join('\n\n');
}

/** @param {{ name: string }[] | undefined} list */
const namesOf = (list = []) => list.map(({ name }) => name);

/** @param {string | undefined} text */
function code(text) {
  return text ? `\`${text}\`` : '';
}
