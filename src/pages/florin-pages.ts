/**
 * The script of the sandbox's pages: Florin's own fields replace the plain ones, and answers need
 * no new page. Without it each page is a form that works.
 */
import { defineOnce } from '../elements/define-once.js';
import { CardGroup } from '../elements/field/card-group.js';
import { fieldsWithin } from '../elements/field/field-registry.js';
import { CardCvnElement } from '../elements/florin-card-cvn/card-cvn-element.js';
import { CardExpiryElement } from '../elements/florin-card-expiry/card-expiry-element.js';
import { CardNameElement } from '../elements/florin-card-name/card-name-element.js';
import { CardNumberElement } from '../elements/florin-card-number/card-number-element.js';
import { bindAutosave } from './autosave-form.js';
import { takeName } from './last-name.js';
import { elementField, plainField } from './page-field.js';
import { bindSending } from './send-form.js';

async function upgrade(form: HTMLFormElement): Promise<void> {
  const name = form.querySelector<HTMLInputElement>('[data-field="name"] input');
  // In a frame for the card of a payment, which is what the merchant's server may complete.
  if (name?.value === '' && form.dataset['completed']) name.value = takeName();
  const cells = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  const fields = await Promise.all(
    cells.flatMap((cell) => {
      const input = cell.querySelector('input');
      if (!input) return [];
      return [cell.dataset['element'] ? elementField(cell, input) : Promise.resolve(plainField(cell, input))];
    }),
  );
  // The length of the code depends on the number's brand. A card that is changed may keep its
  // expiry, but a new number needs a new one.
  const group = new CardGroup(() => fieldsWithin([form]));
  const expiry = form.querySelector<CardExpiryElement>('florin-card-expiry');
  const mayKeep = expiry?.optional === true;
  const followNumber = () => {
    group.configure({});
    if (expiry && mayKeep) expiry.optional = group.find('number')?.state.status === 'empty';
  };
  form.addEventListener('florin-field', ({ field }) => field === 'number' && followNumber());
  followNumber();
  if (form.dataset['mode'] === 'autosave') bindAutosave(form, fields);
  else bindSending(form, fields);
  form.dataset['ready'] = 'true';
}

defineOnce('florin-card-number', CardNumberElement);
defineOnce('florin-card-expiry', CardExpiryElement);
defineOnce('florin-card-cvn', CardCvnElement);
defineOnce('florin-card-name', CardNameElement);

// A page from the back-forward cache shows a form whose key may be used up.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

const form = document.querySelector<HTMLFormElement>('form[data-mode]');
if (form) void upgrade(form);
