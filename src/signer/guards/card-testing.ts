/**
 * Protection against card testing (docs/reference/promises.md, P36). The signer never sees a card,
 * so it counts two things that a thief cannot avoid: keys, because each makes one transaction, and
 * declines.
 *
 * - Each client has a limit of keys that did not lead to an approval (`tries`). It stops one
 *   address that tries many cards, even if it never asks for a result.
 * - When many more payments than usual are declined (`declines`), from any address, throttling is
 *   on. Then the shop asks the client to prove that a person is there (`SignerOptions.challenge`):
 *   this stops an attack from many addresses. A shop without a challenge gives each client a third
 *   of its tries, and each order at most four keys. This slows attackers who share addresses or
 *   orders; the signer cannot tell the others from shoppers (docs/decisions/0013-card-testing.md).
 */
import { askShop } from '../ask-shop.js';
import type { Claim } from '../claims/claim.js';
import type { Finding } from '../claims/ledger-entry.js';
import { messageOf } from '../monitoring/message-of.js';
import { Refusal } from '../refusal.js';
import type { SignerLogEntry, SignerOptions } from '../signer-options.js';
import { countTriesOf, giveBackForClient, takeForClient, type TryCounter } from './call-limits.js';

export interface CardTestingGuard {
  /** Call before a key is made for the claim. @throws Refusal `rate_limited` */
  begin(claim: Pick<Claim, 'scope' | 'client' | 'attempt'>): Promise<void>;
  /** Call when no key was made after all. */
  undo(claim: Pick<Claim, 'scope' | 'client'>): Promise<void>;
  /** Call when the outcome of a key is first known. Never rejects. */
  end(claim: Pick<Claim, 'scope' | 'client' | 'order'>, finding: Pick<Finding, 'verdict' | 'txnNumber'>): Promise<void>;
  /** Whether throttling is on: so many payments are declined that a challenge is required. */
  isThrottled(scope: string): Promise<boolean>;
}

const WHOLE_SHOP = 'shop';
const PAUSE_SECONDS = 60;
/**
 * Limits while throttling is on and the shop has no challenge: the share of a client's tries, and
 * keys for each order.
 */
const THROTTLED_SHARE = 1 / 3;
const THROTTLED_KEYS = 4;

export interface GuardSettings {
  readonly tries: TryCounter;
  /**
   * Counts the declines of the whole shop. Once over its limit, it stays over it for
   * `THROTTLE_SECONDS`.
   */
  readonly declines: TryCounter;
  /** Whether the shop has a challenge for the time that throttling is on. */
  readonly hasChallenge: boolean;
  log(entry: SignerLogEntry): void;
}

export function createCardTestingGuard({ hasChallenge, log, ...counters }: GuardSettings): CardTestingGuard {
  const triesOf = ({ scope }: Pick<Claim, 'scope'>) => countTriesOf(scope, counters.tries);
  const declinesOf = (scope: string) => countTriesOf(scope, counters.declines);
  const isThrottled = async (scope: string) => (await declinesOf(scope).peek(WHOLE_SHOP)) > 0;
  return {
    isThrottled,
    async begin({ scope, client, attempt }) {
      const tries = triesOf({ scope });
      const throttledFor = hasChallenge ? 0 : await declinesOf(scope).peek(WHOLE_SHOP);
      if (throttledFor > 0 && attempt > THROTTLED_KEYS) {
        throw new Refusal('rate_limited', 'Too many keys for this order while many cards are being declined', {
          retryAfterSeconds: Math.ceil(throttledFor / 1000),
          limit: 'keys',
        });
      }
      const wait = client === null ? 0 : await takeForClient(tries, client, throttledFor > 0 ? THROTTLED_SHARE : 1);
      if (wait > 0) {
        throw new Refusal('rate_limited', 'Too many tries to pay', {
          retryAfterSeconds: Math.ceil(wait / 1000),
          limit: 'tries',
        });
      }
    },
    async undo({ scope, client }) {
      if (client !== null) await giveBackForClient(triesOf({ scope }), client);
    },
    async end(claim, finding) {
      try {
        await count(claim, finding);
      } catch (error) {
        // A failed counter must not stop a payment.
        log({ level: 'error', event: 'limits_failed', message: messageOf(error) });
      }
    },
  };

  async function count(
    { scope, client, order }: Pick<Claim, 'scope' | 'client' | 'order'>,
    { verdict, txnNumber }: Pick<Finding, 'verdict' | 'txnNumber'>,
  ): Promise<void> {
    const declines = declinesOf(scope);
    if (verdict === 'approved') {
      if (client !== null) await giveBackForClient(triesOf({ scope }), client);
      // One decline for each ten approvals is normal, so it is taken back.
      if (txnNumber.endsWith('0') && !(await isThrottled(scope))) await declines.giveBack(WHOLE_SHOP);
    } else if (verdict !== 'mismatched') {
      const wasThrottled = await isThrottled(scope);
      const wait = await declines.take(WHOLE_SHOP);
      if (wait > 0 && !wasThrottled)
        log({ level: 'error', event: 'card_testing', order, seconds: Math.ceil(wait / 1000) });
    }
  }
}

/**
 * Client names by request, for as long as the request lives. Hosts pass the address separately from
 * the request.
 */
const clients = new WeakMap<Request, string>();

/**
 * Stores the client's name for a request. @param name from `SignerContext.nameClient`, never an
 * address
 */
export function noteClient(request: Request, name: string): void {
  clients.set(request, name);
}

/**
 * Undefined when the host passed no address: tries are then not counted, because all shoppers would
 * share one limit.
 */
export function clientOf(request: Request): string | undefined {
  return clients.get(request);
}

/** Whether throttling is on, and the shop's challenge. */
interface PersonCheck {
  readonly guard: CardTestingGuard | undefined;
  readonly shop: Pick<SignerOptions, 'challenge'>;
  readonly log: (entry: SignerLogEntry) => void;
}

/**
 * While throttling is on and the shop has a challenge: refuses a request that has not passed it.
 * @throws Refusal `rate_limited`, or `shop_failed` when the challenge throws
 */
export async function assertPerson(
  { guard, log, shop }: PersonCheck,
  request: Request,
  { scope, order }: Pick<Claim, 'scope' | 'order'>,
): Promise<void> {
  if (!shop.challenge || !(await guard?.isThrottled(scope))) return;
  if (await askShop(log, 'challenge_failed', () => shop.challenge?.(request, order))) return;
  throw new Refusal('rate_limited', 'Many cards are being declined: the shop requires proof that a person is there', {
    retryAfterSeconds: PAUSE_SECONDS,
    limit: 'challenge',
  });
}
