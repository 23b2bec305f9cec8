/**
 * Notices a mount or a proxy that hides the addresses of clients: then all shoppers share one limit, and one stranger can use it
 * up. On a public address, an address of this machine is that of a proxy.
 */
import { isLoopbackHost } from '../../core/loopback.js';
import { UNKNOWN_CLIENT } from '../guards/client-address.js';
import type { SignerContext } from '../signer-context.js';

type Context = Pick<SignerContext, 'clientCalls' | 'publicUrl' | 'vitals' | 'noteSetUp'>;

/** Notes the rate-limit key of a shopper's call. */
export function noteClientKey({ clientCalls, publicUrl, vitals, noteSetUp }: Context, client: string): void {
  // Without limits, nobody needs to know.
  if (!clientCalls) return;
  const isPublic = !isLoopbackHost(new URL(publicUrl).hostname);
  const isHidden = client === UNKNOWN_CLIENT || (isPublic && isLoopbackKey(client));
  if (isHidden) noteSetUp('client_unknown', {});
  vitals.knowsClients = vitals.knowsClients === true || !isHidden;
}

/** `::1` has the key of its network. */
const isLoopbackKey = (client: string): boolean => isLoopbackHost(client) || client.startsWith('0:0:0:0/');
