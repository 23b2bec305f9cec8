/**
 * Against the trying out of stolen cards (docs/reference/promises.md, P36). The signer sees no card, so it counts what a thief cannot
 * do without: keys, of which each makes one transaction, and declines.
 *
 * - Each client may have so many keys that did not lead to an approval (`tries`): one address that tries card after card
 *   comes to an end, whether or not it asks what became of them.
 * - When many more payments than usual are declined (`declines`), wherever they come from, the brake is on: then the shop
 *   asks for a sign that a person is there (`SignerOptions.challenge`), which is what stops a thousand addresses. A shop
 *   without one gives each client a third of its tries, and each order no fifth key: that slows those who share addresses
 *   or orders, and nothing that the signer can see tells the others from buyers (docs/decisions/0013-card-testing.md).
 */
import { giveBackForClient, takeForClient, type TryCounter } from './call-limits.js';
import type { Claim } from './claim.js';
import type { Finding } from './ledger-entry.js';
import { Refusal } from './refusal.js';
import type { SignerLogEntry, SignerOptions } from './signer-options.js';

export interface CardTestingGuard {
  /** A key is about to be made for the claim. @throws Refusal `rate_limited` */
  begin(claim: Pick<Claim, 'client' | 'attempt'>): Promise<void>;
  /** No key was made. */
  undo(claim: Pick<Claim, 'client'>): Promise<void>;
  /** What became of the key is known, for the first time. Never rejects. */
  end(claim: Pick<Claim, 'client' | 'order'>, finding: Pick<Finding, 'verdict' | 'txnNumber'>): Promise<void>;
  /** Whether so many payments are declined that a challenge is due. */
  isBraked(): Promise<boolean>;
}

const WHOLE_SHOP = 'shop';
const PAUSE_SECONDS = 60;
/** While the brake is on and there is no challenge: of a client's tries, and keys of an order. */
const BRAKED_SHARE = 1 / 3;
const BRAKED_KEYS = 4;

export interface GuardSettings {
  readonly tries: TryCounter;
  /** Counts the declines of the whole shop; over its limit it stays over for a while. */
  readonly declines: TryCounter;
  /** Whether the shop asks for a person while the brake is on. */
  readonly hasChallenge: boolean;
  log(entry: SignerLogEntry): void;
}

export function createCardTestingGuard({ tries, declines, hasChallenge, log }: GuardSettings): CardTestingGuard {
  const isBraked = async () => (await declines.peek(WHOLE_SHOP)) > 0;
  return {
    isBraked,
    async begin({ client, attempt }) {
      const braked = hasChallenge ? 0 : await declines.peek(WHOLE_SHOP);
      if (braked > 0 && attempt > BRAKED_KEYS) {
        throw new Refusal('rate_limited', 'Too many keys for this order while many cards are being declined', {
          retryAfterSeconds: Math.ceil(braked / 1000),
          limit: 'keys',
        });
      }
      const wait = client === null ? 0 : await takeForClient(tries, client, braked > 0 ? BRAKED_SHARE : 1);
      if (wait > 0) {
        throw new Refusal('rate_limited', 'Too many tries to pay', {
          retryAfterSeconds: Math.ceil(wait / 1000),
          limit: 'tries',
        });
      }
    },
    async undo({ client }) {
      if (client !== null) await giveBackForClient(tries, client);
    },
    async end({ client, order }, { verdict, txnNumber }) {
      try {
        await count(client, order, { verdict, txnNumber });
      } catch (error) {
        // A payment is not held up because something could not be counted.
        log({ level: 'error', event: 'limits_failed', message: error instanceof Error ? error.message : 'unknown' });
      }
    },
  };

  async function count(
    client: string | null,
    order: string,
    { verdict, txnNumber }: Pick<Finding, 'verdict' | 'txnNumber'>,
  ): Promise<void> {
    if (verdict === 'approved') {
      if (client !== null) await giveBackForClient(tries, client);
      // A tenth of what is approved may be declined as well, and is no sign of anything.
      if (txnNumber.endsWith('0') && !(await isBraked())) await declines.giveBack(WHOLE_SHOP);
    } else if (verdict !== 'mismatched') {
      const wasBraked = await isBraked();
      const wait = await declines.take(WHOLE_SHOP);
      if (wait > 0 && !wasBraked)
        log({ level: 'error', event: 'card_testing', order, seconds: Math.ceil(wait / 1000) });
    }
  }
}

/** Names of clients, for as long as their requests live: hosts hand the address in beside the request. */
const clients = new WeakMap<Request, string>();

/** Notes whose request it is. @param name as `SignerContext.nameClient` makes it, never an address */
export function noteClient(request: Request, name: string): void {
  clients.set(request, name);
}

/** Undefined when the host passed no address: then tries are not counted, or all shoppers would share one limit. */
export function clientOf(request: Request): string | undefined {
  return clients.get(request);
}

/** Who knows whether the brake is on, and how a shop tells people from programs. */
interface PersonCheck {
  readonly guard: CardTestingGuard | undefined;
  readonly shop: Pick<SignerOptions, 'challenge'>;
}

/** While the brake is on and the shop has a challenge: refuses who has not met it. @throws Refusal `rate_limited` */
export async function assertPerson({ guard, shop }: PersonCheck, request: Request, order: string): Promise<void> {
  if (!shop.challenge || !(await guard?.isBraked())) return;
  if (await shop.challenge(request, order)) return;
  throw new Refusal('rate_limited', 'Many cards are being declined: the shop wants to know that a person is there', {
    retryAfterSeconds: PAUSE_SECONDS,
    limit: 'challenge',
  });
}
