/** The code that an element needs besides its fields: of a payment, or of saving a card or an account. */
import { lazyFile } from '../lazy-file.js';
import type { Attempt } from './attempt.js';
import type { PaymentHost } from './payment.js';
import { type CheckoutHost, otherMethod } from './source.js';

const paymentCode = lazyFile(async () => {
  const { Payment } = await import('./payment.js');
  return (host: PaymentHost): Attempt => new Payment(host);
});
const savingCode = lazyFile(async () => {
  const { Saving } = await import('./token-form.js');
  return (host: CheckoutHost): Attempt => new Saving(host);
});

export const attemptCode = (host: PaymentHost) => (otherMethod(host) === 'token' ? savingCode : paymentCode);
