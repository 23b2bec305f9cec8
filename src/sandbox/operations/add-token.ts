/** D1: stores a card or a bank account under a new number. docs/wire/rest.md sections 2 and 3. */
import type { Source } from '../../wire/codes.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { StoreUnit } from '../store/store.js';
import { referencesOf, type TokenReferences } from '../references.js';
import type { Instrument, Token } from '../token.js';
import { createDvToken } from './dv-token.js';
import { withServersTerms } from './merchant-rules.js';
import { checkNewInstrument, type TokenEntry } from './token-entry.js';

/** A token to create for a server, a browser or a payment. */
export interface NewToken {
  readonly merchantId: number;
  readonly instrument: Instrument;
  readonly references: TokenReferences;
  readonly source: Source;
  readonly username: string | null;
}

/** Creates a token within a unit of work. The same card again gives another token. */
export async function makeToken(unit: StoreUnit, order: NewToken, context: Context): Promise<Token> {
  const serial = await unit.nextTokenSerial();
  const now = context.clock.now();
  const token: Token = {
    ...order.instrument,
    ...referencesOf(order.references),
    dvToken: createDvToken(serial),
    serial,
    merchantId: order.merchantId,
    source: order.source,
    userCreated: order.username,
    userUpdated: order.username,
    createdAt: now,
    updatedAt: now,
  };
  await unit.addToken(token);
  return token;
}

/** Creates a token of the caller's merchant. @throws SandboxFault 1xx */
export async function addToken(entry: TokenEntry, context: Context, { merchant, username }: Caller): Promise<Token> {
  const instrument = await checkNewInstrument(withServersTerms(entry, merchant), 'server', context);
  const order: NewToken = { merchantId: merchant.id, instrument, references: entry, source: 'api', username };
  return context.store.write((unit) => makeToken(unit, order, context));
}
