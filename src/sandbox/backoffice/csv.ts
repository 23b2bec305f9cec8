/** The list as a CSV file (RFC 4180), streamed: it can be longer than a search may answer. */
import { writeMoney } from '../../core/money/money.js';
import { writeLocalTime } from '../../wire/rest/local-time.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { APPROVED } from '../operations/outcome.js';
import { searchPage, type SearchRequest } from '../operations/search-transactions.js';
import { readMoved } from '../settlement/settlement-file.js';
import type { StoreView } from '../store/store.js';
import type { Transaction } from '../transaction.js';
import type { ListedTransaction } from './api.js';
import { listTransaction } from './show-transaction.js';

const PAGE = 500;

/** A row of the list with its transaction. */
interface Line extends Pick<ListedTransaction, 'status' | 'currency'> {
  /** The money that it moved, in the lowest denomination: negative when the payer received it. */
  readonly moved: number;
  readonly transaction: Transaction;
}

const COLUMNS: Readonly<Record<string, (transaction: Transaction, line: Line) => string | null>> = {
  TxnNumber: ({ txnNumber }) => String(txnNumber),
  ProcessedDateTime: ({ processedAt }) => writeLocalTime(processedAt),
  Action: ({ action }) => action,
  Status: (_transaction, { status }) => status,
  ResponseCode: ({ responseCode }) => responseCode,
  ResponseText: ({ responseText }) => responseText,
  BankResponseCode: ({ bankResponseCode }) => bankResponseCode,
  Currency: (_transaction, { currency }) => currency,
  Amount: ({ amount }, { currency }) => writeMoney({ minor: amount, currency }),
  Moved: (_transaction, { moved, currency }) => writeMoney({ minor: moved, currency }),
  CardType: ({ card }) => card.type,
  MaskedCardNumber: ({ card }) => card.masked,
  CardHolderName: ({ card }) => card.holderName,
  Crn1: ({ crn1 }) => crn1,
  Crn2: ({ crn2 }) => crn2,
  Crn3: ({ crn3 }) => crn3,
  MerchantReference: ({ merchantReference }) => merchantReference,
  ReceiptNumber: ({ receiptNumber }) => receiptNumber,
  RRN: ({ rrn }) => rrn,
  AuthoriseId: ({ authoriseId }) => authoriseId,
  SettlementDate: ({ settlementDate }) => settlementDate,
  OriginalTxnNumber: ({ originalTxnNumber }) => originalTxnNumber,
  Source: ({ source }) => source,
  UserName: ({ username }) => username,
  Reason: ({ reason }) => reason,
  IsTestTxn: ({ isTest }) => String(isTest),
};

/** A field. A spreadsheet must not run what a shopper typed: =, +, -, @, tab or line end gets a quote, but for a number. */
function writeField(text: string): string {
  const isNumber = /^-?\d{1,20}(\.\d{1,4})?$/.test(text);
  const plain = !isNumber && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function writeLine(fields: readonly string[]): string {
  return `${fields.map(writeField).join(',')}\r\n`;
}

/** Without an approval no money moved. */
async function linesOf(
  transactions: readonly Transaction[],
  { merchant }: Caller,
  view: StoreView,
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const numbers = transactions.map(({ txnNumber }) => txnNumber);
  const ledgers = await view.readLedgers(merchant.id, numbers);
  for (const transaction of transactions) {
    const moved = transaction.responseCode === APPROVED ? await readMoved(transaction, view) : 0;
    const { status, currency } = listTransaction(transaction, merchant, ledgers.get(transaction.txnNumber));
    lines.push({ transaction, moved, status, currency });
  }
  return lines;
}

/** Answers with the file. The first page is read before the answer, so that a refused search is an error. */
export async function answerCsv(request: SearchRequest, context: Context, caller: Caller): Promise<Response> {
  const upTo = await context.store.read((view) => view.latestTxnNumber(caller.merchant.id));
  const encoder = new TextEncoder();
  const read = (offset: number) => searchPage(request, { offset, limit: PAGE, upTo }, context, caller);
  let offset = 0;
  let page = await read(0);
  const stream = new ReadableStream<Uint8Array>({
    // Without a byte order mark, spreadsheets read another encoding.
    start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${writeLine(Object.keys(COLUMNS))}`)),
    async pull(controller) {
      const columns = Object.values(COLUMNS);
      const found = await context.store.read((view) => linesOf(page.transactions, caller, view));
      const lines = found.map((line) => writeLine(columns.map((column) => column(line.transaction, line) ?? '')));
      controller.enqueue(encoder.encode(lines.join('')));
      offset += page.transactions.length;
      if (offset >= page.total || page.transactions.length === 0) return controller.close();
      page = await read(offset);
    },
  });
  return new Response(stream, {
    headers: {
      'Content-Disposition': 'attachment; filename="transactions.csv"',
      'Content-Type': 'text/csv; charset=utf-8',
    },
  });
}
