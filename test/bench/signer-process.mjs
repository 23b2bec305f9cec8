// @ts-check
/**
 * A signer in a process of its own, with claims in SQLite. It is told where the service is and which file to keep claims
 * in by one line of JSON on standard input, says `ready` and its address, and ends with its standard input.
 */
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { createSigner } from '../../dist/signer/index.js';
import { createListener, createNodeFetch, openSqliteStore } from '../../dist/signer/node/index.js';

const input = createInterface(process.stdin);
// Who started it is gone.
input.once('close', () => process.exit(1));
const { service, database } = JSON.parse(await new Promise((resolve) => input.once('line', resolve)));
const signer = createSigner({
  service: { ...service, fetch: createNodeFetch() },
  store: openSqliteStore(database),
  secret: 'a secret for this test only, long enough',
  publicUrl: 'https://shop.example/pay',
  merchantName: 'Demo',
  onPaid: () => undefined,
  priceOrder: (_request, order) => ({ order, amount: { minor: 100, currency: 'AUD' }, crn1: order }),
  rateLimit: false,
});
const server = createServer(createListener(signer)).listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
