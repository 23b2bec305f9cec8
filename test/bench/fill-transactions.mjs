/** Fills a sandbox with transactions that differ in what a search can ask for. */

const UNIT = 1_000;
const DAY_MS = 86_400_000;
/** All within the 18 months that a search looks back by default. */
const SPREAD_DAYS = 500;

const AUTHORIZATION = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');

export async function call(sandbox, path, body) {
  const response = await sandbox.fetch(
    new Request(`http://sandbox.test/webapi/v3${path}`, {
      method: 'POST',
      headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  return response.json();
}

const CARD = { CardNumber: '5123456789012346', CardHolderName: 'Jane Citizen', ExpiryDate: '0539', Cvn: '123' };

/** One real payment, then copies of it that differ in what a search can ask for. */
export async function fill(sandbox, store, count) {
  const TxnReq = { Action: 'payment', Amount: 10_000, Crn1: 'first', TestMode: true, CardDetails: CARD };
  const { TxnResp } = await call(sandbox, '/txns/', { TxnReq });
  const first = await store.read((view) => view.findTransaction(1, Number(TxnResp.TxnNumber)));
  for (let done = 1; done < count; done += UNIT) {
    await store.write(async (unit) => {
      for (let index = done; index < Math.min(done + UNIT, count); index += 1) {
        const txnNumber = await unit.nextTxnNumber();
        const isDeclined = index % 10 === 0;
        await unit.addTransaction({
          ...first,
          txnNumber,
          receiptNumber: String(txnNumber).padStart(11, '4'),
          amount: 100 + (index % 5_000),
          action: index % 20 === 0 ? 'preauth' : 'payment',
          crn1: `order ${index}`,
          crn2: `customer ${index % 2_000}`,
          merchantReference: `reference ${index}`,
          rrn: String(index).padStart(12, '0'),
          responseCode: isDeclined ? '5' : '0',
          bankResponseCode: isDeclined ? '51' : '00',
          // From the oldest to the newest, as they would have come.
          processedAt: first.processedAt - Math.floor(((count - index) / count) * SPREAD_DAYS * DAY_MS),
        });
      }
    });
  }
}
