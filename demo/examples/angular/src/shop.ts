import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import 'florin/elements/florin-checkout';
import type { FlorinResultEvent } from 'florin/elements';
import { buy, findOrder, type Order } from './orders.js';

@Component({
  selector: 'app-shop',
  // Lets templates have custom elements.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      @let found = order();
      @if (found === undefined) {
        <h1>Example Shop</h1>
        <button (click)="buy()">Buy the book for 199.00 AUD</button>
      } @else if (found === null) {
        <p>There is no such order.</p>
      } @else if (found && found.paidBy !== null) {
        <h1>Thank you</h1>
        <p>Paid with transaction {{ found.paidBy }}</p>
      } @else if (found) {
        <h1>One book</h1>
        <!-- For production call allowOrigins once: node_modules/florin/docs/guides/script-tag.md, "Addresses". -->
        <!-- Draws the receipt by itself. Your server learns of the payment in onPaid, not from this event. -->
        <florin-checkout
          signer-url="/pay"
          [attr.order]="found.name"
          [attr.amount]="found.cents"
          currency="AUD"
          (florin-result)="log($event)"
        ></florin-checkout>
      }
    </main>
  `,
})
export class Shop {
  /** False until the server has answered. */
  readonly order = signal<Order | null | undefined | false>(false);
  readonly buy = buy;

  constructor() {
    void findOrder().then((found) => this.order.set(found));
  }

  log({ result }: FlorinResultEvent): void {
    console.log(`payment ${result.status}`);
  }
}
