/** Node's synchronous HMAC. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { Hmac } from '../hmac.js';

/** HMAC-SHA-256 by `node:crypto`. */
export const nodeHmac: Hmac = (key) => {
  const secret = createSecretKey(key);
  return (text) => createHmac('sha256', secret).update(text).digest('hex');
};
