/**
 * Creates certificates for tests of TLS on demand, so that the repository contains no key. RFC
 * 5280.
 */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  /** PEM, as `node:https` accepts it. */
  readonly key: string;
  readonly cert: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT = 0x06;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const DNS_NAME = 0x82;

/** One DER value: type, length, content. */
function der(kind: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const short = body.length < 128 ? [body.length] : undefined;
  return Buffer.concat([Buffer.from([kind, ...(short ?? [0x82, body.length >> 8, body.length & 0xff])]), body]);
}

const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OBJECT, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const COMMON_NAME = der(OBJECT, [0x55, 0x04, 0x03]);
const SUBJECT_ALT_NAME = der(OBJECT, [0x55, 0x1d, 0x11]);

/** A self-signed certificate for one host, valid between two instants (milliseconds since 1970). */
export function makeCertificate(host: string, from: number, to: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(host)))));
  const time = (at: number) =>
    der(UTC_TIME, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
  const names = der(OCTET_STRING, der(SEQUENCE, der(DNS_NAME, Buffer.from(host))));
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, [2])),
    der(INTEGER, [1]),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, names))),
  );
  const signature = der(BIT_STRING, [0], sign('sha256', body, privateKey));
  const whole = der(SEQUENCE, body, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
