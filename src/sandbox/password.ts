/** Passwords of API users: stored as salted, slow hashes and compared in constant time. */
import { isSameText } from './constant-time.js';
import { readHex, writeHex } from './hex.js';

/** The stored form of a password, hexadecimal. */
export interface PasswordHash {
  readonly passwordSalt: string;
  readonly passwordHash: string;
}

/** PBKDF2 rounds, some milliseconds: a sandbox has few passwords, and a test suite sends many wrong ones. */
const ROUNDS = 20_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

async function derive(password: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
    key,
    HASH_BITS,
  );
  return new Uint8Array(bits);
}

/** Hashes a password with a new salt. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return { passwordSalt: writeHex(salt), passwordHash: writeHex(await derive(password, salt)) };
}

/** Compares a password with a hash in constant time. */
export async function verifyPassword(password: string, stored: PasswordHash): Promise<boolean> {
  return isSameText(writeHex(await derive(password, readHex(stored.passwordSalt))), stored.passwordHash);
}
