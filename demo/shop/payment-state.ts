/**
 * The state of an order's payment. The shop stores "open", "paid" and "review". Only the signer knows whether a payment of
 * an open order is in progress (`resultOf`).
 */
import type { Signer } from 'florin-server/signer';
import type { Order, OrderStatus, OrderStore } from './store/order-store.js';

/**
 * - `checking`: a payment was sent, and its outcome is not known yet.
 * - `confirming`: the shopper's bank waits for the shopper (3-D Secure).
 */
export interface PaymentState {
  readonly status: OrderStatus | 'checking' | 'confirming';
  /** When that state ends at the latest, if known. */
  readonly until?: Date;
  /** True if the order can be paid again after `until` when no payment is found; otherwise the shop reviews the payment. */
  readonly isPayableThen?: boolean;
}

/** Asks the signer about an open order. `order` is as stored afterwards: the signer may just have found its payment. */
export async function readPaymentState(
  signer: Pick<Signer, 'resultOf'>,
  orders: Pick<OrderStore, 'find'>,
  order: Order,
  now: Date,
): Promise<{ readonly order: Order; readonly payment: PaymentState }> {
  if (order.status !== 'open') return { order, payment: { status: order.status } };
  const result = await signer.resultOf(String(order.number), { testMode: !order.live });
  const current = orders.find(order.number) ?? order;
  if (result?.status !== 'pending' || current.status !== 'open') {
    return { order: current, payment: { status: current.status } };
  }
  const { waitsFor, endsInSeconds = 0 } = result;
  return {
    order: current,
    payment: {
      status: waitsFor === 'shopper' ? 'confirming' : 'checking',
      ...(endsInSeconds > 0 && { until: new Date(now.getTime() + endsInSeconds * 1000) }),
      isPayableThen: waitsFor !== 'bank',
    },
  };
}
