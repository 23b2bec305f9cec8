import { useEffect, useState } from 'react';
import 'florin/elements/florin-checkout';
import type {} from 'florin/types/react';
import { buy, findOrder, type Order } from './orders.js';

export function App() {
  // False until the server has answered.
  const [order, setOrder] = useState<Order | null | undefined | false>(false);
  useEffect(() => void findOrder().then(setOrder), []);

  if (order === false) return null;
  if (order === null) return <p>There is no such order.</p>;
  if (order === undefined)
    return (
      <>
        <h1>Example Shop</h1>
        <button onClick={buy}>Buy the book for 199.00 AUD</button>
      </>
    );
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
      {/* Draws the receipt by itself. Your server learns of the payment in `onPaid`, not from this event. */}
      <florin-checkout
        signer-url="/pay"
        order={order.name}
        amount={order.cents}
        currency="AUD"
        onflorin-result={({ result }) => console.log(`payment ${result.status}`)}
      />
    </>
  );
}
