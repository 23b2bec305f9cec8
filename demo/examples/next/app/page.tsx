import { redirect } from 'next/navigation';
import { addOrder } from '../lib/orders.js';

async function buy() {
  'use server';
  redirect(`/orders/${addOrder()}`);
}

export default function Home() {
  return (
    <>
      <h1>Example Shop</h1>
      <form action={buy}>
        <button>Buy the book for 199.00 AUD</button>
      </form>
    </>
  );
}
