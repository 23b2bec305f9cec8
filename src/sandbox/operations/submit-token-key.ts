/**
 * D9 and D10: a browser adds or updates a token with a key. As with payments, a field error leaves the key unused, and
 * one key makes one change. docs/wire/rest.md sections 2, 3 and 11.
 */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { StoreUnit } from '../store/store.js';
import { referencesOf, type TokenReferences } from '../references.js';
import { readSentKey } from '../sent-key.js';
import type { Token, TokenKeyTask } from '../token.js';
import { tokenEvent } from '../webhooks/token-event.js';
import { makeToken } from './add-token.js';
import { combineReferences } from './fixed-terms.js';
import { assertUnused } from './new-key.js';
import type { SubmissionResult } from './submit-auth-key.js';
import { checkChange, checkNewInstrument, type TokenEntry } from './token-entry.js';
import { changeToken } from './update-token.js';

/** A browser's token request. */
export interface TokenSubmission {
  readonly authKey: string;
  readonly task: TokenKeyTask;
  readonly entry: TokenEntry;
  /** True for input from a frame: without stored input, the server's additions alone change nothing. */
  readonly mustBeTyped?: boolean;
}

const HOUR_MS = 3_600_000;

/** True when no reference was sent, or only empty ones. */
function isEmpty(entry: TokenReferences): boolean {
  return Object.values(referencesOf(entry)).every((sent) => !sent);
}

/** Creates or changes the token and uses the key in one unit of work. @throws SandboxFault 1xx, 202, 206, 207 */
export async function submitTokenKey(submission: TokenSubmission, context: Context): Promise<SubmissionResult> {
  const { clock, outbox, random, settings, store } = context;
  const { task, entry } = submission;
  const authKey = readSentKey(submission.authKey);
  // Field errors come before key errors: the shopper can correct them in any case.
  const added = task === 'add' ? await checkNewInstrument(entry, 'browser', context) : undefined;
  const changed = task === 'update' ? await checkChange(entry, 'browser', context) : undefined;
  const key = await store.read((view) => view.findTokenKey(authKey));
  if (key?.terms.task !== task) throw new SandboxFault(206);
  assertUnused(key, clock.now());
  const { merchantId, terms, redirectionUrl } = key;
  const { username } = terms;
  const references = combineReferences(terms, entry);
  const resultKey = random.uuid();

  function make(unit: StoreUnit): Promise<Token> {
    if (added) {
      const order = { merchantId, instrument: added, references, source: 'internet', username } as const;
      return makeToken(unit, order, context);
    }
    const mustBeTyped = submission.mustBeTyped ?? isEmpty(entry);
    const change = { references, instrument: changed ?? ({ kind: 'neither' } as const), username, mustBeTyped };
    return changeToken(unit, merchantId, terms.dvToken ?? '', change, context);
  }

  const queued = await store.write(async (unit) => {
    const usedAt = clock.now();
    const token = await make(unit);
    const resultExpiresAt = usedAt + settings.resultKeyHours * HOUR_MS;
    const isClaimed = await unit.claimTokenKey({ authKey, usedAt, dvToken: token.dvToken, resultKey, resultExpiresAt });
    if (!isClaimed) throw new SandboxFault(207);
    return outbox.queue(unit, tokenEvent(token, key, context));
  });
  await outbox.announce(queued);
  return { resultKey, redirectionUrl };
}
