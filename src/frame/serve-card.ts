/**
 * The frame's side of the channel (channel/contract.ts): performs the calls of the page. The typed text goes nowhere
 * except into the one request to the service whose origin is written into this page.
 */
import { createStyleSheet } from '../channel/apply-styles.js';
import type { FrameAct, FrameApi, FrameField, FrameNotice, FrameOptions, SubmitOutcome } from '../channel/contract.js';
import { FRAME_FIELDS, TOKEN_KEY_TYPE } from '../channel/contract.js';
import { serveFrame } from '../channel/frame-channel.js';
import { verifySignedKey } from '../channel/signed-key.js';
import { submitCard } from '../checkout/submit-card.js';
import { browserTimers } from '../checkout/timers.js';
import { brandOfId, type CardBrand } from '../core/card/brand.js';
import { FlorinError } from '../core/errors.js';
import { onEnter } from '../elements/submit-on-enter.js';
import type { CardForm } from './card-form.js';
import { Consent } from './consent.js';
import type { FrameSettings } from './settings.js';

/** Fields that are not asked for. For a payment with a saved card: all but the security code. */
const WITHOUT: Readonly<Record<string, readonly FrameField[]>> = {
  none: [],
  new: ['cvn'],
  changed: ['cvn', 'name', 'number'],
};

/**
 * When the button takes the focus out of the frame, the page gives it back. Both changes go through the browser, so the
 * focus may be taken after `report()` has set the caret. If it comes back within this time, the caret is set again.
 */
const CARET_MS = 500;

