/**
 * References of attempts: `florin-`, 24 random hexadecimal digits, `-`, and two MACs of nine digits. The first says that
 * this signer made the reference, the second for which order. So a payment is known as the signer's own even if its claim
 * is lost, for example because the store was restored from a backup. docs/invariants.md, invariant 21.
 */
import { createMac } from '../secrets/mac.js';
import type { Secrets } from '../secrets/secrets.js';
import type { Scopes } from './scope.js';

const PURPOSE = 'florin payment reference, version 1';
/** At most 50 characters, all of which the service's field rules accept; in one case, because its search may ignore case. */
const REFERENCE = /^florin-([\da-f]{24})-([\da-f]{9})([\da-f]{9})$/;

export interface References {
  /** The reference of a new attempt. Nobody can guess that of another attempt: it has 96 random bits. */
  write(scope: string, order: string, claimId: string): Promise<string>;
  /** The scope for which this signer made the reference; undefined if it did not make it. */
  scopeOf(reference: string | undefined): Promise<string | undefined>;
  /** Whether this signer made the reference for this order. */
  isFor(reference: string | undefined, scope: string, order: string): Promise<boolean>;
}

/**
 * The form in which references are compared and looked up: a system between signer and service may
 * pad them or change their case. The signer's own are made in this form.
 */
export function plainReference(reference: string | undefined): string {
  return reference?.trim().toLowerCase() ?? '';
}

/** Whether a reference in an answer is that of an attempt. */
export function isSameReference(reference: string | undefined, own: string): boolean {
  return plainReference(reference) === plainReference(own);
}

/** Whether a reference has the form of Florin's, of whatever signer. */
export function hasReferenceForm(reference: string | undefined): boolean {
  return REFERENCE.test(plainReference(reference));
}

/** @param secrets shared by all processes of the signer */
export function createReferences(secrets: Secrets, { live, test }: Scopes): References {
  const sign = createSign(secrets[0]);
  const signers = [sign, ...secrets.slice(1).map(createSign)];
  const isSigned = async (mac: string, ...parts: readonly string[]) =>
    (await Promise.all(signers.map((each) => each(...parts)))).includes(mac);
  const read = (reference: string | undefined) => REFERENCE.exec(plainReference(reference));
  return {
    async write(scope, order, claimId) {
      const digits = claimId.slice(0, 24);
      return `florin-${digits}-${await sign(scope, digits)}${await sign(scope, digits, order)}`;
    },
    async scopeOf(reference) {
      const [, digits = '', ours = ''] = read(reference) ?? [];
      for (const scope of digits === '' ? [] : [live, test]) if (await isSigned(ours, scope, digits)) return scope;
      return undefined;
    },
    async isFor(reference, scope, order) {
      const [, digits = '', , ofOrder = ''] = read(reference) ?? [];
      return digits !== '' && (await isSigned(ofOrder, scope, digits, order));
    },
  };
}

/** The MAC of nine digits. */
function createSign(secret: string): (...parts: readonly string[]) => Promise<string> {
  const mac = createMac(secret, PURPOSE);
  return async (...parts) => {
    const { buffer, byteOffset } = await mac(JSON.stringify(parts));
    return new DataView(buffer, byteOffset).getBigUint64(0).toString(16).padStart(16, '0').slice(0, 9);
  };
}
