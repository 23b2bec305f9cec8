/** Reads the delivery address from the form. */
import type { FormBody } from './http/form-body.js';
import { deliveryOf, type Delivery } from './store/session-store.js';

export const STATES: readonly string[] = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'];

/** The errors of the form, as texts for the shopper, by field. */
export type DeliveryProblems = Readonly<Partial<Record<keyof Delivery, string>>>;

/** An address for trying the shop without typing. */
export const EXAMPLE_DELIVERY: Delivery = {
  email: 'mia.tran@example.com',
  name: 'Mia Tran',
  street: '12 Ferry Road',
  suburb: 'West End',
  state: 'QLD',
  postcode: '4101',
};

/** Reads the fields of the form, trimmed. */
export function readDelivery(form: FormBody): Delivery {
  const text = (name: keyof Delivery): string => (form.get(name) ?? '').replace(/\s+/g, ' ').trim().slice(0, 120);
  return { ...deliveryOf(text), state: text('state').toUpperCase() };
}

/** Returns the missing and invalid fields. */
export function checkDelivery(delivery: Delivery): DeliveryProblems {
  const problems: Partial<Record<keyof Delivery, string>> = {};
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(delivery.email))
    problems.email = 'Enter an email address like mia@example.com';
  if (delivery.name === '') problems.name = 'Enter your name';
  if (delivery.street === '') problems.street = 'Enter the street address';
  if (delivery.suburb === '') problems.suburb = 'Enter the suburb';
  if (!STATES.includes(delivery.state)) problems.state = 'Choose a state';
  if (!/^\d{4}$/.test(delivery.postcode)) problems.postcode = 'Enter the 4-digit postcode';
  return problems;
}
