/** Requests of the SOAP client's tests. */
import { createHmac } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

export const CARD = '5123456789012346';
export const OTHER_CARD = '4987654321098769';
export const CREDENTIALS = {
  username: 'demo-api',
  password: 'Demo-Password-1',
  merchantNumber: '5353109000000000',
} as const;
export const SHARED_SECRET = 'Demo-Shared-Secret-1';

/** A payment that expiry month 99 approves. */
export function payment(MerchantReference: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    PaymentType: 'PAYMENT',
    TxnType: 'ECOMMERCE',
    Amount: 19_900,
    CRN1: 'order 1042',
    CardNumber: CARD,
    ExpiryDate: '9900',
    CVC: '123',
    MerchantReference,
    ...more,
  } as const;
}

/** A batch of one payment. */
export function batchOf(crn1: string): string {
  return [
    `01,CBA-EVOLVE,20260304,120000,,1,${CREDENTIALS.merchantNumber}`,
    `50,,${crn1},,,1000,0,${CARD},9900,R`,
    '99,3,1000,0',
    '',
  ].join('\n');
}

/** The signature for GetAnonymousToken. */
export function signatureOf(...parts: readonly string[]): string {
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
  return createHmac('sha256', SHARED_SECRET).update(text).digest('hex');
}

/** A zip of one entry. APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */
export function zipOf(text: string): Uint8Array {
  const content = Buffer.from(text);
  const packed = deflateRawSync(content);
  const name = Buffer.from('a.csv');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06'), end]);
}
