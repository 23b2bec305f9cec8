import { notFound } from 'next/navigation';
import { findOrder } from '../../../lib/orders.js';
import { renderCheckout } from '../../../lib/render-checkout.js';
import { TakeOver } from './take-over';

export default async function OrderPage({ params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  // Here you decide who may see an order.
  const order = findOrder(name);
  if (!order) notFound();
  if (order.paidBy !== null)
    return (
      <>
        <h1>Thank you</h1>
        <p>Paid with transaction {order.paidBy}</p>
      </>
    );
  // For production call `allowOrigins` once: node_modules/florin/docs/guides/script-tag.md, "Addresses".
  return (
    <>
      <h1>One book</h1>
      {/* The browser makes the fields of this HTML into a shadow root, which React does not expect. */}
      <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: await renderCheckout(name, order) }} />
      <TakeOver />
    </>
  );
}
