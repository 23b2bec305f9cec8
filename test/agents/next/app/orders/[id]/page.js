import { notFound } from 'next/navigation';
import { findOrder } from '../../../shop.js';

export const dynamic = 'force-dynamic';

export default async function Order({ params }) {
  const order = findOrder((await params).id);
  if (!order) notFound();
  return (
    <main>
      <h1>Order {order.id}</h1>
      <p>
        Total: {order.total / 100} AUD, <span id="state">{order.paid ? 'paid' : 'not paid'}</span>
      </p>
    </main>
  );
}
