/** CreateSession: a GUID that opens the hosted token page from one IP address. docs/wire/soap.md section 3. */
import type { Context } from '../context.js';
import { readIpAddress } from '../ip-address.js';
import type { Caller } from '../merchant.js';
import { createSession } from '../operations/create-session.js';
import { isSharedSecret } from '../operations/shared-secret.js';
import type { TokenKey } from '../token.js';
import { credentialsRow, type SoapRow } from './row.js';
import { ServiceError } from './service-error.js';

interface SentSession {
  readonly ipAddress: string;
  readonly sharedSecret: string;
}

async function openSession(sent: SentSession, context: Context, caller: Caller): Promise<TokenKey> {
  if (!isSharedSecret(sent.sharedSecret, caller.merchant)) throw new ServiceError('invalid shared secret');
  const ipAddress = readIpAddress(sent.ipAddress);
  if (ipAddress === undefined) throw new ServiceError('invalid ip address');
  return createSession({ ipAddress }, context, caller);
}

export const openTokenPage: SoapRow<'CreateSession'> = credentialsRow(
  'CreateSession',
  ({ ipAddress = '', sharedSecret = '' }) => ({ ipAddress, sharedSecret }),
  openSession,
  ({ authKey }) => authKey,
);
