/**
 * One broken line for each promise. `node tools/faults.mjs` plants each and checks that the promise's test fails: a test that
 * passes with the fault in place proves nothing.
 */
export interface Fault {
  /** The promise, for example `P1`. */
  readonly promise: string;
  /** The test file that must fail. */
  readonly test: string;
  /** The source file that is broken. */
  readonly file: string;
  /** Stands exactly once in the file, and the same in what tsc makes of it. */
  readonly find: string;
  readonly replace: string;
}

export const faults: readonly Fault[] = [
  {
    // Writes down what others say, whatever it quotes.
    promise: 'P46',
    test: 'test/promises/p46-no-password-in-the-log.test.ts',
    file: 'src/signer/clean-log.ts',
    find: "typeof value === 'string' ? withoutUserInfo(value) : value",
    replace: 'value',
  },
  {
    // Starts with an address that can never be called.
    promise: 'P46',
    test: 'test/promises/p46-no-password-in-the-log.test.ts',
    file: 'src/signer/node/sidecar-members.ts',
    find: "return url !== undefined && (url.username !== '' || url.password !== '');",
    replace: 'return url === null;',
  },
  {
    // Rounds as JSON.parse does.
    promise: 'P51',
    test: 'test/promises/p51-amounts-are-exact.test.ts',
    file: 'src/wire/rest/lossless-json.ts',
    find: 'if (whole !== undefined && level.parsed)',
    replace: 'if (whole === 0n && level.parsed)',
  },
  {
    // Keeps the last of two members in silence.
    promise: 'P51',
    test: 'test/promises/p51-amounts-are-exact.test.ts',
    file: 'src/wire/rest/lossless-json.ts',
    find: 'if (names?.has(name))',
    replace: "if (names?.has(name) && name === '')",
  },
  {
    // Refuses a browser's large number without a word about the limit.
    promise: 'P51',
    test: 'test/promises/p51-amounts-are-exact.test.ts',
    file: 'src/wire/rest/read-wire.ts',
    find: "typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value))",
    replace: 'value === TOO_LARGE',
  },
  {
    // Refuses a form's large amount without a word about the limit.
    promise: 'P51',
    test: 'test/promises/p51-amounts-are-exact.test.ts',
    file: 'src/sandbox/operations/fixed-terms.ts',
    find: 'isTooLarge(amount, currency) ? TOO_LARGE : undefined',
    replace: 'undefined',
  },
  {
    // Tells of a payment without a look at what its order costs by now.
    promise: 'P45',
    test: 'test/promises/p45-no-old-price.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: 'entry = await compareTerms(context, entry);',
    replace: '',
  },
  {
    // Takes a shop that does not know the order for one that has changed nothing.
    promise: 'P45',
    test: 'test/promises/p45-no-old-price.test.ts',
    file: 'src/signer/compare-terms.ts',
    find: "if (!current) throw new Error('currentTerms does not know the order');",
    replace: 'if (!current) return { amount: { minor: 5000, currency: "AUD" } };',
  },
  {
    // Answers the shopper by what stood in the store before the shop was asked.
    promise: 'P45',
    test: 'test/promises/p45-no-old-price.test.ts',
    file: 'src/signer/ask-result.ts',
    find: 'const told = await context.store.readOrder(claim.order);',
    replace: 'const told = { claims: [claim], entries };',
  },
  {
    // Calls, and lets the lease run out meanwhile.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: 'if (!isInTransaction()) lease.keep();',
    replace: '',
  },
  {
    // Waits for the transaction of another process, and fails when PostgreSQL ends the wait.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: 'WHERE txn_number = ${txnNumber} FOR UPDATE SKIP LOCKED)',
    replace: 'WHERE txn_number = ${txnNumber} FOR UPDATE)',
  },
  {
    // Ends the whole round when the store gives no lease for one call.
    promise: 'P44',
    test: 'test/signer/notify-round.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: "event: 'notice_not_taken', order, txnNumber, message });",
    replace: "event: 'notice_not_taken', order, txnNumber, message }); throw error;",
  },
  {
    // Renews a lease twice at a time and takes its own change for that of another process.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/notice-lease.ts',
    find: 'if (isRenewing)',
    replace: 'if (false)',
  },
  {
    // Says that its own call failed, whoever calls by now.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: 'if (isMine)',
    replace: '',
  },
  {
    // Reads, waits, then writes by what it has read.
    promise: 'P4',
    test: 'test/promises/p04-one-order-one-key.test.ts',
    file: 'src/signer/memory-store.ts',
    find: 'if (isTaken || hasMoney(claim.order)) return false;',
    replace: 'await null; if (isTaken || hasMoney(claim.order)) return false;',
  },
  {
    // Overwrites in place of losing: every process believes that it was the first.
    promise: 'P4',
    test: 'test/promises/p04-one-order-one-key.test.ts',
    file: 'src/signer/node/sqlite-store.ts',
    find: 'ON CONFLICT (order_id, attempt) DO NOTHING',
    replace: 'ON CONFLICT (order_id, attempt) DO UPDATE SET lease_owner = excluded.lease_owner',
  },
  {
    // Does not look whether the claim was won before it asks the service for a key.
    promise: 'P4',
    test: 'test/promises/p04-one-order-one-key.test.ts',
    file: 'src/signer/issue-key.ts',
    find: 'if (await store.addClaim(claim)) await makeKey(',
    replace: 'await store.addClaim(claim); await makeKey(',
  },
  {
    // Takes a search that failed for one that found nothing, and makes another key.
    promise: 'P5',
    test: 'test/promises/p05-lost-answers.test.ts',
    file: 'src/signer/ask-service.ts',
    find: "if (code === 'api_rejected' && NOT_FOUND.has(apiCode) && whenNotFound.length > 0)",
    replace: 'if (whenNotFound.length > 0)',
  },
  {
    // Makes another key as soon as the first is dead, without a search.
    promise: 'P5',
    test: 'test/promises/p05-lost-answers.test.ts',
    file: 'src/signer/next-step.ts',
    find: "if (at >= expiresAt + rules.grace) return { do: 'end', claim, as: 'expired' };",
    replace: "if (at >= expiresAt + rules.grace) return { do: 'issue', attempt: claim.attempt + 1 };",
  },
  {
    // The parser's way: a DTD is noticed at its end, which may never come.
    promise: 'P25',
    test: 'test/promises/p25-xml-bombs.test.ts',
    file: 'src/wire/soap/xml-limits.ts',
    find: 'if (hasDtd) return',
    replace: 'if (!scan) return',
  },
  {
    // Deep nesting is refused, but so late that namespaces have already cost quadratic time.
    promise: 'P25',
    test: 'test/promises/p25-xml-bombs.test.ts',
    file: 'src/wire/soap/xml-limits.ts',
    find: 'depth > limits.depth)',
    replace: 'depth > limits.depth * 80)',
  },
  {
    promise: 'P25',
    test: 'test/promises/p25-xml-bombs.test.ts',
    file: 'src/wire/soap/xml-limits.ts',
    find: 'nodes > limits.nodes ?',
    replace: 'nodes > limits.nodes * 100 ?',
  },
  {
    promise: 'P25',
    test: 'test/promises/p25-xml-bombs.test.ts',
    file: 'src/wire/soap/xml-limits.ts',
    find: 'references > allowed ?',
    replace: 'references > allowed * 100 ?',
  },
  {
    // Knows an envelope by its prefix.
    promise: 'P30',
    test: 'test/promises/p30-soap-prefix-styles.test.ts',
    file: 'src/wire/soap/read-envelope.ts',
    find: 'versionOfNamespace(uri)',
    replace: "versionOfNamespace(tag.prefix.startsWith('s') ? tag.uri : '')",
  },
  {
    // Takes the last of the pieces that comments and CDATA make of a text.
    promise: 'P30',
    test: 'test/promises/p30-soap-prefix-styles.test.ts',
    file: 'src/wire/soap/read-envelope.ts',
    find: 'element.text += text',
    replace: 'element.text = text',
  },
  {
    // Believes that every UTF-16 document comes from Windows.
    promise: 'P30',
    test: 'test/promises/p30-soap-prefix-styles.test.ts',
    file: 'src/wire/soap/xml-decoder.ts',
    find: "return 'utf-16be'",
    replace: "return 'utf-16le'",
  },
  {
    // Takes a parent whose origin begins like an allowed one (woocommerce-payments #11600).
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/frame-handshake.ts',
    find: '!parents.includes(origin)',
    replace: '!parents.some((each) => origin.startsWith(each))',
  },
  {
    // Takes any window of an allowed origin.
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/frame-handshake.ts',
    find: 'source !== holder || ',
    replace: '',
  },
  {
    // Announces the frame to whoever holds it (hyperswitch #4454).
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/frame-handshake.ts',
    find: 'version: CHANNEL_VERSION }, origin)',
    replace: "version: CHANNEL_VERSION }, '*')",
  },
  {
    // Takes a frame whose origin begins like the right one.
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/page-handshake.ts',
    find: 'sender !== origin',
    replace: '!sender.startsWith(origin)',
  },
  {
    // Takes any window of the right origin for the frame.
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/page-handshake.ts',
    find: 'source !== iframe.contentWindow || ',
    replace: '',
  },
  {
    // Speaks to whatever stands in the frame's place.
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/page-handshake.ts',
    find: 'postMessage(message, origin, ports)',
    replace: "postMessage(message, '*', ports)",
  },
  {
    // Looks whether money moved for the order before it is the only one to look.
    promise: 'P4',
    test: 'test/signer/node/postgres-races.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: 'await lockOrder(added.order, transaction);',
    replace: '',
  },
  {
    // Judges a payment by a claim that another process is superseding.
    promise: 'P4',
    test: 'test/signer/node/postgres-races.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: '.forUpdate()',
    replace: '',
  },
  {
    // Overwrites in place of losing, in child processes.
    promise: 'P4',
    test: 'test/signer/node/postgres-processes.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: "conflict.columns(['order_id', 'attempt']).doNothing()",
    replace: "conflict.columns(['order_id', 'attempt']).doUpdateSet({ lease_owner: added.leaseOwner })",
  },
  {
    // Whoever has a /48 is 65,536 clients.
    promise: 'P36',
    test: 'test/signer/card-testing.test.ts',
    file: 'src/signer/call-limits.ts',
    find: 'network === undefined || !counter.networks',
    replace: 'network !== null',
  },
  {
    // Gets, then sets: calls at once all see the same count.
    promise: 'P37',
    test: 'test/promises/p37-exact-limits.test.ts',
    file: 'src/signer/call-limits.ts',
    find: 'const state = await limiter.consume(key);',
    replace:
      'const seen = (await limiter.get(key))?.consumedPoints ?? 0; if (seen >= calls) return 1; await limiter.set(key, seen + 1, 60); const state = { consumedPoints: seen + 1, msBeforeNext: 1 };',
  },
  {
    // Invariant 10: lets a method through that is not the contract's.
    promise: 'P33',
    test: 'test/hostile/port-thief.test.ts',
    file: 'src/channel/guard.ts',
    find: ' || !methods.includes(method)',
    replace: '',
  },
  {
    // Invariant 10: lets a call along a path through.
    promise: 'P33',
    test: 'test/hostile/port-thief.test.ts',
    file: 'src/channel/guard.ts',
    find: 'value.length <= 1',
    replace: 'value.length <= 9',
  },
  {
    // Invariant 10: takes any signature.
    promise: 'P33',
    test: 'test/hostile/port-thief.test.ts',
    file: 'src/channel/signed-key.ts',
    find: 'await crypto.subtle.verify(ES256, key, signature, signed)',
    replace: 'key',
  },
  {
    // Invariant 10: sends the card to an address that begins like the service's origin.
    promise: 'P33',
    test: 'test/hostile/port-thief.test.ts',
    file: 'src/channel/signed-key.ts',
    find: 'url.startsWith(`${origin}/`)',
    replace: 'url.startsWith(origin)',
  },
  {
    // Lets any value of a style through.
    promise: 'P33',
    test: 'test/hostile/port-thief.test.ts',
    file: 'src/channel/apply-styles.ts',
    find: 'isStyleValue(value, row) && ',
    replace: '',
  },
  {
    // Speaks with whatever frame stands in the slot.
    promise: 'P33',
    test: 'test/hostile/slot-stranger.test.ts',
    file: 'src/elements/florin-checkout/frame-address.ts',
    find: 'frameSrc && new URL(',
    replace: '!frameSrc && new URL(',
  },
  {
    // Takes every origin for a named one.
    promise: 'P52',
    test: 'test/promises/p52-named-addresses.test.ts',
    file: 'src/checkout/named-addresses.ts',
    find: 'return url.origin === named.origin && isBelow;',
    replace: 'return isBelow || true;',
  },
  {
    // Asks any signer.
    promise: 'P52',
    test: 'test/promises/p52-named-addresses.test.ts',
    file: 'src/checkout/origins.ts',
    find: 'if (hasNamed() ? isNamed(signerUrl) : isOwn)',
    replace: 'if (hasNamed() ? isNamed(signerUrl) || true : true)',
  },
  {
    // Draws a frame of any address.
    promise: 'P52',
    test: 'test/promises/p52-named-addresses.test.ts',
    file: 'src/checkout/origins.ts',
    find: 'if (isNamed(frameSrc))',
    replace: 'if (isNamed(frameSrc) || true)',
  },
  {
    // Sends a card to any address that the signer answers.
    promise: 'P52',
    test: 'test/promises/p52-named-addresses.test.ts',
    file: 'src/checkout/named-addresses.ts',
    find: 'return !hasNamed() || isNamed(address);',
    replace: 'return !hasNamed() || isNamed(address) || true;',
  },
  {
    // Takes any address of a named origin for a marked element's signer.
    promise: 'P52',
    test: 'test/promises/p52-named-addresses.test.ts',
    file: 'src/widget/mount.ts',
    find: '{ withPath: true }',
    replace: '{ withPath: false }',
  },
  {
    // Takes a key of any browser.
    promise: 'P53',
    test: 'test/promises/p53-bound-keys.test.ts',
    file: 'src/channel/signed-key.ts',
    find: 'frames.includes(binding)',
    replace: 'frames.length >= 0',
  },
  {
    // Trusts the value that a script has put there.
    promise: 'P53',
    test: 'test/promises/p53-bound-keys.test.ts',
    file: 'src/signer/frame-binding.ts',
    find: 'binding: await bindingOf(value) }',
    replace: 'binding: await bindingOf(readValues(request)[0] ?? value) }',
  },
  {
    // Takes a script's press for a person's.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/consent.ts',
    find: 'if (!isTrusted || this.#isTooSoon) return false;',
    replace: 'if (this.#isTooSoon) return false;',
  },
  {
    // A press counts for whatever key comes.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/consent.ts',
    find: 'this.#stores = false;\n    this.#agreed = undefined;',
    replace: 'this.#stores = false;',
  },
  {
    // A press counts out of sight.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/consent.ts',
    find: 'const counts = this.#shown && this.#seenSince !== undefined;',
    replace: 'const counts = this.#shown;',
  },
  {
    // Believes the page that the card may be stored.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/serve-card.ts',
    find: 'consent ? await consent.take(key) : isStored',
    replace: 'Boolean(consent && (await consent.take(key))) || isStored',
  },
  {
    // Does not look whether the key was won.
    promise: 'P1',
    test: 'test/promises/p01-one-key-one-transaction.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'if (!isMine)',
    replace: 'if (false)',
  },
  {
    // Marks the key before the members are looked at.
    promise: 'P2',
    test: 'test/promises/p02-field-errors-keep-the-key.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'const terms = settleTerms(',
    replace: 'await context.store.write((unit) => unit.expireAuthKeys(now)); const terms = settleTerms(',
  },
  {
    // Lets a second try through after a finished result.
    promise: 'P2',
    test: 'test/promises/p02-field-errors-keep-the-key.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'const isMine = await unit.claimAuthKey(',
    replace: 'const isMine = true || await unit.claimAuthKey(',
  },
  {
    // One place goes by the wall clock.
    promise: 'P3',
    test: 'test/promises/p03-expired-keys-never-pay.test.ts',
    file: 'src/sandbox/operations/create-auth-key.ts',
    find: 'const now = clock.now();',
    replace: 'const now = Date.now();',
  },
  {
    // Decides by what is committed, while others in the same group decide as well.
    promise: 'P7',
    test: 'test/promises/p07-amounts-add-up.test.ts',
    file: 'src/sandbox/operations/make-transaction.ts',
    find: 'unit.readLedger(merchant.id, original.txnNumber)',
    replace: 'context.store.read((view) => view.readLedger(merchant.id, original.txnNumber))',
  },
  {
    // Merges the body over what was fixed.
    promise: 'P8',
    test: 'test/promises/p08-fixed-terms-stay.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'settleTerms(key.terms, submission.terms, merchant)',
    replace: 'settleTerms({ ...key.terms, ...submission.terms }, submission.terms, merchant)',
  },
  {
    // One member of the body wins over the fixed one.
    promise: 'P8',
    test: 'test/promises/p08-fixed-terms-stay.test.ts',
    file: 'src/sandbox/operations/fixed-terms.ts',
    find: 'fixed.emailAddress ?? sent.emailAddress',
    replace: 'sent.emailAddress ?? fixed.emailAddress',
  },
  {
    // Answers first and commits later.
    promise: 'P9',
    test: 'test/promises/p09-kill-loses-nothing.test.ts',
    file: 'src/sandbox/store/group-commit.ts',
    find: 'await this.#db.executeQuery(COMMIT);',
    replace:
      'for (const unit of group) unit.answer(); await new Promise((go) => setTimeout(go, 25)); await this.#db.executeQuery(COMMIT);',
  },
  {
    // Uses the key in one commit and keeps the transaction in the next.
    promise: 'P10',
    test: 'test/promises/p10-no-half-state.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'const made = await makeTransaction(unit, asked, txnNumber, context);',
    replace:
      'setTimeout(() => void store.write((later) => makeTransaction(later, asked, txnNumber, context)), 50); return { delaySeconds: 0.1, queued: { ids: [], beforeAnswer: false } }; const made = {};',
  },
  {
    // Takes any number that passes Luhn.
    promise: 'P32',
    test: 'test/promises/p32-no-real-cards.test.ts',
    file: 'src/sandbox/operations/card-entry.ts',
    find: 'if (testCard ||',
    replace: 'if (true ||',
  },
  {
    // Keeps the mask of a stranger's card.
    promise: 'P32',
    test: 'test/promises/p32-no-real-cards.test.ts',
    file: 'src/sandbox/operations/card-entry.ts',
    find: 'kept: NO_CARD }',
    replace: 'kept: { ...NO_CARD, masked: maskPan(checked.digits) } }',
  },
  {
    // Makes the token and then does not care whether the key was its own.
    promise: 'P1',
    test: 'test/sandbox/token-keys.test.ts',
    file: 'src/sandbox/operations/submit-token-key.ts',
    find: 'if (!isMine) throw new SandboxFault(207);',
    replace: '',
  },
  {
    // Stores a token of any card that passes Luhn.
    promise: 'P32',
    test: 'test/sandbox/tokens.test.ts',
    file: 'src/sandbox/operations/token-entry.ts',
    find: 'if (!testCard) throw new SandboxFault(112, TEST_CARDS_ONLY);',
    replace: '',
  },
  {
    // Takes a webhook out of the outbox before it is sent: what a killed process was sending is lost.
    promise: 'P17',
    test: 'test/promises/p17-webhooks-arrive.test.ts',
    file: 'src/sandbox/store/webhook-table.ts',
    find: '.set({ lease_owner: claim.owner, lease_until: claim.leaseUntil })',
    replace: ".set({ lease_owner: claim.owner, lease_until: claim.leaseUntil, state: 'delivered' })",
  },
  {
    // Takes any answer for an acknowledgement.
    promise: 'P17',
    test: 'test/promises/p17-webhooks-arrive.test.ts',
    file: 'src/sandbox/webhooks/sender.ts',
    find: 'end.status >= 200 && end.status < 300',
    replace: 'end.status >= 200',
  },
  {
    // The last hour is one too few.
    promise: 'P18',
    test: 'test/promises/p18-retry-times.test.ts',
    file: 'src/sandbox/webhooks/retry-plan.ts',
    find: 'return next <= firstDueAt',
    replace: 'return next < firstDueAt',
  },
  {
    // Counts the hours from the last attempt and not from the first.
    promise: 'P18',
    test: 'test/promises/p18-retry-times.test.ts',
    file: 'src/sandbox/webhooks/retry-plan.ts',
    find: 'firstDueAt + (Math.floor((now - firstDueAt) / step) + 1) * step',
    replace: 'now + step',
  },
  {
    // Connects to whatever a name leads to.
    promise: 'P23',
    test: 'test/promises/p23-webhook-addresses.test.ts',
    file: 'src/sandbox/node/webhook-delivery.ts',
    find: 'addresses.filter(({ address }) => isAllowed(hostname, address))',
    replace: 'addresses',
  },
  {
    // Forgets that an address in the URL is not looked up.
    promise: 'P23',
    test: 'test/promises/p23-webhook-addresses.test.ts',
    file: 'src/sandbox/node/webhook-delivery.ts',
    find: 'isIP(host) === 0 || isAllowed(host, host)',
    replace: 'true',
  },
  {
    // Looks a transaction up by its number alone.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects.test.ts',
    file: 'src/sandbox/store/transaction-table.ts',
    find: ".where('txn.txn_number', '=', txnNumber).where('txn.merchant_id', '=', merchantId)",
    replace: ".where('txn.txn_number', '=', txnNumber)",
  },
  {
    // Searches the tokens of all merchants.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects.test.ts',
    file: 'src/sandbox/store/token-table.ts',
    find: ".selectAll().where('merchant_id', '=', merchantId).where('deleted_at', 'is', null)",
    replace: ".selectAll().where('deleted_at', 'is', null)",
  },
  {
    // Answers to any name that leads here.
    promise: 'P39',
    test: 'test/promises/p39-closed-control.test.ts',
    file: 'src/sandbox/control/gate.ts',
    find: 'if (!isOurs(host))',
    replace: 'if (false)',
  },
  {
    // Believes that a page which knows the token is a friend.
    promise: 'P39',
    test: 'test/promises/p39-closed-control.test.ts',
    file: 'src/sandbox/control/gate.ts',
    find: 'if (origin !== null &&',
    replace: 'if (false &&',
  },
  {
    // Compares the token as far as it was sent.
    promise: 'P39',
    test: 'test/promises/p39-closed-control.test.ts',
    file: 'src/sandbox/control/gate.ts',
    find: 'let difference = bytes.length ^ expected.length;',
    replace: 'let difference = 0; if (bytes.length < expected.length) return wanted.startsWith(got);',
  },
  {
    // Lets two processes take the same open claims.
    promise: 'P5',
    test: 'test/signer/node/postgres-races.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: '${schema} open claims',
    replace: '${schema} open claims ${chance()}',
  },
  {
    // One line for debugging that has the body.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/rest/rest-handler.ts',
    find: "const authorization = request.headers.get('authorization');",
    replace:
      "const authorization = request.headers.get('authorization'); log({ level: 'info', event: 'debug', body: body.text });",
  },
  {
    // Keeps two digits more than the scheme allows.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/bank/test-cards.ts',
    find: '${digits.slice(0, 6)}...',
    replace: '${digits.slice(0, 8)}...',
  },
  {
    // Deletes without erasing.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/store/sqlite-store.ts',
    find: "'pragma secure_delete = on'",
    replace: "'pragma secure_delete = off'",
  },
  {
    // Version 2 answers what only version 3 has.
    promise: 'API9',
    test: 'test/sandbox/openapi-answers.test.ts',
    file: 'src/sandbox/rest/writers.ts',
    find: "const schema = version === 'v2' ? txnAnswerV2 : txnAnswerV3;",
    replace: 'const schema = txnAnswerV3;',
  },
  {
    // Leaves empty members out of answers.
    promise: 'API9',
    test: 'test/sandbox/openapi-answers.test.ts',
    file: 'src/wire/rest/write-wire.ts',
    find: "absent: 'null', spelling",
    replace: "absent: 'omit', spelling",
  },
  {
    // One value that nobody thought of.
    promise: 'P24',
    test: 'test/promises/p24-no-unhandled-errors.test.ts',
    file: 'src/wire/rest/read-wire.ts',
    find: 'const found = memberOf(value, member);',
    replace: "const found = memberOf(value, member); if (found === 1e21) throw new RangeError('amount');",
  },
  {
    // A path that cannot be decoded.
    promise: 'P24',
    test: 'test/promises/p24-no-unhandled-errors.test.ts',
    file: 'src/sandbox/rest/router.ts',
    find: 'return segment;',
    replace: "throw new URIError('path');",
  },
  {
    // A list of what came in, without a bound.
    promise: 'P24',
    test: 'test/promises/p24-no-unhandled-errors.test.ts',
    file: 'src/sandbox/rest/rest-handler.ts',
    find: "const authorization = request.headers.get('authorization');",
    replace:
      "const authorization = request.headers.get('authorization'); (globalThis.kept ??= []).push(Buffer.alloc(16384, 1));",
  },
  {
    // Answers every caller in SOAP 1.1.
    promise: 'P30',
    test: 'test/promises/p30-soap-served-alike.test.ts',
    file: 'src/sandbox/soap/soap-handler.ts',
    find: 'writeResponse(operation, response, { version, namespaces })',
    replace: "writeResponse(operation, response, { version: '1.1', namespaces })",
  },
  {
    // Finds the operation by the header alone.
    promise: 'P30',
    test: 'test/promises/p30-soap-served-alike.test.ts',
    file: 'src/sandbox/soap/soap-handler.ts',
    find: 'await readCall(request.headers, body.stream, { namespaces })',
    replace:
      "await readCall(request.headers.has('soapaction') ? request.headers : new Headers({ 'content-type': 'text/xml', soapaction: '\"\"' }), body.stream, { namespaces })",
  },
  {
    // Lets any merchant charge what waits under a key.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects.test.ts',
    file: 'src/sandbox/operations/process-frame.ts',
    find: 'if (key?.merchantId !== merchant.id) throw new SandboxFault(206);',
    replace: 'if (!key) throw new SandboxFault(206);',
  },
  {
    // Keeps the number that was typed into the frame.
    promise: 'P31',
    test: 'test/sandbox/frame-payments.test.ts',
    file: 'src/sandbox/operations/save-frame-entry.ts',
    find: 'holderName: isStored || testCard ? checked.holderName : null',
    replace: 'holderName: checked.digits',
  },
  {
    // Reads the first of two fields of one name.
    promise: 'P2',
    test: 'test/sandbox/webform.test.ts',
    file: 'src/sandbox/rest/form-fields.ts',
    find: "fields.has(name) || typeof value !== 'string' ? [] : value",
    replace: 'fields.get(name) ?? String(value)',
  },
  {
    // Looks first and writes then: two processes both see an unused key. One writer at a time would hide it.
    promise: 'P1',
    test: 'test/sandbox/postgres-processes.test.ts',
    file: 'src/sandbox/store/auth-key-table.ts',
    find: 'await claimKey(db, { ...claim })',
    replace:
      "(await findAuthKey(db, claim.authKey))?.usedAt !== null ? { numAffectedRows: 0n } : { numAffectedRows: (await db.updateTable('auth_key').set({ used_at: claim.usedAt, txn_number: claim.txnNumber, result_key: claim.resultKey, result_expires_at: claim.resultExpiresAt }).where('auth_key', '=', claim.authKey).executeTakeFirst()).numUpdatedRows }",
  },
  {
    // Reads what was refunded without a lock on the payment.
    promise: 'P7',
    test: 'test/sandbox/postgres-processes.test.ts',
    file: 'src/sandbox/store/postgres-rules.ts',
    find: 'await lockTxn(db, { merchantId, key });',
    replace: 'await null;',
  },
  {
    // Sends without a lease: another process sends it as well.
    promise: 'P17',
    test: 'test/sandbox/postgres-processes.test.ts',
    file: 'src/sandbox/store/webhook-table.ts',
    find: 'lease_until: claim.leaseUntil',
    replace: 'lease_until: 0',
  },
  {
    // Copies what it does not know, as deep as it goes.
    promise: 'P26',
    test: 'test/promises/p26-deep-and-wide-json.test.ts',
    file: 'src/wire/rest/read-wire.ts',
    find: 'const normalized = normalizerOf(schema)(value, undefined);',
    replace:
      "const copy = (part) => part && typeof part === 'object' ? Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, copy(inner)])) : part; copy(value); const normalized = normalizerOf(schema)(value, undefined);",
  },
  {
    // Takes the whole before it looks how much there is.
    promise: 'P27',
    test: 'test/promises/p27-big-bodies.test.ts',
    file: 'src/sandbox/rest/read-request-body.ts',
    find: 'if (length > limitBytes)',
    replace: 'if (false)',
  },
  {
    // Node's own patience.
    promise: 'P28',
    test: 'test/promises/p28-slow-clients.test.ts',
    file: 'src/sandbox/node/start-sandbox.ts',
    find: 'headersTimeout: limits.headerMs',
    replace: 'headersTimeout: 30_000',
  },
  {
    // Takes whatever a sender calls HTTP.
    promise: 'P29',
    test: 'test/promises/p29-odd-framing.test.ts',
    file: 'src/sandbox/node/start-sandbox.ts',
    find: 'headersTimeout: limits.headerMs',
    replace: 'insecureHTTPParser: true, headersTimeout: limits.headerMs',
  },
  {
    // Notes a slice of a batch as run before it has been, in a unit of its own.
    promise: 'P9',
    test: 'test/promises/p09-batch-pays-once.test.ts',
    file: 'src/sandbox/batch/run-slice.ts',
    find: 'await context.store.write(async (unit) => {',
    replace:
      'await context.store.write((unit) => unit.claimSlice({ batchId: batch.id, number, recordCount: records.length })); await new Promise((resolve) => setTimeout(resolve, 200)); await context.store.write(async (real) => { const unit = { ...real, claimSlice: () => Promise.resolve(true) };',
  },
  {
    // Keeps a batch's cards as they came.
    promise: 'P9',
    test: 'test/promises/p09-batch-pays-once.test.ts',
    file: 'src/sandbox/batch/read-batch-line.ts',
    find: 'amount: Number(amount),',
    replace: 'amount: Number(amount), number: card.digits,',
  },
  {
    // Starts empty, in memory, where the file cannot be opened.
    promise: 'P11',
    test: 'test/promises/p11-starts-again.test.ts',
    file: 'src/sandbox/node/open-sqlite-store.ts',
    find: 'throw refusalOf(database, error);',
    replace: 'return openSqliteStore({ database: IN_MEMORY, seed });',
  },
  {
    // Syncs at checkpoints only.
    promise: 'P12',
    test: 'test/promises/p12-synced-before-answered.test.ts',
    file: 'src/sandbox/store/sqlite-store.ts',
    find: "'pragma synchronous = full'",
    replace: "'pragma synchronous = normal'",
  },
  {
    // The signer's key is answered before it is on the disk.
    promise: 'P12',
    test: 'test/promises/p12-signer-power-cut.test.ts',
    file: 'src/signer/node/sqlite-store.ts',
    find: 'write(() => makeLive.run',
    replace: 'writeUnsynced(() => makeLive.run',
  },
  {
    // After the first claim nothing waits for the disk any more.
    promise: 'P12',
    test: 'test/promises/p12-signer-power-cut.test.ts',
    file: 'src/signer/node/group-commit.ts',
    find: "database.exec('PRAGMA synchronous = FULL');",
    replace: '',
  },
  {
    // Waits for the disk twice for each key.
    promise: 'P12',
    test: 'test/promises/p12-signer-power-cut.test.ts',
    file: 'src/signer/node/sqlite-store.ts',
    find: 'writeUnsynced(() => {',
    replace: 'write(() => {',
  },
  {
    // Answers as if the commit had not failed.
    promise: 'P13',
    test: 'test/promises/p13-disk-full.test.ts',
    file: 'src/sandbox/store/group-commit.ts',
    find: 'await this.#db.executeQuery(ROLLBACK).catch(() => undefined);',
    replace:
      'await this.#db.executeQuery(ROLLBACK).catch(() => undefined); for (const unit of group) unit.answer(); return;',
  },
  {
    // One place goes by the machine's clock.
    promise: 'P15',
    test: 'test/promises/p15-time-travel.test.ts',
    file: 'src/sandbox/operations/make-transaction.ts',
    find: 'const now = context.clock.now();',
    replace: 'const now = Date.now();',
  },
  {
    // One index is forgotten.
    promise: 'P16',
    test: 'test/promises/p16-old-data-stays-fast.test.ts',
    file: 'src/sandbox/store/migrations/0001-transactions-and-keys.ts',
    find: "['crn1', 'merchant_reference', 'receipt_number', 'rrn']",
    replace: "['crn1', 'merchant_reference', 'receipt_number']",
  },
  {
    // Empties one merchant by emptying all.
    promise: 'P41',
    test: 'test/promises/p41-runs-apart.test.ts',
    file: 'src/sandbox/store/merchant-setup-table.ts',
    find: "db.deleteFrom(table).where('merchant_id', '=', merchantId).execute()",
    replace: 'db.deleteFrom(table).execute()',
  },
  {
    // Sends a late webhook at once.
    promise: 'P19',
    test: 'test/promises/p19-webhook-faults-on-demand.test.ts',
    file: 'src/sandbox/webhooks/outbox.ts',
    find: 'now + delaySeconds * 1_000',
    replace: 'now',
  },
  {
    // Sends what was to be dropped.
    promise: 'P19',
    test: 'test/promises/p19-webhook-faults-on-demand.test.ts',
    file: 'src/sandbox/webhooks/outbox.ts',
    find: "copies === 0 ? 'dropped' : 'waiting'",
    replace: "'waiting'",
  },
  {
    // Does not note that the shop has been told.
    promise: 'P19',
    test: 'test/promises/p19-webhook-faults-on-demand.test.ts',
    file: 'src/signer/memory-store.ts',
    find: "changeEntry(txnNumber, { notice: 'done' });",
    replace: '',
  },
  {
    // Tells the shop without having taken the right to.
    promise: 'P20',
    test: 'test/promises/p20-told-once.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: 'if (!(await takeNotice(context, entry, at, until)))',
    replace: 'await takeNotice(context, entry, at, until); if (entry.notice === "calling")',
  },
  {
    // Marks first and commits that, then lets the shop write.
    promise: 'P20',
    test: 'test/promises/p20-told-once.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: 'if (marked.rowCount === 1)',
    replace: "await client.query('COMMIT'); if (marked.rowCount === 1)",
  },
  {
    // Trusts the body.
    promise: 'P21',
    test: 'test/promises/p21-webhooks-are-hints.test.ts',
    file: 'src/signer/webhook.ts',
    find: 'const work = followHint(context, claimId);',
    replace:
      "const said = await request.json().catch(() => null); if (said?.ResponseCode === '0') await context.shop.onPaid?.(said.Crn1, said); const work = followHint(context, claimId);",
  },
  {
    // Takes the MAC of a claim token for that of a hint.
    promise: 'P21',
    test: 'test/signer/webhook.test.ts',
    file: 'src/signer/claim-token.ts',
    find: "'florin webhook hint, version 1'",
    replace: "'florin claim token, version 1'",
  },
  {
    // One script that nobody has listed.
    promise: 'P35',
    test: 'test/promises/p35-scripts-are-listed.test.ts',
    file: 'src/cli/page-watch.ts',
    find: 'if (!script)',
    replace: 'if (script === null)',
  },
  {
    // Believes the list without looking at the bytes.
    promise: 'P35',
    test: 'test/promises/p35-scripts-are-listed.test.ts',
    file: 'src/cli/page-watch.ts',
    find: 'return hash === integrity ?',
    replace: 'return hash.length === integrity.length ?',
  },
  {
    // Lists the parts of a build, but not the words that it asks for.
    promise: 'P35',
    test: 'test/promises/p35-scripts-are-listed.test.ts',
    file: 'src/cli/script-inventory.ts',
    find: "file.startsWith('florin-lang-') ||",
    replace: "file.startsWith('florin-words-') ||",
  },
  {
    // A short claim that ran out takes the next one's away.
    promise: 'P4',
    test: 'test/signer/node/redis-claims.test.ts',
    file: 'src/signer/node/redis-claims.ts',
    find: "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end",
    replace: "return redis.call('DEL', KEYS[1])",
  },
  {
    // Nobody waits for who was there first.
    promise: 'P4',
    test: 'test/signer/node/redis-claims.test.ts',
    file: 'src/signer/node/redis-claims.ts',
    find: "owner === first && owner !== me && typeof owner === 'string'",
    replace: 'owner === null',
  },
  {
    // Limits by address alone.
    promise: 'P36',
    test: 'test/promises/p36-card-testing.test.ts',
    file: 'src/signer/card-testing.ts',
    find: 'if (!shop.challenge || !(await guard?.isBraked()))',
    replace: 'if (guard !== null)',
  },
  {
    // Counts only whoever asks what became of it.
    promise: 'P36',
    test: 'test/promises/p36-card-testing.test.ts',
    file: 'src/signer/card-testing.ts',
    find: 'client === null ? 0 : await takeForClient(tries, client, braked > 0 ? BRAKED_SHARE : 1)',
    replace: '0',
  },
  {
    // An order has as many keys as ever.
    promise: 'P36',
    test: 'test/promises/p36-card-testing.test.ts',
    file: 'src/signer/card-testing.ts',
    find: 'if (braked > 0 && attempt > BRAKED_KEYS)',
    replace: 'if (braked < 0)',
  },
  {
    // No header.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/signer/frame-page.ts',
    find: "`frame-ancestors ${parents.join(' ')}`,",
    replace: '',
  },
  {
    // The frame may talk to anybody.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/signer/frame-page.ts',
    find: '`connect-src ${serviceOrigin}`',
    replace: "'connect-src https:'",
  },
  {
    // A key that pays saves a card, and the other way round.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/signed-key.ts',
    find: ' || typ !== type',
    replace: '',
  },
  {
    // Any signature will do.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/signed-key.ts',
    find: '!(await isSigned(bytes, signed, rules.publicKeys))',
    replace: '!bytes || !signed',
  },
  {
    // The service's origin is compared by its beginning.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/signed-key.ts',
    find: 'url.startsWith(`${origin}/`)',
    replace: 'url.startsWith(origin)',
  },
  {
    // A handshake can be played again.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/frame-handshake.ts',
    find: ' || pages.has(message.page)',
    replace: '',
  },
  {
    // No limit to calls.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/guard.ts',
    find: 'if (!mayPass()) {',
    replace: 'if (!mayPass() && !port) {',
  },
  {
    // Says that the order is somebody else's.
    promise: 'P40',
    test: 'test/promises/p40-answers-leak-nothing.test.ts',
    file: 'src/signer/price-order.ts',
    find: 'throw refuseOrder();',
    replace: "throw order.startsWith('her') ? new Refusal('order_refused', 'Not yours') : refuseOrder();",
  },
  {
    // Returns early: only its time tells, which a busy machine may hide. So the one above goes with each run.
    promise: 'P40',
    test: 'test/promises/p40-answers-leak-nothing.test.ts',
    file: 'src/signer/claim-token.ts',
    find: "const [, id = '', code = ''] = found ?? DUMMY;",
    replace: "if (!found) return undefined; const [, id = '', code = ''] = found;",
  },
  {
    // Something big is kept from the start on.
    promise: 'P43',
    test: 'test/promises/p43-starts-small.test.ts',
    file: 'src/sandbox/node/start-sandbox.ts',
    find: 'const isLoopbackAllowed =',
    replace: '(globalThis.kept ??= []).push(Buffer.alloc(16_777_216, 1)); const isLoopbackAllowed =',
  },
  {
    // Compares the key only.
    promise: 'P6',
    test: 'test/promises/p06-once-by-key.test.ts',
    file: 'src/sandbox/control/idempotency.ts',
    find: 'if (before && before.call !== call)',
    replace: 'if (before && before.call === null)',
  },
  {
    // Remembers a call when it is over.
    promise: 'P6',
    test: 'test/promises/p06-once-by-key.test.ts',
    file: 'src/sandbox/control/idempotency.ts',
    find: 'known.set(key, entry);',
    replace: 'void Promise.resolve().then(() => setTimeout(() => known.set(key, entry), 1));',
  },
  {
    // Finds a batch by its number alone.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects-by-soap.test.ts',
    file: 'src/sandbox/store/batch-table.ts',
    find: ".where('merchant_id', '=', merchantId).where('id', '=', id)",
    replace: ".where('id', '=', id)",
  },
  {
    // Settles the day of all merchants in one file.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects-by-soap.test.ts',
    file: 'src/sandbox/store/transaction-table.ts',
    find: ".where('txn.settlement_date', '=', settlementDate)",
    replace: ".clearWhere().where('txn.settlement_date', '=', settlementDate)",
  },
  {
    // What the shop's code says goes to the collector.
    promise: 'P31',
    test: 'test/signer/telemetry.test.ts',
    file: 'src/signer/telemetry.ts',
    find: 'fail(span, codeOf(error));',
    replace: 'fail(span, String(error));',
  },
  {
    // Spans are named by the whole address, with the claim in its query.
    promise: 'P31',
    test: 'test/signer/telemetry.test.ts',
    file: 'src/signer/signer.ts',
    find: 'context.telemetry.request(readMethod(request.method), name,',
    replace: 'context.telemetry.request(readMethod(request.method), request.url,',
  },
  {
    // A shop that is down is called at every occasion.
    promise: 'P20',
    test: 'test/signer/notify-shop.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: 'retryPause(entry.noticeTries + 1, chance())',
    replace: '0',
  },
  {
    // Takes a shop that has no onPaid for one that was told.
    promise: 'P20',
    test: 'test/signer/notify-shop.test.ts',
    file: 'src/signer/payment-attempt.ts',
    find: 'if (!shop.onPaid)',
    replace: 'if (!shop.onPaid) return; if (!shop.onPaid)',
  },
  {
    // Each try begins at the first pause again.
    promise: 'P20',
    test: 'test/signer/notify-shop.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: 'retryPause(entry.noticeTries + 1, chance())',
    replace: 'retryPause(1, chance())',
  },
  {
    // A call that another process is making is made again where a person asks for all of them.
    promise: 'P20',
    test: 'test/signer/notify-shop.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: "entry.notice === 'due' ? Math.max(now, entry.noticeAt) : now",
    replace: 'Math.max(now, entry.noticeAt)',
  },
  {
    // The lease of an early call ends before the pause that it cut short.
    promise: 'P20',
    test: 'test/signer/notify-shop.test.ts',
    file: 'src/signer/notify-shop.ts',
    find: 'const until = at + NOTICE_LEASE;',
    replace: 'const until = context.clock.now() + NOTICE_LEASE;',
  },
  {
    // Nothing was found, and that is believed although the key can still be paid with.
    promise: 'P5',
    test: 'test/signer/reconcile.test.ts',
    file: 'src/signer/reconcile.ts',
    find: "search === 'none' && isDead",
    replace: "search === 'none'",
  },
  {
    // A handle holds in every session of its shopper.
    promise: 'P38',
    test: 'test/signer/save-card.test.ts',
    file: 'src/signer/saved-card-handle.ts',
    find: 'encode(JSON.stringify([id, session]))',
    replace: 'encode(JSON.stringify([id]))',
  },
  {
    // Gives the key of one shopper's payment to another: the card would be kept for the wrong one.
    promise: 'P38',
    test: 'test/signer/save-card.test.ts',
    file: 'src/signer/claim.ts',
    find: 'one.owner?.id === other.owner?.id &&',
    replace: '(one.owner !== undefined && other.owner !== undefined) ||',
  },
  {
    // Stores the card whether the shopper agrees or not.
    promise: 'P38',
    test: 'test/signer/save-card.test.ts',
    file: 'src/signer/payment-key.ts',
    find: 'const WHEN_SHOPPER_AGREES = 2;',
    replace: 'const WHEN_SHOPPER_AGREES = 3;',
  },
  {
    // Takes an expired card.
    promise: 'P4',
    test: 'test/signer/save-card.test.ts',
    file: 'src/signer/card-key.ts',
    find: 'if (card.isExpired)',
    replace: 'if (false)',
  },
  {
    // Believes the page's word for the kind of card, and so for the surcharge.
    promise: 'P4',
    test: 'test/signer/save-card.test.ts',
    file: 'src/signer/card-key.ts',
    find: 'withSurcharge(withoutSurcharge(priced.terms), priced.surcharges, card.type)',
    replace: 'priced.terms',
  },
  {
    // Leaves the card that was paid with to nobody.
    promise: 'P20',
    test: 'test/signer/save-card.test.ts',
    file: 'src/signer/save-card.ts',
    find: 'if (!owner?.crn1 || !txn.DVToken)',
    replace: 'if (!owner?.crn1 || txn.DVToken)',
  },
  {
    // A surcharge in a token is passed over by a sidecar that takes none.
    promise: 'P8',
    test: 'test/signer/sidecar-stores.test.ts',
    file: 'src/signer/node/sidecar.ts',
    find: "return { status: 'refused', reason: 'member_unknown', member: 'surcharge' };",
    replace: 'return reading;',
  },
  {
    // The last of two amounts for one card type is taken.
    promise: 'P8',
    test: 'test/signer/sidecar-stores.test.ts',
    file: 'src/signer/order-token-claims.ts',
    find: 'if (table.size < rows.length) return undefined;',
    replace: '',
  },
  {
    // Whoever adds a cookie of the same name is the shopper.
    promise: 'P38',
    test: 'test/signer/sidecar-stores.test.ts',
    file: 'src/signer/node/sidecar-shopper.ts',
    find: 'values.length === 1',
    replace: 'values.length > 0',
  },
  {
    // An amount that was to be reserved is charged.
    promise: 'P5',
    test: 'test/signer/order-actions.test.ts',
    file: 'src/signer/price-order.ts',
    find: "priced.action ?? 'payment'",
    replace: "'payment'",
  },
  {
    // Any merchant's transaction will do.
    promise: 'P21',
    test: 'test/signer/two-merchants.test.ts',
    file: 'src/signer/verify-result.ts',
    find: 'txn.MerchantNumber?.trim() === terms.merchantNumber',
    replace: 'txn.MerchantNumber !== null',
  },
  {
    // Tries a key again that the service has ended.
    promise: 'P3',
    test: 'test/checkout/guards.test.ts',
    file: 'src/checkout/attempt-flow.ts',
    find: 'if (facts.keyWasUsed) this.#held.drop();',
    replace: '',
  },
  {
    // Believes the address of the return: the form is shown for a key that has stored something.
    promise: 'P3',
    test: 'test/signer/token-form.test.ts',
    file: 'src/signer/return-address.ts',
    find: "code !== undefined && result.status === 'open' && context.webform) {",
    replace: 'code !== undefined && context.webform) {',
  },
  {
    // A challenge that was left is taken for a decline: the shopper pays again, and the first payment goes through.
    promise: 'P5',
    test: 'test/checkout/challenge.test.ts',
    file: 'src/checkout/transitions.ts',
    find: "challenge_left: 'confirming'",
    replace: "challenge_left: 'declined'",
  },
  {
    // What another tab has paid with is shown as the end of the card that is typed here.
    promise: 'P5',
    test: 'test/checkout/lost-answers.test.ts',
    file: 'src/checkout/attempt-flow.ts',
    find: 'keyWasUsed: answer.apiCode === 206 || answer.apiCode === 207',
    replace: 'keyWasUsed: false',
  },
  {
    // The same, as soon as the page is loaded again.
    promise: 'P5',
    test: 'test/checkout/reload.test.ts',
    file: 'src/checkout/attempt-record.ts',
    find: 'record.keyWasUsed === true',
    replace: 'record.keyWasUsed === 1',
  },
  {
    // Takes whatever the signer says of a card for its being saved.
    promise: 'P5',
    test: 'test/promises/p05-saved-as-said.test.ts',
    file: 'src/elements/florin-receipt/saved-receipt.ts',
    find: "if (result?.status === 'stored') return",
    replace: "if (result && 'card' in result) return",
  },
  {
    // The same, as the page is told.
    promise: 'P5',
    test: 'test/promises/p05-saved-as-said.test.ts',
    file: 'src/elements/florin-receipt/saved-receipt.ts',
    find: "status === 'saved' && result?.status === 'stored'",
    replace: "result && 'card' in result",
  },
  {
    // Code 300 is taken for the end of the payment.
    promise: 'P5',
    test: 'test/checkout/challenge.test.ts',
    file: 'src/checkout/submit-card.ts',
    find: 'apiCode === 0 && isGuid(ResultKey)',
    replace: 'apiCode === 300 || (apiCode === 0 && isGuid(ResultKey))',
  },
  {
    // A failure behind a proxy, or of the signer's store, says that nothing was sent.
    promise: 'P5',
    test: 'test/checkout/refusals.test.ts',
    file: 'src/elements/florin-checkout/method-process.ts',
    find: "if (code === undefined || code === 'store_unreachable') return { kind: 'lost' };",
    replace: "if (code === undefined) throw new FlorinError('service_unreachable', message);",
  },
  {
    // Any window of the right origin ends the bank's step.
    promise: 'P33',
    test: 'test/checkout/return-message.test.ts',
    file: 'src/elements/florin-checkout/return-message.ts',
    find: 'source !== null && source === frame && ',
    replace: '',
  },
  {
    // Whatever begins with the signer's origin ends the bank's step.
    promise: 'P33',
    test: 'test/checkout/return-message.test.ts',
    file: 'src/elements/florin-checkout/return-message.ts',
    find: 'origin === signerOrigin',
    replace: 'origin.startsWith(signerOrigin)',
  },
  {
    // Charges what the order costs, whatever the button said.
    promise: 'P8',
    test: 'test/checkout/price.test.ts',
    file: 'src/checkout/checkout.ts',
    find: 'shown.amount && !isSameMoney(shown.amount, key.amount)',
    replace: 'shown.amount === null',
  },
  {
    // Pays with the key at hand although it has another card's surcharge.
    promise: 'P8',
    test: 'test/checkout/price.test.ts',
    file: 'src/checkout/checkout.ts',
    find: '(surcharges[cardType] ?? 0) !== (surcharge?.minor ?? 0)',
    replace: 'false',
  },
  {
    // Any card may pay at the price of another.
    promise: 'P8',
    test: 'test/signer/surcharge.test.ts',
    file: 'src/signer/verify-result.ts',
    find: "CardType: txn.ResponseCode !== '0' || isPricedFor(terms, txn.CardType)",
    replace: "CardType: txn.ResponseCode !== '0' || isPricedFor(terms, null) || true",
  },
  {
    // A shopper may set a reference that is the shop's own.
    promise: 'P8',
    test: 'test/signer/shopper-references.test.ts',
    file: 'src/signer/shopper-references.ts',
    find: "text !== '' && !allowed.some((rule) => rule.name === name)",
    replace: "text !== '' && !name.startsWith('crn') && !allowed.some((rule) => rule.name === name)",
  },
  {
    // A card number goes through as a reference.
    promise: 'P31',
    test: 'test/signer/shopper-references.test.ts',
    file: 'src/core/reference.ts',
    find: 'digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)',
    replace: 'digits.length >= 17 && digits.length <= 19 && passesLuhn(digits)',
  },
  {
    // Files that an older version left open to others stay so.
    promise: 'P47',
    test: 'test/promises/p47-files-are-the-owners.test.ts',
    file: 'src/node/private-file.ts',
    find: 'if (isOpenToOthers(mode)) chmodSync',
    replace: 'if (isOpenToOthers(mode) && mode === 0) chmodSync',
  },
  {
    // The default folder of an older version stays open to others.
    promise: 'P47',
    test: 'test/promises/p47-files-are-the-owners.test.ts',
    file: 'src/node/private-file.ts',
    find: 'if (basename(resolve(folder)) === OUR_FOLDER) closeToOthers(folder);',
    replace: '',
  },
  {
    // What SQLite has beside its file is forgotten.
    promise: 'P47',
    test: 'test/promises/p47-files-are-the-owners.test.ts',
    file: 'src/node/private-file.ts',
    find: "'', '-wal', '-shm', '-journal'",
    replace: "''",
  },
  {
    // The introducer of eight bits, changes of direction and Unicode's ends of a line go through.
    promise: 'P50',
    test: 'test/promises/p50-terminal.test.ts',
    file: 'src/cli/printable.ts',
    find: 'const STEERING = /[\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\p{Zl}\\p{Zp}]/gu;',
    replace: 'const STEERING = /[\\u0000-\\u001f\\u007f]/gu;',
  },
  {
    // JSON escapes half of it by itself.
    promise: 'P50',
    test: 'test/promises/p50-terminal.test.ts',
    file: 'src/cli/printable.ts',
    find: 'manyLines(losslessJson(value, indent))',
    replace: 'losslessJson(value, indent)',
  },
  {
    // A database that has the demo merchant from before is not looked at.
    promise: 'P48',
    test: 'test/promises/p48-published-defaults.test.ts',
    file: 'src/sandbox/node/start-sandbox.ts',
    find: '!isLoopbackAllowed && !allowPublished',
    replace: '!isLoopbackAllowed && !allowPublished && seed !== false',
  },
  {
    // The secret of a guide signs for everybody.
    promise: 'P48',
    test: 'test/promises/p48-published-defaults.test.ts',
    file: 'src/signer/published-secret.ts',
    find: '!isPublishedSecret(secret)',
    replace: '!isPublishedSecret(secret) || true',
  },
  {
    // An update that changes no card says that it did.
    promise: 'P49',
    test: 'test/promises/p49-said-changed-is-changed.test.ts',
    file: 'src/sandbox/operations/update-token.ts',
    find: 'if (mustBeTyped) assertTyped(instrument, token);',
    replace: '',
  },
  {
    // A new number gets the old card's expiry.
    promise: 'P49',
    test: 'test/promises/p49-said-changed-is-changed.test.ts',
    file: 'src/sandbox/operations/token-entry.ts',
    find: "if (enteredBy === 'browser' && kept && !expiry) throw new SandboxFault(114);",
    replace: '',
  },
  {
    // Believes that a card is the shopper's because the service has named it.
    promise: 'P38',
    test: 'test/signer/token-search.test.ts',
    file: 'src/signer/token-attempt.ts',
    find: "(token.Crn1 ?? '') === terms.crn1",
    replace: 'true',
  },
  {
    // Takes the result of another attempt for this one's.
    promise: 'P38',
    test: 'test/signer/token-search.test.ts',
    file: 'src/signer/settle.ts',
    find: 'if (reference === claim.reference) return claim;',
    replace: 'if (!kind.takesForeign) return claim;',
  },
  {
    // Takes the first card that the service finds.
    promise: 'P38',
    test: 'test/signer/token-search.test.ts',
    file: 'src/signer/token-attempt.ts',
    find: 'found.filter((token) => token.Crn3 === reference)',
    replace: 'found',
  },
  {
    // Says that a card is changed when another one was.
    promise: 'P5',
    test: 'test/signer/token-search.test.ts',
    file: 'src/signer/token-attempt.ts',
    find: '(terms.dvToken === undefined || token.DVToken === terms.dvToken)',
    replace: 'true',
  },
  {
    // Records what differs from its claim as stored.
    promise: 'P5',
    test: 'test/signer/token-search.test.ts',
    file: 'src/signer/token-attempt.ts',
    find: "differences.length > 0 ? 'mismatched' : 'approved'",
    replace: "'approved'",
  },
  {
    // Says that a card is saved when something was found, whatever it is.
    promise: 'P5',
    test: 'test/signer/token-search.test.ts',
    file: 'src/signer/token-result.ts',
    find: "claim.state === 'approved' && ",
    replace: '',
  },
  {
    // Keeps an account number in full where the service does not truncate it.
    promise: 'P31',
    test: 'test/signer/token-search.test.ts',
    file: 'src/signer/token-attempt.ts',
    find: "(account.AccountNumber ?? '').slice(-3)",
    replace: "(account.AccountNumber ?? '')",
  },
  {
    // A shopper may ask for keys without end.
    promise: 'P36',
    test: 'test/signer/token-key.test.ts',
    file: 'src/signer/token-key.ts',
    find: "await assertWithinLimit(context.orderCalls, `cards of ${shopper.id}`, 'order');",
    replace: '',
  },
  {
    // Each session of a shopper has a limit of its own.
    promise: 'P36',
    test: 'test/signer/token-key.test.ts',
    file: 'src/signer/token-key.ts',
    find: '`cards of ${shopper.id}`',
    replace: '`cards of ${shopper.session}`',
  },
  {
    // Removing cards is not counted.
    promise: 'P36',
    test: 'test/signer/token-key.test.ts',
    file: 'src/signer/card-routes.ts',
    find: "await assertWithinLimit(context.orderCalls, `cards of ${holder.shopper.id}`, 'order');",
    replace: '',
  },
  {
    // Does not wait for a save in progress.
    promise: 'P55',
    test: 'test/promises/p55-last-typed-counts.test.ts',
    file: 'src/sandbox/operations/process-frame.ts',
    find: 'await frameSaves.settled(authKey);',
    replace: '',
  },
  {
    // Waits for a save without end.
    promise: 'P55',
    test: 'test/promises/p55-last-typed-counts.test.ts',
    file: 'src/sandbox/frame-saves.ts',
    find: 'Promise.race([Promise.all(saves), wait(LONGEST_WAIT)])',
    replace: 'Promise.all(saves)',
  },
  {
    // Charges after a save that has failed or hangs.
    promise: 'P55',
    test: 'test/promises/p55-last-typed-counts.test.ts',
    file: 'src/elements/florin-checkout/method-frame.ts',
    find: "return this.#saving === 'saved';",
    replace: 'return true;',
  },
  {
    // Waits for a save that hangs without end.
    promise: 'P55',
    test: 'test/promises/p55-last-typed-counts.test.ts',
    file: 'src/elements/florin-checkout/method-frame.ts',
    find: '&& waited < SAVE_MS;',
    replace: '&& waited >= 0;',
  },
  {
    // Sends credentials to any machine in clear.
    promise: 'P56',
    test: 'test/promises/p56-no-plain-http.test.ts',
    file: 'src/service/assert-https.ts',
    find: "if (url.protocol === 'https:' || isAllowed || isLoopbackHost(url.hostname)) return;",
    replace: 'return;',
  },
  {
    // Takes another machine for this one.
    promise: 'P56',
    test: 'test/promises/p56-no-plain-http.test.ts',
    file: 'src/service/assert-https.ts',
    find: 'isLoopbackHost(url.hostname)',
    replace: "url.hostname.startsWith('127.')",
  },
];