/** Lets the surrounding page use the card, and sends it notices. */
export function serveCard(form: CardForm, settings: FrameSettings): void {
  const seconds = () => performance.now() / 1000;
  const startedAt = settings.now - seconds();
  const now = () => startedAt + seconds();
  const { group } = form.set;
  // On the form, not on the root, so that sizes in `rem` are the same as in the page.
  const applyStyles = createStyleSheet(form);
  let submitting: Promise<SubmitOutcome> | undefined;

  let isStored = false;
  let savedBrand: CardBrand | undefined;
  /** Number of the last offered key: an earlier one may be verified later. */
  let offers = 0;
  // A key that is bound to the shopper's browser needs no agreement in the frame.
  const holder = settings.parents.find((parent) => parent === location.ancestorOrigins?.[0]) ?? settings.parents[0];
  const { asks } = settings;
  const consent = asks && holder ? new Consent(holder, asks, () => tell('submit')) : undefined;
  if (consent) form.after(consent.element);
  // A form without a security code saves a card. If the page changes the form meanwhile, its fields are empty.
  const isToken = () => form.look.without[0] === 'cvn';
  const verify = (signedKey: string) =>
    verifySignedKey(signedKey, { ...settings, now, ...(isToken() && { type: TOKEN_KEY_TYPE }) });

  const offer = async (signedKey: string) => {
    const turn = ++offers;
    // Its error is reported when the card is sent.
    const key = await verify(signedKey).catch(() => undefined);
    if (turn === offers) consent?.show(key);
  };

  const configure = (options: FrameOptions) => {
    const { locale, messages, acceptedBrands, allowTestMonth, autoAdvance } = options;
    const { withoutName, storeCard, savedCard, signedKey, styles } = options;
    const { look } = form;
    isStored = storeCard ?? isStored;
    form.look = {
      locale: locale ?? look.locale,
      messages: messages ?? look.messages,
      withoutName: withoutName ?? look.withoutName,
      without: savedCard ? (WITHOUT[savedCard] ?? ['number', 'expiry', 'name']) : look.without,
    };
    if (locale) document.documentElement.lang = locale;
    if (styles) {
      applyStyles(styles);
      document.documentElement.style.colorScheme = form.style.colorScheme;
      // As an attribute, because digit fields use `:dir()` for their alignment.
      document.documentElement.dir = form.style.direction;
      form.toggleAttribute('arranged', form.style.getPropertyValue('--florin-areas') !== '');
    }
    if (acceptedBrands) group.configure({ accepted: acceptedBrands[0] && acceptedBrands });
    if (allowTestMonth !== undefined) group.configure({ allowTestMonth });
    if (autoAdvance !== undefined) form.set.autoAdvance = autoAdvance;
    if (savedCard) {
      savedBrand = brandOfId(savedCard);
      // The text was removed with the fields, so their state is reset too.
      for (const field of form.set.fields) field.clear();
    }
    // The group knows the brand only from the number.
    const cvn = form.set.fields.find(({ kind }) => kind === 'cvn');
    if (cvn && form.look.without[0]) cvn.context = { ...cvn.context, brand: savedBrand };
    consent?.configure(isToken() ? (form.look.without[1] ? 'changed' : 'new') : undefined);
    if (signedKey !== undefined) void offer(signedKey);
  };

  const submit = async (signedKey: string): Promise<SubmitOutcome> => {
    offers++;
    const key = await verify(signedKey);
    if (!group.report()) throw new FlorinError('field_invalid', 'The card is incomplete');
    // If the frame asks the shopper, the page's own consent is ignored.
    const stores = consent ? await consent.take(key) : isStored;
    const answer = await submitCard(
      key.submitUrl,
      group.find('expiry')
        ? { ...group.read(), ...(stores && { storeCard: true }) }
        : { cvn: group.find('cvn')?.read() ?? '' },
      {
        fetch: (...call) => fetch(...call),
        timers: browserTimers,
        signal: new AbortController().signal,
      },
      isToken() && 'DVTokenReq',
    );
    // The page moves the focus there, unless the shopper has begun to type elsewhere.
    if ('field' in answer) group.find(answer.field)?.refuse();
    return answer;
  };

  const api: FrameApi = {
    configure,
    focus(target) {
      // Never to the button: the person may be typing elsewhere.
      if (consent?.isUnanswered) return;
      consent?.onFocusByPage();
      const present = FRAME_FIELDS.filter((field) => group.find(field));
      const field = target === 'first' ? present[0] : target === 'last' ? present.at(-1) : target;
      if (field) group.find(field)?.focus();
    },
    check() {
      const isRight = group.report();
      if (!isRight) {
        consent?.forget();
        const { activeElement } = form.shadowRoot!;
        const again = () => (activeElement as HTMLElement | null)?.focus();
        addEventListener('focus', again);
        setTimeout(removeEventListener, CARET_MS, 'focus', again);
      }
      return isRight;
    },
    // Two calls at once get the same answer: the card is sent once.
    submit: (signedKey) => (submitting ??= submit(signedKey).finally(() => (submitting = undefined))),
    clearCvn() {
      const cvn = group.find('cvn');
      cvn?.clear();
      cvn?.refuse();
    },
    reset() {
      group.clear();
      consent?.show();
    },
    setDisabled(isDisabled) {
      for (const field of form.set.fields) field.isDisabled = isDisabled;
      form.requestUpdate();
    },
  };
  const channel = serveFrame(api, settings);
  const tell = (act: FrameAct | null = null) => channel.notify(describe(form, consent, act));

  for (const type of ['florin-field', 'focusin', 'focusout']) form.addEventListener(type, () => tell());
  // In a frame that asks it is no consent: the frame then says that its button has to be pressed.
  form.addEventListener('keypress', (event) => onEnter(event, () => tell('submit')));
  const sizes = new ResizeObserver(() => tell());
  sizes.observe(form);
  if (consent) sizes.observe(consent.element);
}

function describe(form: CardForm, consent: Consent | undefined, act: FrameAct | null): FrameNotice {
  const { set, shadowRoot } = form;
  const number = set.group.find('number');
  // A missing field has no state, and is omitted from the notice.
  const fields = FRAME_FIELDS.map((kind) => [kind, set.group.find(kind)?.state]);
  const focused = shadowRoot?.activeElement?.id;
  return {
    fields: Object.fromEntries(fields) as FrameNotice['fields'],
    brand: number?.brand?.id ?? null,
    height: form.getBoundingClientRect().height + (consent?.element.getBoundingClientRect().height ?? 0),
    focused: FRAME_FIELDS.find((kind): kind is FrameField => kind === focused) ?? null,
    asks: consent !== undefined,
    act,
  };
}
