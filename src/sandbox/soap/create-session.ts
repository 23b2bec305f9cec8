/** CreateSession: a GUID that opens the hosted token page from one address. wire/soap.md section 3. */
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { createSession } from '../operations/create-session.js';
import { isSharedSecret } from '../operations/shared-secret.js';
import type { TokenKey } from '../token.js';
import { row, type Row } from './row.js';
import { ServiceError } from './service-error.js';

const IP_V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const LONGEST_V6 = 45;

/** The usual spelling of an address; undefined when the text is none. */
function readIpAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (IP_V4.test(trimmed)) return trimmed;
  if (trimmed.length > LONGEST_V6 || !/^[0-9a-f:.]+$/i.test(trimmed)) return undefined;
  try {
    return new URL(`http://[${trimmed}]/`).hostname.slice(1, -1);
  } catch {
    return undefined;
  }
}

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

export const openTokenPage: Row<'CreateSession'> = row(
  'CreateSession',
  ({ ipAddress = '', sharedSecret = '' }) => ({ ipAddress, sharedSecret }),
  openSession,
  ({ authKey }) => authKey,
);
