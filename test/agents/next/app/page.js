import { redirect } from 'next/navigation';
import { addOrder } from '../shop.js';

async function order(form) {
  'use server';
  redirect(`/orders/${addOrder(Number(form.get('items')))}`);
}

export default function Home() {
  return (
    <form action={order}>
      <input name="items" defaultValue="2" />
      <button>Order</button>
    </form>
  );
}
