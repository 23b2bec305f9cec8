/** All stores of the shop. */
import { createCartStore, type CartStore } from './cart-store.js';
import { createOrderStore, type OrderStore } from './order-store.js';
import { createSessionStore, type SessionStore } from './session-store.js';
import { createSavingStore, type SavingStore } from './saving-store.js';
import { openShopDatabase, readSignerSecret } from './shop-database.js';

/** The open stores of a shop. */
export interface ShopStores {
  readonly sessions: SessionStore;
  readonly carts: CartStore;
  readonly orders: OrderStore;
  readonly savings: SavingStore;
  /** The secret of the signer's claim tokens. */
  readonly signerSecret: string;
  close(): void;
}

/** Opens the shop's database. `file` may be `:memory:`. */
export function openShopStores(file: string): ShopStores {
  const database = openShopDatabase(file);
  return {
    sessions: createSessionStore(database),
    carts: createCartStore(database),
    orders: createOrderStore(database),
    savings: createSavingStore(),
    signerSecret: readSignerSecret(database),
    close: () => database.close(),
  };
}
