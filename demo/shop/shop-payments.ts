/**
 * The callbacks for Florin's signer: who may pay an order, how much, and what happens after a payment.
 * These callbacks and one element in pages/payment-page.ts are all that a shop needs to take cards.
 */
import { brandOfCardType } from 'florin/core';
import { receiptOf, type SignerOptions } from 'florin-server/signer';
import { CURRENCY, SHOP_NAME } from './catalogue.js';
import type { SessionCookie } from './http/session-cookie.js';
import type { Payment } from './store/order-store.js';
import type { ShopStores } from './store/shop-stores.js';

type ShopCallbacks = Required<
  Pick<
    SignerOptions,
    'priceOrder' | 'currentTerms' | 'onPaid' | 'onMismatch' | 'returnTo' | 'authoriseToken' | 'returnToCards'
  >
>;
type PaidTransaction = Parameters<ShopCallbacks['onPaid']>[1];

/**
 * The surcharge for each card type on the page with a surcharge. Whole dollars, because in test
 * mode the cents choose the bank's answer, and a percentage would change them.
 */
const SURCHARGE_DOLLARS: Readonly<Record<string, number>> = { AX: 2, MC: 1, VC: 1 };

/** The same callbacks for the page with a surcharge, which also has a field for a purchase order number. */
export function withSurcharge(callbacks: ShopCallbacks): ShopCallbacks & Pick<SignerOptions, 'surcharge'> {
  return {
    ...callbacks,
    async priceOrder(request, number) {
      const order = await callbacks.priceOrder(request, number);
      return order && { ...order, shopperReferences: [{ name: 'crn2', longest: 20 }] };
    },
    surcharge(_order, cardType) {
      const dollars = SURCHARGE_DOLLARS[cardType];
      return dollars === undefined ? null : { minor: dollars * 100, currency: CURRENCY };
    },
  };
}

/** Creates the callbacks. */
export function createPayments(stores: ShopStores, cookie: SessionCookie, now: () => Date): ShopCallbacks {
  const { orders, savings, sessions } = stores;
  const sessionOf = ({ headers }: Request) => {
    const token = cookie.read(headers.get('Cookie'));
    return token === undefined ? undefined : sessions.find(token);
  };
  return {
    /** Only the session that made an order may pay it; for all others the order does not exist. */
    priceOrder(request, number) {
      const session = sessionOf(request);
      const order = /^\d{1,9}$/.test(number) ? orders.find(Number(number)) : undefined;
      if (!session || !order || order.sessionId !== session.id) return null;
      return {
        order: String(order.number),
        amount: { minor: order.total, currency: CURRENCY },
        crn1: String(order.number),
        testMode: !order.live,
        customerEmail: order.delivery.email,
        fraudScreening: {},
      };
    },
    /** Called before `onPaid`: a key may be paid long after its order has changed. */
    currentTerms(number) {
      const order = orders.find(Number(number));
      return order ? { amount: { minor: order.total, currency: CURRENCY } } : null;
    },
    onPaid(number, txn, agreed) {
      // The signer has compared the terms already; a shop without `currentTerms` compares them here.
      if (agreed.amount !== orders.find(Number(number))?.total) return orders.markForReview(Number(number));
      return orders.markPaid(Number(number), readPayment(txn), now());
    },
    onMismatch(report) {
      console.warn(`Order ${report.order}: ${report.kind} ${report.differences.join(', ')} (${report.txn.TxnNumber})`);
      // Another order's result, which this order's page has presented, does not affect this order.
      if (report.kind !== 'foreign_result') orders.markForReview(Number(report.order));
    },
    /** The demo has no accounts: the holder of a session's cookie is its shopper. */
    authoriseToken(request) {
      const session = sessionOf(request);
      return session ? { id: session.id, session: session.id, crn1: session.id } : null;
    },
    /** A page that shows what was saved, with or without script. */
    returnToCards(shopper, result, asked) {
      savings.note(shopper, { result, asked });
      return `/account/saved?${new URLSearchParams({
        purpose: `${asked.task === 'add' ? 'save' : 'update'}-${asked.kind === 'card' ? 'card' : 'bank-account'}`,
        ...(asked.card !== undefined && { card: asked.card }),
      }).toString()}`;
    },
    returnTo(number, { status }) {
      return status === 'declined' || status === 'failed' ? `/orders/${number}/attempt` : `/orders/${number}`;
    },
  };
}

function readPayment(txn: PaidTransaction): Payment {
  const brand = brandOfCardType(txn.CardType ?? '')?.name ?? 'Card';
  const lastDigits = (txn.CardDetails?.MaskedCardNumber ?? '').slice(-3);
  const expiry = (txn.CardDetails?.ExpiryDate ?? '').replace(/^(\d\d)(\d\d)$/, ', expires $1 / $2');
  return {
    txnNumber: txn.TxnNumber ?? '',
    receiptNumber: txn.ReceiptNumber ?? '',
    card: `${brand} •••• ${lastDigits}${expiry}`,
    authoriseId: txn.AuthoriseId ?? '',
    // A payment that matched the order; an amount beyond a safe integer does not occur.
    amount: typeof txn.Amount === 'number' ? txn.Amount : undefined,
    receipt: JSON.stringify(receiptOf(txn, SHOP_NAME)),
    isHeld: txn.FraudScreeningResponse?.ReDResponse?.FRAUD_STAT_CD === 'CHALLENGE',
  };
}
