/**
 * Planted faults: for each promise, code that is broken on purpose. `node tools/faults.mjs` plants
 * each and checks that the promise's test fails. A test that passes with the fault proves nothing.
 */
export interface Fault {
  /** The promise, for example `P1`. */
  readonly promise: string;
  /** The test file that must fail. */
  readonly test: string;
  /** The source file that is broken. */
  readonly file: string;
  /** Occurs exactly once in the file, and unchanged in tsc's output. */
  readonly find: string;
  readonly replace: string;
}

export const faults: readonly Fault[] = [
  {
    // Searches for no payment whose page died.
    promise: 'P78',
    test: 'test/promises/p78-lost-payments-come-first.test.ts',
    file: 'src/signer/attempts/take-claims.ts',
    find: 'await hintPaid(context);',
    replace: '',
  },
  {
    // Searches by dates from now on, not from the last such search on.
    promise: 'P78',
    test: 'test/promises/p78-lost-payments-come-first.test.ts',
    file: 'src/signer/attempts/take-claims.ts',
    find: 'from: since - rules.grace',
    replace: 'from: madeAt',
  },
  {
    // Leaves out attempts that a page has asked about.
    promise: 'P78',
    test: 'test/promises/p78-lost-payments-come-first.test.ts',
    file: 'src/signer/claims/memory-store.ts',
    find: 'isOpen(claim) && !isHinted(claim) && claim.askedAt !== null',
    replace: 'isHinted(claim)',
  },
  {
    // Leaves out the ended ones.
    promise: 'P78',
    test: 'test/promises/p78-lost-payments-come-first.test.ts',
    file: 'src/signer/attempts/take-claims.ts',
    find: "['pressing', 'ended']",
    replace: "['pressing', 'pressing']",
  },
  {
    // Forgets a payment in 3-D Secure.
    promise: 'P78',
    test: 'test/promises/p78-lost-payments-come-first.test.ts',
    file: 'src/signer/attempts/reconcile.ts',
    find: 'if (isUnfinished(ending) && ending.waitsFor)',
    replace: 'if (false)',
  },
  {
    // Audits a time whose claims were removed.
    promise: 'P80',
    test: 'test/promises/p80-retention.test.ts',
    file: 'src/signer/claims/retention.ts',
    find: 'from.getTime() >= first ||',
    replace: 'true ||',
  },
  {
    // Removes payments that the shop does not know yet.
    promise: 'P80',
    test: 'test/promises/p80-retention.test.ts',
    file: 'src/signer/sql/claim-queries.ts',
    find: "eb('open.notice', 'in', ['due', 'calling'])",
    replace: "eb('open.notice', '=', 'failed')",
  },
  {
    // Accepts a claim token of the signing secret only.
    promise: 'P79',
    test: 'test/promises/p79-changed-secrets.test.ts',
    file: 'src/signer/claims/claim-token.ts',
    find: '(await Promise.all(keys.map(verify))).includes(true)',
    replace: '(await Promise.all(keys.map(verify)))[0]',
  },
  {
    // Knows a reference of the signing secret only.
    promise: 'P79',
    test: 'test/promises/p79-changed-secrets.test.ts',
    file: 'src/signer/claims/references.ts',
    find: 'secrets.slice(1).map(createSign)',
    replace: '[]',
  },
  {
    // Never tries the second password.
    promise: 'P79',
    test: 'test/promises/p79-changed-secrets.test.ts',
    file: 'src/service/rest-client.ts',
    find: 'credentials.length === 1 ||',
    replace: 'true ||',
  },
  {
    // Writes a changed price into a text node that a translator has replaced.
    promise: 'P76',
    test: 'test/promises/p76-translated-pages.test.ts',
    file: 'src/elements/untranslated.ts',
    find: 'keyed(text, element)',
    replace: 'keyed(1, element)',
  },
  {
    // Lets a translator rewrite prices.
    promise: 'P76',
    test: 'test/promises/p76-translated-pages.test.ts',
    file: 'src/elements/untranslated.ts',
    find: ' translate="no"',
    replace: '',
  },
  {
    // The same on pages without script.
    promise: 'P76',
    test: 'test/promises/p76-translated-pages.test.ts',
    file: 'src/core/escape-html.ts',
    find: '<span translate="no">',
    replace: '<span>',
  },
  {
    // Reads the first address of a list, which the client writes.
    promise: 'P75',
    test: 'test/promises/p75-clients-are-told-apart.test.ts',
    file: 'src/signer/guards/client-address.ts',
    find: "written.slice(written.lastIndexOf(',') + 1).trim()",
    replace: "written.split(',', 1)[0]",
  },
  {
    // Takes the address of a proxy for that of a client.
    promise: 'P75',
    test: 'test/promises/p75-clients-are-told-apart.test.ts',
    file: 'src/signer/monitoring/known-clients.ts',
    find: '(isPublic && isLoopbackKey(client))',
    replace: 'false',
  },
  {
    // Locks an order for a decline in which one member differs.
    promise: 'P65',
    test: 'test/promises/p65-declines-free.test.ts',
    file: 'src/signer/attempts/payment-attempt.ts',
    find: "if (verdict !== 'approved' && !isUnknown",
    replace: "if (verdict === 'pending' && !isUnknown",
  },
  {
    // Takes another one's decline for the attempt's.
    promise: 'P65',
    test: 'test/promises/p65-declines-free.test.ts',
    file: 'src/signer/attempts/payment-attempt.ts',
    find: '!differences.some((member) => IDENTITY.includes(member))',
    replace: 'differences !== IDENTITY',
  },
  {
    // Accepts any reference where the facility fills one in.
    promise: 'P65',
    test: 'test/promises/p65-declines-free.test.ts',
    file: 'src/signer/attempts/verify-result.ts',
    find: "(agreed === '' && value === filledIn)",
    replace: "(agreed === '' && filledIn !== undefined)",
  },
  {
    // Takes a refund of which a search does not say the original for one of another transaction.
    promise: 'P64',
    test: 'test/promises/p64-repeated-commands.test.ts',
    file: 'src/cli/made-already.ts',
    find: "plain(Action) !== action || plain(OriginalTxnNumber) !== ''",
    replace: 'true',
  },
  {
    // Says of a refund which the bank answered too late that no money moved.
    promise: 'P64',
    test: 'test/promises/p64-repeated-commands.test.ts',
    file: 'src/cli/outcome.ts',
    find: 'if (isLateAnswer(txn))',
    replace: 'if (!isLateAnswer)',
  },
  {
    // Refunds again, whatever the search finds.
    promise: 'P64',
    test: 'test/promises/p64-repeated-commands.test.ts',
    file: 'src/cli/made-already.ts',
    find: 'if (!made)',
    replace: 'if (made || !made)',
  },
  {
    // Believes a search that has left results out.
    promise: 'P64',
    test: 'test/promises/p64-repeated-commands.test.ts',
    file: 'src/cli/made-already.ts',
    find: '!isReadable || found.length >= SMALL_ANSWER',
    replace: '!isReadable',
  },
  {
    // Takes a code that no table lists for a refusal.
    promise: 'P63',
    test: 'test/promises/p63-a-contradiction-is-unknown.test.ts',
    file: 'src/service/payment-refusal.ts',
    find: 'return isApiCode(code) && code !== 0 && !OF_OTHER_CALLS.includes(code);',
    replace: 'return code !== 0;',
  },
  {
    // Throws an approved transaction beside a refusal away.
    promise: 'P63',
    test: 'test/promises/p63-a-contradiction-is-unknown.test.ts',
    file: 'src/service/payment-refusal.ts',
    find: "outcome.status === 'approved' || ",
    replace: '',
  },
  {
    // Takes every text of a SOAP ERROR for a refusal.
    promise: 'P63',
    test: 'test/promises/p63-a-contradiction-is-unknown.test.ts',
    file: 'src/service/soap-answer.ts',
    find: '!(isFailure || isRefusingText(message))',
    replace: 'false',
  },
  {
    // Takes unlisted codes for wrong fields, after which the page pays again.
    promise: 'P63',
    test: 'test/promises/p63-a-contradiction-is-unknown.test.ts',
    file: 'src/core/field-code.ts',
    find: 'code <= 131',
    replace: 'code <= 199',
  },
  {
    // Logs messages of others unchanged, with everything that they quote.
    promise: 'P46',
    test: 'test/promises/p46-no-password-in-the-log.test.ts',
    file: 'src/signer/monitoring/clean-log.ts',
    find: "typeof value === 'string' ? withoutUserInfo(value) : value",
    replace: 'value',
  },
  {
    // Accepts a URL that can never be called.
    promise: 'P46',
    test: 'test/promises/p46-no-password-in-the-log.test.ts',
    file: 'src/signer/node/sidecar-members.ts',
    find: "return url !== undefined && (url.username !== '' || url.password !== '');",
    replace: 'return url === null;',
  },
  {
    // Rounds numbers as JSON.parse does.
    promise: 'P51',
    test: 'test/promises/p51-amounts-are-exact.test.ts',
    file: 'src/wire/rest/lossless-json.ts',
    find: 'if (whole !== undefined && level.parsed)',
    replace: 'if (whole === 0n && level.parsed)',
  },
  {
    // Silently keeps the last of two members.
    promise: 'P51',
    test: 'test/promises/p51-amounts-are-exact.test.ts',
    file: 'src/wire/rest/lossless-json.ts',
    find: 'if (names?.has(name))',
    replace: "if (names?.has(name) && name === '')",
  },
  {
    // Refuses a browser's large number without the limit in its answer.
    promise: 'P51',
    test: 'test/promises/p51-amounts-are-exact.test.ts',
    file: 'src/wire/rest/read-wire.ts',
    find: "typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value))",
    replace: 'value === TOO_LARGE',
  },
  {
    // Refuses a form's large amount without the limit in its answer.
    promise: 'P51',
    test: 'test/promises/p51-amounts-are-exact.test.ts',
    file: 'src/sandbox/operations/fixed-terms.ts',
    find: 'isTooLarge(amount, currency) ? TOO_LARGE : undefined',
    replace: 'undefined',
  },
  {
    // Searches for refunds up to now, by the clock of the host alone.
    promise: 'P66',
    test: 'test/promises/p66-gone-back-is-not-paid.test.ts',
    file: 'src/signer/attempts/find-follow-ups.ts',
    find: 'Math.max(clock.now() + DAY, madeAt + BEHIND)',
    replace: 'Math.max(clock.now(), madeAt) + DAY',
  },
  {
    // Tells a payment as paid that has been refunded.
    promise: 'P66',
    test: 'test/promises/p66-gone-back-is-not-paid.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: 'const followUps = await findFollowUps(context, entry, claim);',
    replace: 'const followUps = (await findFollowUps(context, entry, claim)).slice(0, 0);',
  },
  {
    // Guesses where a search does not show the payment.
    promise: 'P66',
    test: 'test/promises/p66-gone-back-is-not-paid.test.ts',
    file: 'src/signer/attempts/find-follow-ups.ts',
    find: 'if (!isSeen || isUndecided)',
    replace: 'if (isSeen && isUndecided && txnNumber === claim.id)',
  },
  {
    // Takes every payment with a result key for a new one.
    promise: 'P66',
    test: 'test/promises/p66-gone-back-is-not-paid.test.ts',
    file: 'src/signer/attempts/settle.ts',
    find: 'Math.abs(date - madeAt) <= JUST_MADE',
    replace: 'Math.abs(date - madeAt) >= 0',
  },
  {
    // Forgets a key once it is given up.
    promise: 'P60',
    test: 'test/promises/p60-no-clock-alone.test.ts',
    file: 'src/signer/claims/memory-store.ts',
    find: "return state === 'expired' && at <= now",
    replace: "return state === 'issuing' && at <= now",
  },
  {
    // Gives up the last look when the service does not answer.
    promise: 'P60',
    test: 'test/promises/p60-no-clock-alone.test.ts',
    file: 'src/signer/claims/memory-store.ts',
    find: "(claim.state === 'expired' ? now : null)",
    replace: 'null',
  },
  {
    // Takes a payment without a claim for a stranger's.
    promise: 'P62',
    test: 'test/promises/p62-restored-backups.test.ts',
    file: 'src/signer/attempts/lost-claim.ts',
    find: "if (scope === undefined) return 'foreign';",
    replace: "if (scope === undefined || scope !== '') return 'foreign';",
  },
  {
    // Takes every reference of Florin's shape for its own.
    promise: 'P62',
    test: 'test/promises/p62-restored-backups.test.ts',
    file: 'src/signer/claims/references.ts',
    find: 'await isSigned(ours, scope, digits)',
    replace: "ours !== ''",
  },
  {
    // Notifies of a payment without checking the order's current price.
    promise: 'P45',
    test: 'test/promises/p45-no-old-price.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: ': await compareTerms(context, entry, claim, signal);',
    replace: ': entry;',
  },
  {
    // Treats "unknown order" from the shop as "unchanged".
    promise: 'P45',
    test: 'test/promises/p45-no-old-price.test.ts',
    file: 'src/signer/claims/compare-terms.ts',
    find: "if (!current) throw new Error('currentTerms does not know the order');",
    replace: 'if (!current) return { amount: { minor: 5000, currency: "AUD" } };',
  },
  {
    // Answers the shopper from the store's state before the shop was asked.
    promise: 'P45',
    test: 'test/promises/p45-no-old-price.test.ts',
    file: 'src/signer/attempts/ask-result.ts',
    find: 'const notified = await awaitNotice(context, claim);',
    replace: 'const notified = { entries };',
  },
  {
    // Signs claim tokens without the merchant, so those of another merchant are valid.
    promise: 'P57',
    test: 'test/promises/p57-merchants-and-modes-apart.test.ts',
    file: 'src/signer/claims/claim-token.ts',
    find: 'const purpose = `${use}, ${account}`;',
    replace: 'const purpose = use;',
  },
  {
    // Compares the result of an order in test mode with the live order.
    promise: 'P57',
    test: 'test/promises/p57-merchants-and-modes-apart.test.ts',
    file: 'src/signer/claims/find-claim.ts',
    find: ' ?? store.readClaimByReference(scopes.test, plain)',
    replace: '',
  },
  {
    // One scope for both modes.
    promise: 'P57',
    test: 'test/promises/p57-merchants-and-modes-apart.test.ts',
    file: 'src/signer/claims/scope.ts',
    find: 'return testMode ? test : live;',
    replace: 'return test;',
  },
  {
    // The lease ends before the callback's limit.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: 'return notifiesLater ? undefined : callbackTimeout + LEASE_MARGIN;',
    replace: 'return notifiesLater ? undefined : callbackTimeout / 2;',
  },
  {
    // Compares leases with the clock of the host that asks.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/claims/memory-store.ts',
    find: 'if (!entry || (entry.noticeAt > at && !(isEarly',
    replace: 'if (!entry || (entry.noticeAt > at + 90_000 && !(isEarly',
  },
  {
    // Begins a callback after its limit, while another process is calling.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: "  signal.throwIfAborted();\n  if (kind === 'paid')",
    replace: "  if (kind === 'paid')",
  },
  {
    // Waits for a callback that hangs, for ever.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: 'const outcome = await Promise.race([call, timedOut]);',
    replace: 'const outcome = await call;',
  },
  {
    // Waits for the transaction of another process, and fails when PostgreSQL ends the wait.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: 'AND txn_number = ${txnNumber} FOR UPDATE SKIP LOCKED)',
    replace: 'AND txn_number = ${txnNumber} FOR UPDATE)',
  },
  {
    // Ends the whole round when the store refuses the lease for one call.
    promise: 'P44',
    test: 'test/signer/notices/notify-round.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: "event: 'notice_not_taken', order, txnNumber, message: messageOf(error) });",
    replace: "event: 'notice_not_taken', order, txnNumber, message: messageOf(error) }); throw error;",
  },
  {
    // Ends a notice that another process is making now.
    promise: 'P44',
    test: 'test/promises/p44-one-call-at-a-time.test.ts',
    file: 'src/signer/claims/memory-store.ts',
    find: 'isNoticeOpen(entry) && entry.noticeTries === notice.noticeTries',
    replace: 'isNoticeOpen(entry)',
  },
  {
    // Reads, waits, then writes what it has read.
    promise: 'P4',
    test: 'test/promises/p04-one-order-one-key.test.ts',
    file: 'src/signer/claims/memory-store.ts',
    find: "if (isTaken || (claim.state === 'issuing' && hasMoney(claim)))",
    replace: "await null; if (isTaken || (claim.state === 'issuing' && hasMoney(claim)))",
  },
  {
    // Overwrites, so every process counts as the first.
    promise: 'P4',
    test: 'test/promises/p04-one-order-one-key.test.ts',
    file: 'src/signer/sql/sqlite-claims.ts',
    find: 'ON CONFLICT DO NOTHING',
    replace: 'ON CONFLICT (scope, order_id, attempt) DO UPDATE SET lease_owner = excluded.lease_owner',
  },
  {
    // Does not check that it won the claim before it asks the service for a key.
    promise: 'P4',
    test: 'test/promises/p04-one-order-one-key.test.ts',
    file: 'src/signer/keys/issue-key.ts',
    find: 'if (await store.addClaim(claim)) await makeKey(',
    replace: 'await store.addClaim(claim); await makeKey(',
  },
  {
    // Reads from a cache of two milliseconds.
    promise: 'P14',
    test: 'test/promises/p14-one-order-of-events.test.ts',
    file: 'src/signer/sql/sqlite-claims.ts',
    find: 'return { claims: claims.map(toClaim), entries: entries.map(toEntry), at: clock.now() };',
    replace:
      'const reads = (globalThis.florinReads ??= new Map()); const last = reads.get(order); if (last && performance.now() - last.at < 2) return last.record; const record = { claims: claims.map(toClaim), entries: entries.map(toEntry), at: clock.now() }; reads.set(order, { at: performance.now(), record }); return record;',
  },
  {
    // Makes another key as soon as the first has expired, without a search.
    promise: 'P5',
    test: 'test/promises/p05-lost-answers.test.ts',
    file: 'src/signer/keys/next-step.ts',
    find: "if (at >= expiresAt + rules.grace) return { do: 'end', claim, as: 'expired' };",
    replace: "if (at >= expiresAt + rules.grace) return { do: 'issue', attempt: claim.attempt + 1 };",
  },
  {
    // Detects a DTD only at its end, like the parser, and the end may never come.
    promise: 'P25',
    test: 'test/promises/p25-xml-bombs.test.ts',
    file: 'src/wire/soap/xml-limits.ts',
    find: 'if (hasDtd) return',
    replace: 'if (!scan) return',
  },
  {
    // Refuses deep nesting so late that namespaces have already cost quadratic time.
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
    // Recognises an envelope by its prefix.
    promise: 'P30',
    test: 'test/promises/p30-soap-prefix-styles.test.ts',
    file: 'src/wire/soap/read-envelope.ts',
    find: 'versionOfNamespace(uri)',
    replace: "versionOfNamespace(tag.prefix.startsWith('s') ? tag.uri : '')",
  },
  {
    // Reads only the last piece of a text that contains comments and CDATA.
    promise: 'P30',
    test: 'test/promises/p30-soap-prefix-styles.test.ts',
    file: 'src/wire/soap/read-envelope.ts',
    find: 'element.text += text',
    replace: 'element.text = text',
  },
  {
    // Assumes that every UTF-16 document is little-endian.
    promise: 'P30',
    test: 'test/promises/p30-soap-prefix-styles.test.ts',
    file: 'src/wire/soap/xml-decoder.ts',
    find: "return 'utf-16be'",
    replace: "return 'utf-16le'",
  },
  {
    // Accepts a parent whose origin begins like an allowed one (woocommerce-payments #11600).
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/frame-handshake.ts',
    find: '!parents.includes(origin)',
    replace: '!parents.some((each) => origin.startsWith(each))',
  },
  {
    // Accepts any window of an allowed origin.
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/frame-handshake.ts',
    find: 'source !== holder || ',
    replace: '',
  },
  {
    // Announces the frame to every embedding page (hyperswitch #4454).
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/frame-handshake.ts',
    find: 'version: CHANNEL_VERSION }, origin)',
    replace: "version: CHANNEL_VERSION }, '*')",
  },
  {
    // Accepts a frame whose origin begins like the right one.
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/page-handshake.ts',
    find: 'sender !== origin',
    replace: '!sender.startsWith(origin)',
  },
  {
    // Accepts any window of the right origin as the frame.
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/page-handshake.ts',
    find: 'source !== iframe.contentWindow || ',
    replace: '',
  },
  {
    // Posts to any document in the frame.
    promise: 'P33',
    test: 'test/promises/p33-exact-origin-and-window.test.ts',
    file: 'src/channel/page-handshake.ts',
    find: 'postMessage(message, origin, ports)',
    replace: "postMessage(message, '*', ports)",
  },
  {
    // Checks whether money moved for the order before it holds the order's lock.
    promise: 'P4',
    test: 'test/signer/node/postgres-races.test.ts',
    file: 'src/signer/node/postgres-schema.ts',
    find: "|| $1 || ' ' || $2",
    replace: '|| $1 || random()',
  },
  {
    // Judges a payment by a claim that another process is superseding.
    promise: 'P4',
    test: 'test/signer/node/postgres-races.test.ts',
    file: 'src/signer/node/postgres-schema.ts',
    find: 'c.state = old_state FOR UPDATE;',
    replace: 'c.state = old_state;',
  },
  {
    // Overwrites instead of losing the race, in child processes.
    promise: 'P4',
    test: 'test/signer/node/postgres-processes.test.ts',
    file: 'src/signer/node/postgres-schema.ts',
    find: 'VALUES (new.*) ON CONFLICT DO NOTHING',
    replace: 'VALUES (new.*) ON CONFLICT (scope, order_id, attempt) DO UPDATE SET lease_owner = excluded.lease_owner',
  },
  {
    // Counts each /64 alone: the owner of a /48 is 65,536 clients.
    promise: 'P36',
    test: 'test/signer/guards/card-testing.test.ts',
    file: 'src/signer/guards/call-limits.ts',
    find: 'network === undefined || !counter.networks',
    replace: 'network !== null',
  },
  {
    // Reads, then writes: simultaneous calls all see the same count.
    promise: 'P37',
    test: 'test/promises/p37-exact-limits.test.ts',
    file: 'src/signer/guards/call-limits.ts',
    find: 'const state = await limiter.consume(key);',
    replace:
      'const seen = (await limiter.get(key))?.consumedPoints ?? 0; if (seen >= calls) return 1; await limiter.set(key, seen + 1, 60); const state = { consumedPoints: seen + 1, msBeforeNext: 1 };',
  },
  {
    // Invariant 10: allows a method that is not in the contract.
    promise: 'P33',
    test: 'test/hostile/port-thief.test.ts',
    file: 'src/channel/guard.ts',
    find: ' || !methods.includes(method)',
    replace: '',
  },
  {
    // Invariant 10: allows a call along a path.
    promise: 'P33',
    test: 'test/hostile/port-thief.test.ts',
    file: 'src/channel/guard.ts',
    find: 'value.length <= 1',
    replace: 'value.length <= 9',
  },
  {
    // Invariant 10: accepts any signature.
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
    // Allows any style value.
    promise: 'P33',
    test: 'test/hostile/port-thief.test.ts',
    file: 'src/channel/apply-styles.ts',
    find: 'isStyleValue(value, row) && ',
    replace: '',
  },
  {
    // Connects to any frame in the slot.
    promise: 'P33',
    test: 'test/hostile/slot-stranger.test.ts',
    file: 'src/elements/florin-checkout/frame-address.ts',
    find: 'frameSrc && new URL(',
    replace: '!frameSrc && new URL(',
  },
  {
    // Treats every origin as named.
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
    find: '(hasNamed() ? isNamed(address) : isOwn)) throw',
    replace: '(hasNamed() ? isNamed(address) || true : true)) throw',
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
    // Leads a shopper to any address that the service answers.
    promise: 'P52',
    test: 'test/promises/p52-named-addresses.test.ts',
    file: 'src/checkout/addresses.ts',
    find: "isAllowed(url) &&\n    (parsed.protocol === 'https:' || parsed.origin ===",
    replace: "(parsed.protocol === 'https:' || parsed.origin ===",
  },
  {
    // Accepts any address of a named origin as a marked element's signer.
    promise: 'P52',
    test: 'test/promises/p52-named-addresses.test.ts',
    file: 'src/widget/mount.ts',
    find: '{ withPath: true }',
    replace: '{ withPath: false }',
  },
  {
    // Accepts a key of any browser.
    promise: 'P53',
    test: 'test/promises/p53-bound-keys.test.ts',
    file: 'src/channel/signed-key.ts',
    find: 'frames.includes(binding)',
    replace: 'frames.length >= 0',
  },
  {
    // Trusts a cookie value that a script has set.
    promise: 'P53',
    test: 'test/promises/p53-bound-keys.test.ts',
    file: 'src/signer/frame/frame-binding.ts',
    find: 'binding: await bindingOf(value) }',
    replace: 'binding: await bindingOf(readValues(request)[0] ?? value) }',
  },
  {
    // Accepts a script's click as a person's.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/consent.ts',
    find: 'if (!event.isTrusted || this.#isTooSoon(event.timeStamp)) return;',
    replace: 'if (this.#isTooSoon(event.timeStamp)) return;',
  },
  {
    // Applies a press to any later key.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/consent.ts',
    find: 'this.#stores = false;\n    this.#agreed = undefined;',
    replace: 'this.#stores = false;',
  },
  {
    // Accepts a press while the terms are not visible.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/consent.ts',
    find: 'isHere && this.#shown && this.#seenSince !== undefined;',
    replace: 'isHere && this.#shown;',
  },
  {
    // Counts a press under a mouse that has just come.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/presence.ts',
    find: 'const isMouse = detail > 0 &&',
    replace: 'const isMouse = detail < 0 &&',
  },
  {
    // Counts words that are typed elsewhere as use of the frame.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/presence.ts',
    find: "event.key !== ' ' &&",
    replace: "event.key === '' &&",
  },
  {
    // Does not notice that the frame is moved.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/presence.ts',
    find: 'if (!this.#place || hasMoved(this.#place, event))',
    replace: 'if (!this.#place)',
  },
  {
    // Trusts the page's statement that the card may be stored.
    promise: 'P54',
    test: 'test/promises/p54-frame-asks.test.ts',
    file: 'src/frame/serve-card.ts',
    find: 'consent ? await consent.take(key) : isStored',
    replace: 'Boolean(consent && (await consent.take(key))) || isStored',
  },
  {
    // Does not check that it won the key.
    promise: 'P1',
    test: 'test/promises/p01-one-key-one-transaction.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'if (!isClaimed)',
    replace: 'if (false)',
  },
  {
    // Marks the key as used before the members are checked.
    promise: 'P2',
    test: 'test/promises/p02-field-errors-keep-the-key.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'const terms = combineTerms(',
    replace: 'await context.store.write((unit) => unit.expireAuthKeys(now)); const terms = combineTerms(',
  },
  {
    // Allows a second try after a finished result.
    promise: 'P2',
    test: 'test/promises/p02-field-errors-keep-the-key.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'const isClaimed = await unit.claimAuthKey(',
    replace: 'const isClaimed = true || await unit.claimAuthKey(',
  },
  {
    // Uses the system clock in one place.
    promise: 'P3',
    test: 'test/promises/p03-expired-keys-never-pay.test.ts',
    file: 'src/sandbox/operations/new-key.ts',
    find: 'const now = clock.now();',
    replace: 'const now = Date.now();',
  },
  {
    // Decides by committed data, while others in the same group decide too.
    promise: 'P7',
    test: 'test/promises/p07-amounts-add-up.test.ts',
    file: 'src/sandbox/operations/make-transaction.ts',
    find: 'unit.readLedger(merchant.id, original.txnNumber)',
    replace: 'context.store.read((view) => view.readLedger(merchant.id, original.txnNumber))',
  },
  {
    // Merges the body over the fixed terms.
    promise: 'P8',
    test: 'test/promises/p08-fixed-terms-stay.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'combineTerms(key.terms, submission.terms, merchant)',
    replace: 'combineTerms({ ...key.terms, ...submission.terms }, submission.terms, merchant)',
  },
  {
    // Lets one member of the body override the fixed one.
    promise: 'P8',
    test: 'test/promises/p08-fixed-terms-stay.test.ts',
    file: 'src/sandbox/operations/fixed-terms.ts',
    find: 'referencesOf(fixed, sent)',
    replace: 'referencesOf(sent, fixed)',
  },
  {
    // Answers before the commit.
    promise: 'P9',
    test: 'test/promises/p09-kill-loses-nothing.test.ts',
    file: 'src/sandbox/store/group-commit.ts',
    find: 'await this.#db.executeQuery(COMMIT);',
    replace:
      'for (const unit of group) unit.answer(); await new Promise((go) => setTimeout(go, 25)); await this.#db.executeQuery(COMMIT);',
  },
  {
    // Marks the key as used in one commit and stores the transaction in the next.
    promise: 'P10',
    test: 'test/promises/p10-no-half-state.test.ts',
    file: 'src/sandbox/operations/submit-auth-key.ts',
    find: 'const made = await makeTransaction(unit, asked, txnNumber, context);',
    replace:
      'setTimeout(() => void store.write((later) => makeTransaction(later, asked, txnNumber, context)), 50); return { delaySeconds: 0.1, queued: { ids: [], beforeAnswer: false } }; const made = {};',
  },
  {
    // Accepts any number that passes Luhn.
    promise: 'P32',
    test: 'test/promises/p32-no-real-cards.test.ts',
    file: 'src/sandbox/operations/card-entry.ts',
    find: 'if (testCard ||',
    replace: 'if (true ||',
  },
  {
    // Stores the mask of a card that is not a test card.
    promise: 'P32',
    test: 'test/promises/p32-no-real-cards.test.ts',
    file: 'src/sandbox/operations/card-entry.ts',
    find: 'stored: NO_CARD }',
    replace: 'stored: { ...NO_CARD, masked: maskPan(checked.digits) } }',
  },
  {
    // Makes the token without checking that it won the key.
    promise: 'P1',
    test: 'test/sandbox/token-keys.test.ts',
    file: 'src/sandbox/operations/submit-token-key.ts',
    find: 'if (!isClaimed) throw new SandboxFault(207);',
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
    // Removes a webhook from the outbox before it is sent, so that a killed process loses it.
    promise: 'P17',
    test: 'test/promises/p17-webhooks-arrive.test.ts',
    file: 'src/sandbox/store/webhook-table.ts',
    find: '.set({ leaseOwner: claim.owner, leaseUntil: claim.leaseUntil })',
    replace: ".set({ leaseOwner: claim.owner, leaseUntil: claim.leaseUntil, state: 'delivered' })",
  },
  {
    // Treats any answer as an acknowledgement.
    promise: 'P17',
    test: 'test/promises/p17-webhooks-arrive.test.ts',
    file: 'src/sandbox/webhooks/sender.ts',
    find: 'end.status >= 200 && end.status < 300',
    replace: 'end.status >= 200',
  },
  {
    // Stops one hour too early.
    promise: 'P18',
    test: 'test/promises/p18-retry-times.test.ts',
    file: 'src/sandbox/webhooks/retry-plan.ts',
    find: 'return next <= firstDueAt',
    replace: 'return next < firstDueAt',
  },
  {
    // Counts the hours from the last attempt instead of the first.
    promise: 'P18',
    test: 'test/promises/p18-retry-times.test.ts',
    file: 'src/sandbox/webhooks/retry-plan.ts',
    find: 'firstDueAt + (Math.floor((now - firstDueAt) / step) + 1) * step',
    replace: 'now + step',
  },
  {
    // Connects to any address that a name resolves to.
    promise: 'P23',
    test: 'test/promises/p23-webhook-addresses.test.ts',
    file: 'src/sandbox/node/webhook-delivery.ts',
    find: 'addresses.filter(({ address }) => isAllowed(hostname, address))',
    replace: 'addresses',
  },
  {
    // Forgets that an IP address in the URL is not looked up.
    promise: 'P23',
    test: 'test/promises/p23-webhook-addresses.test.ts',
    file: 'src/sandbox/node/webhook-delivery.ts',
    find: 'isIP(host) === 0 || isAllowed(host, host)',
    replace: 'true',
  },
  {
    // Finds a transaction by its number only, for any merchant.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects.test.ts',
    file: 'src/sandbox/store/transaction-table.ts',
    find: ".where('txn.txnNumber', '=', txnNumber).where('txn.merchantId', '=', merchantId)",
    replace: ".where('txn.txnNumber', '=', txnNumber)",
  },
  {
    // Searches the tokens of all merchants.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects.test.ts',
    file: 'src/sandbox/store/token-table.ts',
    find: "let select = db.selectFrom('token').selectAll().where('merchantId', '=', merchantId);",
    replace: "let select = db.selectFrom('token').selectAll();",
  },
  {
    // Accepts every host name.
    promise: 'P39',
    test: 'test/promises/p39-closed-control.test.ts',
    file: 'src/sandbox/control/gate.ts',
    find: 'if (!isOurs(host))',
    replace: 'if (false)',
  },
  {
    // Trusts every page that knows the token.
    promise: 'P39',
    test: 'test/promises/p39-closed-control.test.ts',
    file: 'src/sandbox/own-origin.ts',
    find: 'if (origin !== null &&',
    replace: 'if (false &&',
  },
  {
    // Compares the token only up to the length that was sent.
    promise: 'P39',
    test: 'test/promises/p39-closed-control.test.ts',
    file: 'src/sandbox/constant-time.ts',
    find: 'let difference = bytes.length ^ expected.length;',
    replace: 'let difference = 0; if (bytes.length < expected.length) return wanted.startsWith(sent);',
  },
  {
    // Lets two processes take the same open claims.
    promise: 'P5',
    test: 'test/signer/node/postgres-races.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: '${schema} ${scope} open claims',
    replace: '${schema} ${scope} open claims ${chance()}',
  },
  {
    // Has a debug line that logs the body.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/rest/rest-handler.ts',
    find: "const authorization = request.headers.get('authorization');",
    replace:
      "const authorization = request.headers.get('authorization'); log({ level: 'info', event: 'debug', body: body.text });",
  },
  {
    // Reads a header of any length, and by a pattern.
    promise: 'P71',
    test: 'test/promises/p71-long-requests.test.ts',
    file: 'src/signer/forms/plain-messages.ts',
    find: 'const read = header.slice(0, LONGEST_HEADER);',
    replace: "const read = header.replace(/\\s*,\\s*$/, '');",
  },
  {
    // Looks at each slash again.
    promise: 'P71',
    test: 'test/promises/p71-long-requests.test.ts',
    file: 'src/core/trim-slashes.ts',
    find: 'return text.slice(0, end);',
    replace: "return text.replace(/\\/+$/, '').slice(0, end);",
  },
  {
    // Keeps what no interface names.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/request-log/kept-members.ts',
    find: 'return MASKS.get(name.toLowerCase())',
    replace: "return MASKS.get(name.toLowerCase()) ?? 'text'",
  },
  {
    // Takes a card number whose digits are apart for a text.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/request-log/mask-value.ts',
    find: 'digitsIn(rest) > MOST_DIGITS',
    replace: '/\\d{13}/.test(rest)',
  },
  {
    // Stores a card number that was sent as a name.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/stored-name.ts',
    find: "state.status === 'invalid' && state.reason === 'characters'",
    replace: "state.status === 'incomplete'",
  },
  {
    // Keeps two digits more than the scheme allows.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/bank/test-cards.ts',
    find: 'first: 6, between:',
    replace: 'first: 8, between:',
  },
  {
    // Deletes without overwriting.
    promise: 'P31',
    test: 'test/promises/p31-no-card-numbers-kept.test.ts',
    file: 'src/sandbox/store/sqlite-store.ts',
    find: "'pragma secure_delete = on'",
    replace: "'pragma secure_delete = off'",
  },
  {
    // Version 2 returns a member that only version 3 has.
    promise: 'API9',
    test: 'test/sandbox/openapi-answers.test.ts',
    file: 'src/sandbox/rest/writers.ts',
    find: 'writeOne(txnAnswer[version]',
    replace: 'writeOne(txnAnswer.v3',
  },
  {
    // Omits empty members from answers.
    promise: 'API9',
    test: 'test/sandbox/openapi-answers.test.ts',
    file: 'src/wire/rest/write-wire.ts',
    find: "absent: 'null', spelling",
    replace: "absent: 'omit', spelling",
  },
  {
    // Does not handle one unexpected value.
    promise: 'P24',
    test: 'test/promises/p24-no-unhandled-errors.test.ts',
    file: 'src/wire/rest/read-wire.ts',
    find: 'const found = memberOf(value, member);',
    replace: "const found = memberOf(value, member); if (found === 1e21) throw new RangeError('amount');",
  },
  {
    // Fails on a path that cannot be decoded.
    promise: 'P24',
    test: 'test/promises/p24-no-unhandled-errors.test.ts',
    file: 'src/core/decode-uri.ts',
    find: 'return text;',
    replace: "throw new URIError('path');",
  },
  {
    // Keeps an unbounded list of requests.
    promise: 'P24',
    test: 'test/promises/p24-no-unhandled-errors.test.ts',
    file: 'src/sandbox/rest/rest-handler.ts',
    find: "const authorization = request.headers.get('authorization');",
    replace:
      "const authorization = request.headers.get('authorization'); (globalThis.kept ??= []).push(Buffer.alloc(16384, 1));",
  },
  {
    // Always answers in SOAP 1.1.
    promise: 'P30',
    test: 'test/promises/p30-soap-served-alike.test.ts',
    file: 'src/sandbox/soap/soap-handler.ts',
    find: 'writeResponse(operation, response, { version, namespaces })',
    replace: "writeResponse(operation, response, { version: '1.1', namespaces })",
  },
  {
    // Finds the operation only by the header.
    promise: 'P30',
    test: 'test/promises/p30-soap-served-alike.test.ts',
    file: 'src/sandbox/soap/soap-handler.ts',
    find: 'await readCall(request.headers, body.stream, { namespaces })',
    replace:
      "await readCall(request.headers.has('soapaction') ? request.headers : new Headers({ 'content-type': 'text/xml', soapaction: '\"\"' }), body.stream, { namespaces })",
  },
  {
    // Lets any merchant charge the details stored for a key.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects.test.ts',
    file: 'src/sandbox/operations/process-frame.ts',
    find: 'if (key?.merchantId !== merchant.id) throw new SandboxFault(206);',
    replace: 'if (!key) throw new SandboxFault(206);',
  },
  {
    // Stores the number that was typed into the frame.
    promise: 'P31',
    test: 'test/sandbox/frame-payments.test.ts',
    file: 'src/sandbox/operations/save-frame-entry.ts',
    find: 'holderName: isStored || testCard ? checked.holderName : null',
    replace: 'holderName: checked.digits',
  },
  {
    // Reads the first of two fields with one name.
    promise: 'P2',
    test: 'test/sandbox/webform.test.ts',
    file: 'src/sandbox/rest/form-fields.ts',
    find: "fields.has(name) || typeof value !== 'string' ? [] : value",
    replace: 'fields.get(name) ?? String(value)',
  },
  {
    // Sends statements that waited for the next one without a transaction around both.
    promise: 'P10',
    test: 'test/sandbox/node/postgres-driver.test.ts',
    file: 'src/sandbox/node/postgres-driver.ts',
    find: "const begins = isInTransaction && this.#transaction === 'due';",
    replace: "const begins = isInTransaction && this.#transaction === 'due' && this.#held.length === 0;",
  },
  {
    // Reads first and writes later: two processes both see an unused key. A single writer would
    // hide it.
    promise: 'P1',
    test: 'test/sandbox/postgres-processes.test.ts',
    file: 'src/sandbox/store/key-table.ts',
    find: 'await claimKey(db, values)',
    replace:
      "(await selectKey(db, claim)).rows[0]?.usedAt !== null ? { numAffectedRows: 0n } : { numAffectedRows: (await db.updateTable(table).set({ usedAt: claim.usedAt, [made]: claim[made], resultKey: claim.resultKey, resultExpiresAt: claim.resultExpiresAt }).where('authKey', '=', claim.authKey).executeTakeFirst()).numUpdatedRows }",
  },
  {
    // Reads the refunded amount without a lock on the payment.
    promise: 'P7',
    test: 'test/sandbox/postgres-processes.test.ts',
    file: 'src/sandbox/store/postgres-rules.ts',
    find: 'await lockTxn(db, { merchantId, key });',
    replace: 'await null;',
  },
  {
    // Sends without a lease, so another process sends it too.
    promise: 'P17',
    test: 'test/sandbox/postgres-processes.test.ts',
    file: 'src/sandbox/store/webhook-table.ts',
    find: 'leaseUntil: claim.leaseUntil',
    replace: 'leaseUntil: 0',
  },
  {
    // Copies unknown members recursively without a limit.
    promise: 'P26',
    test: 'test/promises/p26-deep-and-wide-json.test.ts',
    file: 'src/wire/rest/read-wire.ts',
    find: 'const normalized = normalizerOf(schema)(value, undefined);',
    replace:
      "const copy = (part) => part && typeof part === 'object' ? Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, copy(inner)])) : part; copy(value); const normalized = normalizerOf(schema)(value, undefined);",
  },
  {
    // Reads the whole body before it checks the size.
    promise: 'P27',
    test: 'test/promises/p27-big-bodies.test.ts',
    file: 'src/sandbox/rest/read-request-body.ts',
    find: 'if (length > limitBytes)',
    replace: 'if (false)',
  },
  {
    // Uses Node's own timeouts.
    promise: 'P28',
    test: 'test/promises/p28-slow-clients.test.ts',
    file: 'src/sandbox/node/start-sandbox.ts',
    find: 'headersTimeout: limits.headerMs',
    replace: 'headersTimeout: 30_000',
  },
  {
    // Accepts malformed HTTP.
    promise: 'P29',
    test: 'test/promises/p29-odd-framing.test.ts',
    file: 'src/sandbox/node/start-sandbox.ts',
    find: 'headersTimeout: limits.headerMs',
    replace: 'insecureHTTPParser: true, headersTimeout: limits.headerMs',
  },
  {
    // Marks a slice of a batch as done before it has run, in a separate commit.
    promise: 'P9',
    test: 'test/promises/p09-batch-pays-once.test.ts',
    file: 'src/sandbox/batch/run-slice.ts',
    find: 'await context.store.write(async (unit) => {',
    replace:
      'await context.store.write((unit) => unit.claimSlice({ batchId: batch.id, number, recordCount: records.length })); await new Promise((resolve) => setTimeout(resolve, 200)); await context.store.write(async (real) => { const unit = { ...real, claimSlice: () => Promise.resolve(true) };',
  },
  {
    // Stores a batch's cards unmasked.
    promise: 'P9',
    test: 'test/promises/p09-batch-pays-once.test.ts',
    file: 'src/sandbox/batch/read-batch-line.ts',
    find: 'amount: Number(amount),',
    replace: 'amount: Number(amount), number: card.digits,',
  },
  {
    // Starts with an empty database in memory if the file cannot be opened.
    promise: 'P11',
    test: 'test/promises/p11-starts-again.test.ts',
    file: 'src/sandbox/node/open-sqlite-store.ts',
    find: 'throw refusalOf(database, error);',
    replace: 'return openSqliteStore({ database: IN_MEMORY, seed });',
  },
  {
    // Syncs only at checkpoints.
    promise: 'P12',
    test: 'test/promises/p12-synced-before-answered.test.ts',
    file: 'src/sandbox/store/sqlite-store.ts',
    find: "'pragma synchronous = full'",
    replace: "'pragma synchronous = normal'",
  },
  {
    // Answers the signer's key before it is on the disk.
    promise: 'P12',
    test: 'test/promises/p12-signer-power-cut.test.ts',
    file: 'src/signer/sql/sqlite-claims.ts',
    find: 'write(() => makeLive.run',
    replace: 'writeUnsynced(() => makeLive.run',
  },
  {
    // Never waits for the disk after the first claim.
    promise: 'P12',
    test: 'test/promises/p12-signer-power-cut.test.ts',
    file: 'src/signer/sql/group-commit.ts',
    find: "database.exec('PRAGMA synchronous = FULL');",
    replace: '',
  },
  {
    // Waits for the disk twice for each key.
    promise: 'P12',
    test: 'test/promises/p12-signer-power-cut.test.ts',
    file: 'src/signer/sql/sqlite-claims.ts',
    find: 'writeUnsynced(() => {',
    replace: 'write(() => {',
  },
  {
    // Answers as if the commit had succeeded.
    promise: 'P13',
    test: 'test/promises/p13-disk-full.test.ts',
    file: 'src/sandbox/store/group-commit.ts',
    find: 'await this.#db.executeQuery(ROLLBACK).catch(() => undefined);',
    replace:
      'await this.#db.executeQuery(ROLLBACK).catch(() => undefined); for (const unit of group) unit.answer(); return;',
  },
  {
    // Uses the system clock in one place.
    promise: 'P15',
    test: 'test/promises/p15-time-travel.test.ts',
    file: 'src/sandbox/operations/make-transaction.ts',
    find: 'const now = context.clock.now();',
    replace: 'const now = Date.now();',
  },
  {
    // Omits one index.
    promise: 'P16',
    test: 'test/promises/p16-old-data-stays-fast.test.ts',
    file: 'src/sandbox/store/tables.ts',
    find: "'receipt_number', 'rrn',",
    replace: "'receipt_number',",
  },
  {
    // Resets all merchants instead of one.
    promise: 'P41',
    test: 'test/promises/p41-runs-apart.test.ts',
    file: 'src/sandbox/store/merchant-setup-table.ts',
    find: "db.deleteFrom(table).where('merchantId', '=', merchantId).execute()",
    replace: 'db.deleteFrom(table).execute()',
  },
  {
    // Sends a delayed webhook at once.
    promise: 'P19',
    test: 'test/promises/p19-webhook-faults-on-demand.test.ts',
    file: 'src/sandbox/webhooks/outbox.ts',
    find: 'now + delaySeconds * 1_000',
    replace: 'now',
  },
  {
    // Sends a webhook that should be dropped.
    promise: 'P19',
    test: 'test/promises/p19-webhook-faults-on-demand.test.ts',
    file: 'src/sandbox/webhooks/outbox.ts',
    find: "copies === 0 ? 'dropped' : 'waiting'",
    replace: "'waiting'",
  },
  {
    // Does not record that the shop was notified.
    promise: 'P19',
    test: 'test/promises/p19-webhook-faults-on-demand.test.ts',
    file: 'src/signer/claims/memory-store.ts',
    find: "if (entry) changeEntry(entry, { notice: 'done' });",
    replace: '',
  },
  {
    // Notifies the shop without taking the lease.
    promise: 'P20',
    test: 'test/promises/p20-told-once.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: 'const taken = held ? entry : await takeNotice(context, entry, lease, isEarly);',
    replace:
      "const taken = held ? entry : ((await takeNotice(context, entry, lease, isEarly)) ?? (entry.notice === 'due' ? entry : undefined));",
  },
  {
    // Commits the mark first, and then lets the shop write.
    promise: 'P20',
    test: 'test/promises/p20-told-once.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: 'if (marked.rowCount === 1)',
    replace: "await client.query('COMMIT'); if (marked.rowCount === 1)",
  },
  {
    // The shop's code still writes after the limit of its call, outside of the transaction.
    promise: 'P20',
    test: 'test/signer/node/postgres-on-paid.test.ts',
    file: 'src/signer/node/postgres-store.ts',
    find: 'if (isOver || signal.aborted) throw',
    replace: 'if (isOver && !signal) throw',
  },
  {
    // Trusts the body.
    promise: 'P21',
    test: 'test/promises/p21-webhooks-are-hints.test.ts',
    file: 'src/signer/notices/webhook.ts',
    find: 'const work = followHint(context, claimId);',
    replace:
      "const said = await request.json().catch(() => null); if (said?.ResponseCode === '0') await context.shop.onPaid?.(said.Crn1, said); const work = followHint(context, claimId);",
  },
  {
    // Accepts the MAC of a claim token for a hint.
    promise: 'P21',
    test: 'test/signer/notices/webhook.test.ts',
    file: 'src/signer/claims/claim-token.ts',
    find: "'florin webhook hint, version 1'",
    replace: "'florin claim token, version 1'",
  },
  {
    // Adds a script that is not in the list.
    promise: 'P35',
    test: 'test/promises/p35-scripts-are-listed.test.ts',
    file: 'src/cli/page-watch.ts',
    find: 'if (!script)',
    replace: 'if (script === null)',
  },
  {
    // Trusts the list without checking the bytes.
    promise: 'P35',
    test: 'test/promises/p35-scripts-are-listed.test.ts',
    file: 'src/cli/page-watch.ts',
    find: 'return hash === integrity ?',
    replace: 'return hash.length === integrity.length ?',
  },
  {
    // Lists the files of a build, but not its language files.
    promise: 'P35',
    test: 'test/promises/p35-scripts-are-listed.test.ts',
    file: 'src/cli/script-inventory.ts',
    find: "file.startsWith('florin-lang-') ||",
    replace: "file.startsWith('florin-words-') ||",
  },
  {
    // An expired short claim removes the next owner's.
    promise: 'P4',
    test: 'test/signer/node/redis-claims.test.ts',
    file: 'src/signer/node/redis-claims.ts',
    find: "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end",
    replace: "return redis.call('DEL', KEYS[1])",
  },
  {
    // Requests do not wait for the first owner.
    promise: 'P4',
    test: 'test/signer/node/redis-claims.test.ts',
    file: 'src/signer/node/redis-claims.ts',
    find: "owner === first && owner !== me && typeof owner === 'string'",
    replace: 'owner === null',
  },
  {
    // Limits by address only.
    promise: 'P36',
    test: 'test/promises/p36-card-testing.test.ts',
    file: 'src/signer/guards/card-testing.ts',
    find: 'if (!shop.challenge || !(await guard?.isThrottled(scope)))',
    replace: 'if (guard !== null)',
  },
  {
    // Counts only keys whose result is asked for.
    promise: 'P36',
    test: 'test/promises/p36-card-testing.test.ts',
    file: 'src/signer/guards/card-testing.ts',
    find: 'client === null ? 0 : await takeForClient(tries, client, throttledFor > 0 ? THROTTLED_SHARE : 1)',
    replace: '0',
  },
  {
    // Does not limit an order's keys while throttling is on.
    promise: 'P36',
    test: 'test/promises/p36-card-testing.test.ts',
    file: 'src/signer/guards/card-testing.ts',
    find: 'if (throttledFor > 0 && attempt > THROTTLED_KEYS)',
    replace: 'if (throttledFor < 0)',
  },
  {
    // Omits the header.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/signer/frame/frame-page.ts',
    find: "`frame-ancestors ${parents.join(' ')}`,",
    replace: '',
  },
  {
    // Lets the frame connect to every origin.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/signer/frame/frame-page.ts',
    find: '`connect-src ${serviceOrigin}`',
    replace: "'connect-src https:'",
  },
  {
    // Accepts a payment key for saving, and the reverse.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/signed-key.ts',
    find: ' || typ !== type',
    replace: '',
  },
  {
    // Accepts any signature.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/signed-key.ts',
    find: '!(await isSigned(bytes, signed, rules.publicKeys))',
    replace: '!bytes || !signed',
  },
  {
    // Compares only the beginning of the service's origin.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/signed-key.ts',
    find: 'url.startsWith(`${origin}/`)',
    replace: 'url.startsWith(origin)',
  },
  {
    // Accepts a replayed handshake.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/frame-handshake.ts',
    find: ' || pages.has(message.page)',
    replace: '',
  },
  {
    // Does not limit calls.
    promise: 'P34',
    test: 'test/promises/p34-no-strange-parents.test.ts',
    file: 'src/channel/guard.ts',
    find: 'if (!mayPass()) {',
    replace: 'if (!mayPass() && !port) {',
  },
  {
    // Shows that the order belongs to another shopper.
    promise: 'P40',
    test: 'test/promises/p40-answers-leak-nothing.test.ts',
    file: 'src/signer/keys/price-order.ts',
    find: 'throw refuseOrder();',
    replace: "throw order.startsWith('her') ? new Refusal('order_refused', 'Not yours') : refuseOrder();",
  },
  {
    // Returns early: only the response time differs, which a busy machine may hide. The fault above
    // is therefore planted in each run.
    promise: 'P40',
    test: 'test/promises/p40-answers-leak-nothing.test.ts',
    file: 'src/signer/claims/claim-token.ts',
    find: "const [, id = '', code = ''] = found ?? DUMMY;",
    replace: "if (!found) return undefined; const [, id = '', code = ''] = found;",
  },
  {
    // Keeps a large object from the start.
    promise: 'P43',
    test: 'test/promises/p43-starts-small.test.ts',
    file: 'src/sandbox/node/start-sandbox.ts',
    find: 'const isLoopbackAllowed =',
    replace: '(globalThis.kept ??= []).push(Buffer.alloc(16_777_216, 1)); const isLoopbackAllowed =',
  },
  {
    // Compares only the key.
    promise: 'P6',
    test: 'test/promises/p06-once-by-key.test.ts',
    file: 'src/sandbox/control/idempotency.ts',
    find: 'if (before && before.callMac !== begun.callMac)',
    replace: "if (before && before.callMac === '')",
  },
  {
    // Stores the key only after the call has ended.
    promise: 'P6',
    test: 'test/promises/p06-once-by-key.test.ts',
    file: 'src/sandbox/control/idempotency.ts',
    find: 'const before = await store.write((unit) => unit.beginKeyedCall(begun, MOST_KEYS));',
    replace: 'const before = undefined as KeyedCall | undefined;',
  },
  {
    // Runs an action of the back office without its key.
    promise: 'P73',
    test: 'test/promises/p73-office-acts-once.test.ts',
    file: 'src/sandbox/backoffice/office-handler.ts',
    find: 'row.action && person',
    replace: 'row.action && person && !request.headers.has("idempotency-key")',
  },
  {
    // Lets the key of an interrupted action be used again.
    promise: 'P73',
    test: 'test/promises/p73-office-acts-once.test.ts',
    file: 'src/sandbox/control/idempotency.ts',
    find: "if (status === null || answer === null) return { end: 'unfinished' };",
    replace: 'if (status === null || answer === null) return { end: "done", isReplayed: false, ...(await run()) };',
  },
  {
    // Copies control characters as they are.
    promise: 'P74',
    test: 'test/promises/p74-copied-commands.test.ts',
    file: 'src/core/quote-for-shell.ts',
    find: "/'|(?:(?!\\n)[\\p{Cc}",
    replace: "/'|(?:(?!\\n)[",
  },
  {
    // Writes the method of a request as it is.
    promise: 'P74',
    test: 'test/promises/p74-copied-commands.test.ts',
    file: 'src/sandbox/backoffice/write-curl.ts',
    find: '/^[A-Z]+$/.test(call.method)',
    replace: 'call.method',
  },
  {
    // Stores the password of a new user.
    promise: 'P73',
    test: 'test/promises/p73-office-acts-once.test.ts',
    file: 'src/sandbox/backoffice/run-action.ts',
    find: "if (action !== 'secret') return run;",
    replace: 'if (action !== undefined) return run;',
  },
  {
    // Finds a batch by its number only, for any merchant.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects-by-soap.test.ts',
    file: 'src/sandbox/store/batch-table.ts',
    find: ".where('merchantId', '=', merchantId).where('id', '=', id)",
    replace: ".where('id', '=', id)",
  },
  {
    // Settles all merchants in one file.
    promise: 'P38',
    test: 'test/promises/p38-no-foreign-objects-by-soap.test.ts',
    file: 'src/sandbox/store/transaction-table.ts',
    find: ".where('txn.settlementDate', '=', settlementDate)",
    replace: ".clearWhere().where('txn.settlementDate', '=', settlementDate)",
  },
  {
    // Exports error messages of the shop's code.
    promise: 'P31',
    test: 'test/signer/monitoring/telemetry.test.ts',
    file: 'src/signer/monitoring/telemetry.ts',
    find: 'fail(span, codeOf(error));',
    replace: 'fail(span, String(error));',
  },
  {
    // Names spans by the whole URL, including the claim in its query.
    promise: 'P31',
    test: 'test/signer/monitoring/telemetry.test.ts',
    file: 'src/signer/signer.ts',
    find: 'context.telemetry.request(readMethod(request.method), name,',
    replace: 'context.telemetry.request(readMethod(request.method), request.url,',
  },
  {
    // Calls a failing shop at every opportunity.
    promise: 'P20',
    test: 'test/signer/notices/notify-shop.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: 'retryPause(taken.noticeTries, chance())',
    replace: '0',
  },
  {
    // Treats a shop without onPaid as notified.
    promise: 'P20',
    test: 'test/signer/notices/notify-shop.test.ts',
    file: 'src/signer/attempts/payment-attempt.ts',
    find: 'if (!shop.onPaid)',
    replace: 'if (!shop.onPaid) return; if (!shop.onPaid)',
  },
  {
    // Restarts the back-off at each try.
    promise: 'P20',
    test: 'test/signer/notices/notify-shop.test.ts',
    file: 'src/signer/notices/notify-shop.ts',
    find: 'retryPause(taken.noticeTries, chance())',
    replace: 'retryPause(1, chance())',
  },
  {
    // Repeats a call that another process is making, when a person requests all calls.
    promise: 'P20',
    test: 'test/signer/notices/notify-shop.test.ts',
    file: 'src/signer/claims/memory-store.ts',
    find: "!(isEarly && entry.notice === 'due')",
    replace: '!isEarly',
  },
  {
    // Accepts "nothing found" although the key can still be paid.
    promise: 'P5',
    test: 'test/signer/attempts/reconcile.test.ts',
    file: 'src/signer/attempts/expire-claim.ts',
    find: "if (!isOver) return 'open';",
    replace: '',
  },
  {
    // Accepts a handle in every session of its shopper.
    promise: 'P38',
    test: 'test/signer/saved-cards/save-card.test.ts',
    file: 'src/signer/saved-cards/saved-card-handle.ts',
    find: 'encode(JSON.stringify([id, session]))',
    replace: 'encode(JSON.stringify([id]))',
  },
  {
    // Gives one shopper's key to another shopper, so that the card is saved for the wrong one.
    promise: 'P38',
    test: 'test/signer/saved-cards/save-card.test.ts',
    file: 'src/signer/claims/claim.ts',
    find: 'one.owner?.id === other.owner?.id &&',
    replace: '(one.owner !== undefined && other.owner !== undefined) ||',
  },
  {
    // Stores the card without the shopper's consent.
    promise: 'P38',
    test: 'test/signer/saved-cards/save-card.test.ts',
    file: 'src/signer/keys/payment-key.ts',
    find: 'const WHEN_SHOPPER_AGREES = 2;',
    replace: 'const WHEN_SHOPPER_AGREES = 3;',
  },
  {
    // Accepts an expired card.
    promise: 'P4',
    test: 'test/signer/saved-cards/save-card.test.ts',
    file: 'src/signer/keys/card-key.ts',
    find: 'if (card.isExpired)',
    replace: 'if (false)',
  },
  {
    // Trusts the page's card type, and therefore its surcharge.
    promise: 'P4',
    test: 'test/signer/saved-cards/save-card.test.ts',
    file: 'src/signer/keys/card-key.ts',
    find: 'withSurcharge(withoutSurcharge(priced.terms), priced.surcharges, card.type)',
    replace: 'priced.terms',
  },
  {
    // Leaves the card of a payment without an owner.
    promise: 'P20',
    test: 'test/signer/saved-cards/save-card.test.ts',
    file: 'src/signer/saved-cards/save-card.ts',
    find: 'if (!owner?.crn1 || !txn.DVToken)',
    replace: 'if (!owner?.crn1 || txn.DVToken)',
  },
  {
    // A sidecar without surcharges ignores the surcharge in a token.
    promise: 'P8',
    test: 'test/signer/sidecar-stores.test.ts',
    file: 'src/signer/node/sidecar.ts',
    find: "return { status: 'refused', reason: 'member_unknown', member: 'surcharge' };",
    replace: 'return reading;',
  },
  {
    // Uses the last of two amounts for one card type.
    promise: 'P8',
    test: 'test/signer/sidecar-stores.test.ts',
    file: 'src/signer/order-tokens/order-token-claims.ts',
    find: 'if (table.size < rows.length) return undefined;',
    replace: '',
  },
  {
    // Accepts a second cookie of the same name as the shopper.
    promise: 'P38',
    test: 'test/signer/sidecar-stores.test.ts',
    file: 'src/signer/node/sidecar-shopper.ts',
    find: 'values.length === 1',
    replace: 'values.length > 0',
  },
  {
    // Charges an amount that should only be reserved.
    promise: 'P5',
    test: 'test/signer/keys/order-actions.test.ts',
    file: 'src/signer/keys/price-order.ts',
    find: "priced.action ?? 'payment'",
    replace: "'payment'",
  },
  {
    // Accepts any merchant's transaction.
    promise: 'P21',
    test: 'test/signer/two-merchants.test.ts',
    file: 'src/signer/attempts/verify-result.ts',
    find: 'txn.MerchantNumber?.trim() === terms.merchantNumber',
    replace: 'txn.MerchantNumber !== null',
  },
  {
    // Reuses a key that the service has used up.
    promise: 'P3',
    test: 'test/checkout/guards.test.ts',
    file: 'src/checkout/attempt-flow.ts',
    find: 'if (facts.keyWasUsed) this.#held.drop();',
    replace: '',
  },
  {
    // Trusts the return URL: the form is shown for a key that has already stored something.
    promise: 'P3',
    test: 'test/signer/forms/token-form.test.ts',
    file: 'src/signer/keys/return-address.ts',
    find: "code !== undefined && result.status === 'open' && context.webform) {",
    replace: 'code !== undefined && context.webform) {',
  },
  {
    // Treats an abandoned challenge as a decline: the shopper pays again, and the first payment
    // succeeds too.
    promise: 'P5',
    test: 'test/checkout/challenge.test.ts',
    file: 'src/checkout/transitions.ts',
    find: "challenge_ended: 'confirming'",
    replace: "challenge_ended: 'declined'",
  },
  {
    // Shows a payment of another tab as the outcome of the card typed here.
    promise: 'P5',
    test: 'test/checkout/lost-answers.test.ts',
    file: 'src/checkout/attempt-flow.ts',
    find: 'keyWasUsed: answer.apiCode === 206 || answer.apiCode === 207',
    replace: 'keyWasUsed: false',
  },
  {
    // The same after a reload.
    promise: 'P5',
    test: 'test/checkout/reload.test.ts',
    file: 'src/checkout/attempt-record.ts',
    find: 'keyWasUsed === true',
    replace: 'keyWasUsed === 1',
  },
  {
    // Treats any answer of the signer as "saved".
    promise: 'P5',
    test: 'test/promises/p05-saved-as-said.test.ts',
    file: 'src/elements/florin-receipt/saved-receipt.ts',
    find: "if (result?.status === 'stored') return",
    replace: "if (result && 'card' in result) return",
  },
  {
    // The same in the page's event.
    promise: 'P5',
    test: 'test/promises/p05-saved-as-said.test.ts',
    file: 'src/elements/florin-receipt/saved-receipt.ts',
    find: "status === 'saved' && result?.status === 'stored'",
    replace: "result && 'card' in result",
  },
  {
    // Treats code 300 as the end of the payment.
    promise: 'P5',
    test: 'test/checkout/challenge.test.ts',
    file: 'src/checkout/submit-card.ts',
    find: 'apiCode === 0 && isGuid(ResultKey)',
    replace: 'apiCode === 300 || (apiCode === 0 && isGuid(ResultKey))',
  },
  {
    // Reports "nothing was sent" after a failure behind a proxy or of the signer's store.
    promise: 'P5',
    test: 'test/checkout/refusals.test.ts',
    file: 'src/elements/florin-checkout/method-process.ts',
    find: "if (code === undefined || code === 'store_unreachable') return { kind: 'lost' };",
    replace: "if (code === undefined) throw new FlorinError('service_unreachable', message);",
  },
  {
    // Accepts the end of the bank's step from any window of the right origin.
    promise: 'P33',
    test: 'test/checkout/return-message.test.ts',
    file: 'src/elements/florin-checkout/return-message.ts',
    find: 'source !== null && source === frame && origin',
    replace: 'origin',
  },
  {
    // Accepts the end of the bank's step from any origin that begins like the signer's.
    promise: 'P33',
    test: 'test/checkout/return-message.test.ts',
    file: 'src/elements/florin-checkout/return-message.ts',
    find: 'origin === signerOrigin',
    replace: 'origin.startsWith(signerOrigin)',
  },
  {
    // Charges the current price instead of the one on the button.
    promise: 'P8',
    test: 'test/checkout/price.test.ts',
    file: 'src/checkout/checkout.ts',
    find: 'shown.amount && !isSameMoney(shown.amount, key.amount)',
    replace: 'shown.amount === null',
  },
  {
    // Pays with the current key although it has another card's surcharge.
    promise: 'P8',
    test: 'test/checkout/price.test.ts',
    file: 'src/checkout/checkout.ts',
    find: '(surcharges[cardType] ?? 0) !== (surcharge?.minor ?? 0)',
    replace: 'false',
  },
  {
    // Accepts a card of another type than the key's.
    promise: 'P8',
    test: 'test/signer/keys/surcharge.test.ts',
    file: 'src/signer/attempts/verify-result.ts',
    find: "CardType: txn.ResponseCode !== '0' || isPricedFor(terms, txn.CardType)",
    replace: "CardType: txn.ResponseCode !== '0' || isPricedFor(terms, null) || true",
  },
  {
    // Accepts a reference that the shop has fixed.
    promise: 'P8',
    test: 'test/signer/keys/shopper-references.test.ts',
    file: 'src/signer/keys/shopper-references.ts',
    find: "text !== '' && !allowed.some((rule) => rule.name === name)",
    replace: "text !== '' && !name.startsWith('crn') && !allowed.some((rule) => rule.name === name)",
  },
  {
    // Accepts a card number as a reference.
    promise: 'P31',
    test: 'test/signer/keys/shopper-references.test.ts',
    file: 'src/core/reference.ts',
    find: 'digits.length >= 13 && digits.length <= LONGEST_CARD && passesLuhn(digits)',
    replace: 'digits.length >= 17 && digits.length <= LONGEST_CARD && passesLuhn(digits)',
  },
  {
    // Leaves files that others can read unchanged.
    promise: 'P47',
    test: 'test/promises/p47-files-are-the-owners.test.ts',
    file: 'src/node/private-file.ts',
    find: 'if (isOpenToOthers(mode)) chmodSync',
    replace: 'if (isOpenToOthers(mode) && mode === 0) chmodSync',
  },
  {
    // Leaves the default folder that others can read unchanged.
    promise: 'P47',
    test: 'test/promises/p47-files-are-the-owners.test.ts',
    file: 'src/node/private-file.ts',
    find: 'if (basename(resolve(folder)) === OUR_FOLDER) closeToOthers(folder);',
    replace: '',
  },
  {
    // Forgets the extra files of SQLite.
    promise: 'P47',
    test: 'test/promises/p47-files-are-the-owners.test.ts',
    file: 'src/node/private-file.ts',
    find: "'', '-wal', '-shm', '-journal'",
    replace: "''",
  },
  {
    // Does not escape 8-bit introducers, direction marks and Unicode line separators.
    promise: 'P50',
    test: 'test/promises/p50-terminal.test.ts',
    file: 'src/cli/printable.ts',
    find: 'const STEERING = /[\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\p{Zl}\\p{Zp}]/gu;',
    replace: 'const STEERING = /[\\u0000-\\u001f\\u007f]/gu;',
  },
  {
    // Relies on JSON, which escapes only half of them.
    promise: 'P50',
    test: 'test/promises/p50-terminal.test.ts',
    file: 'src/cli/printable.ts',
    find: 'manyLines(losslessJson(value, indent))',
    replace: 'losslessJson(value, indent)',
  },
  {
    // Does not check a database that already has the demo merchant.
    promise: 'P48',
    test: 'test/promises/p48-published-defaults.test.ts',
    file: 'src/sandbox/node/start-sandbox.ts',
    find: '!isLoopbackAllowed && !allowPublished',
    replace: '!isLoopbackAllowed && !allowPublished && seed !== false',
  },
  {
    // Accepts the secret of a guide on any machine.
    promise: 'P48',
    test: 'test/promises/p48-published-defaults.test.ts',
    file: 'src/signer/secrets/published-secret.ts',
    find: '!isPublishedSecret(secret)',
    replace: '!isPublishedSecret(secret) || true',
  },
  {
    // Reports success for an update that changes no card.
    promise: 'P49',
    test: 'test/promises/p49-said-changed-is-changed.test.ts',
    file: 'src/sandbox/operations/update-token.ts',
    find: 'if (mustBeTyped) assertTyped(instrument, token);',
    replace: '',
  },
  {
    // Stores a new number with the old card's expiry.
    promise: 'P49',
    test: 'test/promises/p49-said-changed-is-changed.test.ts',
    file: 'src/sandbox/operations/token-entry.ts',
    find: "if (enteredBy === 'browser' && stored && !expiry) throw new SandboxFault(114);",
    replace: '',
  },
  {
    // Trusts that a card belongs to the shopper because the service returned it.
    promise: 'P38',
    test: 'test/signer/attempts/token-search.test.ts',
    file: 'src/signer/attempts/token-attempt.ts',
    find: "(token.Crn1 ?? '') === terms.crn1",
    replace: 'true',
  },
  {
    // Accepts the result of another attempt.
    promise: 'P38',
    test: 'test/signer/attempts/token-search.test.ts',
    file: 'src/signer/attempts/settle.ts',
    find: 'if (isSameReference(reference, claim.reference)) return claim;',
    replace: 'if (!kind.takesForeign) return claim;',
  },
  {
    // Uses the first card that the service finds.
    promise: 'P38',
    test: 'test/signer/attempts/token-search.test.ts',
    file: 'src/signer/attempts/token-attempt.ts',
    find: 'found.filter((token) => isSameReference(token.Crn3, reference))',
    replace: 'found',
  },
  {
    // Reports a change although another card was changed.
    promise: 'P5',
    test: 'test/signer/attempts/token-search.test.ts',
    file: 'src/signer/attempts/token-attempt.ts',
    find: '(terms.dvToken === undefined || token.DVToken === terms.dvToken)',
    replace: 'true',
  },
  {
    // Records a result that differs from its claim as stored.
    promise: 'P5',
    test: 'test/signer/attempts/token-search.test.ts',
    file: 'src/signer/attempts/token-attempt.ts',
    find: "differences.length > 0 ? 'mismatched' : 'approved'",
    replace: "'approved'",
  },
  {
    // Reports a saved card for any search result.
    promise: 'P5',
    test: 'test/signer/attempts/token-search.test.ts',
    file: 'src/signer/attempts/token-result.ts',
    find: "claim.state === 'approved' && ",
    replace: '',
  },
  {
    // Stores a full account number if the service does not truncate it.
    promise: 'P31',
    test: 'test/signer/attempts/token-search.test.ts',
    file: 'src/signer/attempts/token-attempt.ts',
    find: "(account.AccountNumber ?? '').slice(-3)",
    replace: "(account.AccountNumber ?? '')",
  },
  {
    // Does not limit a shopper's keys.
    promise: 'P36',
    test: 'test/signer/keys/token-key.test.ts',
    file: 'src/signer/keys/token-key.ts',
    find: "await assertWithinLimit(context.orderCalls, `cards of ${shopper.id}`, 'order');",
    replace: '',
  },
  {
    // Gives each session of a shopper a separate limit.
    promise: 'P36',
    test: 'test/signer/keys/token-key.test.ts',
    file: 'src/signer/keys/token-key.ts',
    find: '`cards of ${shopper.id}`',
    replace: '`cards of ${shopper.session}`',
  },
  {
    // Does not count removed cards.
    promise: 'P36',
    test: 'test/signer/keys/token-key.test.ts',
    file: 'src/signer/saved-cards/card-routes.ts',
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
    // Waits for a save without a timeout.
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
    // Waits without a timeout for a save that hangs.
    promise: 'P55',
    test: 'test/promises/p55-last-typed-counts.test.ts',
    file: 'src/elements/florin-checkout/method-frame.ts',
    find: '&& waited < SAVE_MS;',
    replace: '&& waited >= 0;',
  },
  {
    // Reports a change as saved when an earlier save ends.
    promise: 'P55',
    test: 'test/promises/p55-last-typed-counts.test.ts',
    file: 'src/pages/autosave-form.ts',
    find: 'if (!isWaiting) notifyPage(',
    replace: 'notifyPage(',
  },
  {
    // Reports a change as saved although no answer came.
    promise: 'P55',
    test: 'test/promises/p55-last-typed-counts.test.ts',
    file: 'src/pages/autosave-form.ts',
    find: "outcome === 'stored' ? 'saved' : outcome === 'refused' ? 'refused' : 'unsaved'",
    replace: "outcome === 'refused' ? 'refused' : 'saved'",
  },
  {
    // Sends credentials to any machine in clear.
    promise: 'P56',
    test: 'test/promises/p56-no-plain-http.test.ts',
    file: 'src/service/read-service-url.ts',
    find: "if (url.protocol === 'https:' || isAllowed || isLoopbackHost(url.hostname)) return url;",
    replace: 'return url;',
  },
  {
    // Takes another machine for this one.
    promise: 'P56',
    test: 'test/promises/p56-no-plain-http.test.ts',
    file: 'src/service/read-service-url.ts',
    find: 'isLoopbackHost(url.hostname)',
    replace: "url.hostname.startsWith('127.')",
  },
  {
    // Takes rows without the attempt's reference for "no transaction".
    promise: 'P59',
    test: 'test/promises/p59-no-odd-answer-is-nothing.test.ts',
    file: 'src/signer/attempts/find-payments.ts',
    find: 'if (own.length === 0 && found.length > 0) return reportUnclear(context, claim, found.length);',
    replace: '',
  },
  {
    // Treats a failed search like one that found nothing.
    promise: 'P59',
    test: 'test/promises/p59-no-odd-answer-is-nothing.test.ts',
    file: 'src/service/search-all.ts',
    find: "if (isFlorinError(error) && error.code === 'api_rejected' && error.apiCode === NOTHING) return [];",
    replace: 'if (error) return [];',
  },
  {
    // Takes "nothing found" beside a payment for nothing.
    promise: 'P59',
    test: 'test/promises/p59-no-odd-answer-is-nothing.test.ts',
    file: 'src/service/read-answer.ts',
    find: "name !== 'APIResponse' && hasMembers(each)",
    replace: 'name === member && hasMembers(each)',
  },
  {
    // Believes a fetched transaction that the search contradicts.
    promise: 'P59',
    test: 'test/promises/p59-no-odd-answer-is-nothing.test.ts',
    file: 'src/signer/attempts/find-payments.ts',
    find: 'if (isContradicted(row, txn)) return',
    replace: 'if (!isContradicted) return',
  },
  {
    // Gives up an attempt after one search.
    promise: 'P59',
    test: 'test/promises/p59-no-odd-answer-is-nothing.test.ts',
    file: 'src/signer/attempts/expire-claim.ts',
    find: 'const again = await searchAgain(context, claim);',
    replace: "const again = await (searchAgain, 'none');",
  },
  {
    // Compares references with their case.
    promise: 'P59',
    test: 'test/promises/p59-no-odd-answer-is-nothing.test.ts',
    file: 'src/signer/claims/references.ts',
    find: "return reference?.trim().toLowerCase() ?? '';",
    replace: "return reference?.trim() ?? '';",
  },
  {
    // Takes any refusal of a search for "nothing found".
    promise: 'P59',
    test: 'test/promises/p59-no-odd-answer-is-nothing.test.ts',
    file: 'src/service/search-all.ts',
    find: "error.code === 'api_rejected' && error.apiCode === NOTHING)",
    replace: "error.code === 'api_rejected')",
  },
  {
    // Ignores listeners around the element.
    promise: 'P69',
    test: 'test/promises/p69-one-rule-for-enter.test.ts',
    file: 'src/elements/submit-on-enter.ts',
    find: 'setTimeout(() => event.defaultPrevented || act());',
    replace: 'if (!event.defaultPrevented) act();',
  },
  {
    // Counts a key that is held down.
    promise: 'P69',
    test: 'test/promises/p69-one-rule-for-enter.test.ts',
    file: 'src/elements/submit-on-enter.ts',
    find: 'if (event.repeat) event.preventDefault();',
    replace: '',
  },
  {
    // Submits although the default button is disabled.
    promise: 'P69',
    test: 'test/promises/p69-one-rule-for-enter.test.ts',
    file: 'src/elements/submit-on-enter.ts',
    find: 'if (first) first.click();',
    replace: 'if (first) form.requestSubmit();',
  },
  {
    // Pays in an element that is not in the document.
    promise: 'P70',
    test: 'test/promises/p70-removed-checkouts.test.ts',
    file: 'src/elements/florin-checkout/checkout-element.ts',
    find: 'if (!this.isConnected) {',
    replace: 'if (false) {',
  },
  {
    // Pays in an element that a listener has removed.
    promise: 'P70',
    test: 'test/promises/p70-removed-checkouts.test.ts',
    file: 'src/elements/florin-checkout/checkout-element.ts',
    find: 'if (!press || !this.isConnected) return;',
    replace: 'if (!press) return;',
  },
  {
    // Drops a card that is on its way.
    promise: 'P70',
    test: 'test/promises/p70-removed-checkouts.test.ts',
    file: 'src/elements/florin-checkout/checkout-element.ts',
    find: 'await this.attempt?.sent;',
    replace: '',
  },
  {
    // Tells a refusal of the shop's credentials as an outage.
    promise: 'P67',
    test: 'test/promises/p67-own-errors.test.ts',
    file: 'src/signer/service/ask-service.ts',
    find: "cause.code === 'api_rejected'",
    replace: "cause.code === 'internal_error'",
  },
  {
    // Counts a call that was never sent as an outage.
    promise: 'P67',
    test: 'test/promises/p67-own-errors.test.ts',
    file: 'src/signer/service/service-circuit.ts',
    find: 'if (isUnsent(error))',
    replace: 'if (error === undefined)',
  },
  {
    // Tells a price of 0 as a wrong price.
    promise: 'P67',
    test: 'test/promises/p67-own-errors.test.ts',
    file: 'src/signer/keys/price-order.ts',
    find: "action !== 'verify_only' && minor === 0",
    replace: "action === 'verify_only' && minor > 0",
  },
  {
    // Lets the store's clock alone end an attempt.
    promise: 'P60',
    test: 'test/promises/p60-no-clock-alone.test.ts',
    file: 'src/signer/attempts/expire-claim.ts',
    find: '(nothingAt === undefined ? searchedAt >= until + UNPROVEN : nothingAt >= until)',
    replace: '(nothingAt === undefined ? searchedAt >= until + UNPROVEN : searchedAt >= until)',
  },
  {
    // Lets the host's clock alone end the wait for an outcome.
    promise: 'P60',
    test: 'test/promises/p60-no-clock-alone.test.ts',
    file: 'src/signer/attempts/payment-attempt.ts',
    find: 'const isOverdue = (seenAt ?? clock.now()) >=',
    replace: 'const isOverdue = clock.now() >=',
  },
  {
    // Believes the Date of a cached answer.
    promise: 'P60',
    test: 'test/promises/p60-no-clock-alone.test.ts',
    file: 'src/signer/service/answer-clock.ts',
    find: 'time?.hasAge ? undefined : time?.date',
    replace: 'time?.date',
  },
  {
    // Makes another key without a search for the expired and superseded ones.
    promise: 'P60',
    test: 'test/promises/p60-no-clock-alone.test.ts',
    file: 'src/signer/keys/next-step.ts',
    find: "return earlier ? { do: 'search', claim: earlier } : step;",
    replace: 'return step;',
  },
  {
    // Counts a key's life by the store's clock.
    promise: 'P60',
    test: 'test/promises/p60-no-clock-alone.test.ts',
    file: 'src/signer/keys/issue-key.ts',
    find: 'expiresAt: date + context.keyLifetime',
    replace: 'expiresAt: (date, sentAt) + context.keyLifetime',
  },
  {
    // Replaces the key at each price of a cart.
    promise: 'P68',
    test: 'test/promises/p68-changing-cart.test.ts',
    file: 'src/signer/keys/next-step.ts',
    find: "if (keepsKey) return { do: 'price' };",
    replace: '',
  },
  {
    // Makes a key for another amount than the one that was pressed.
    promise: 'P68',
    test: 'test/promises/p68-changing-cart.test.ts',
    file: 'src/signer/keys/payment-key.ts',
    find: '!isShown(shown, terms.amount)',
    replace: 'isShown(shown, terms.amount) === null',
  },
  {
    // Asks for a key of each price.
    promise: 'P68',
    test: 'test/promises/p68-changing-cart.test.ts',
    file: 'src/checkout/checkout.ts',
    find: 'beforePay: true',
    replace: 'beforePay: false',
  },
  {
    // Takes a bank's late answer for a decline.
    promise: 'P61',
    test: 'test/promises/p61-late-answers.test.ts',
    file: 'src/signer/attempts/late-answer.ts',
    find: 'if (!isLateAnswer(txn)) return false;',
    replace: 'if (isLateAnswer) return false;',
  },
  {
    // Reads the response code, and not the bank's code, which it groups.
    promise: 'P61',
    test: 'test/promises/p61-late-answers.test.ts',
    file: 'src/service/outcome-of.ts',
    find: "return ResponseCode === '3' || BankResponseCode === '68';",
    replace: "return ResponseCode === '3' && BankResponseCode === '68';",
  },
  {
    // Believes that the store has what it says of a transaction.
    promise: 'P77',
    test: 'test/promises/p77-audit.test.ts',
    file: 'src/signer/attempts/audit-payment.ts',
    find: 'if (entry) return compare(row, entry.txn);',
    replace: 'if (entry) return FINE;',
  },
  {
    // Leaves out what the store has and the service does not.
    promise: 'P77',
    test: 'test/promises/p77-audit.test.ts',
    file: 'src/signer/attempts/audit-entries.ts',
    find: "if (kind === 'differs' || kind === 'missing')",
    replace: "if (kind === 'differs')",
  },
  {
    // A part that has failed counts as audited.
    promise: 'P77',
    test: 'test/promises/p77-audit.test.ts',
    file: 'src/signer/attempts/daily-audit.ts',
    find: 'const taken = await write({ ...progress, leaseUntil: now + LEASE }, before);',
    replace: 'const taken = await write({ ...progress, at: progress.end, leaseUntil: now + LEASE }, before);',
  },
  {
    // Takes a row that has lost its reference for compared.
    promise: 'P77',
    test: 'test/promises/p77-audit.test.ts',
    file: 'src/signer/attempts/audit-entries.ts',
    find: 'rows.get(entry.txnNumber) ?? (await fetchTxn(context, entry))',
    replace: 'rows.has(entry.txnNumber) ? entry.txn : await fetchTxn(context, entry)',
  },
  {
    // Calls a payment fine that a search by its reference does not find.
    promise: 'P77',
    test: 'test/promises/p77-audit.test.ts',
    file: 'src/signer/attempts/audit-payment.ts',
    find: "kind: found === 'recorded' ? 'found' : 'undecided'",
    replace: "kind: found === 'recorded' ? 'found' : isNothing(found) ? 'fine' : 'undecided'",
  },
  {
    // Takes payments of other times for lost ones.
    promise: 'P77',
    test: 'test/promises/p77-audit.test.ts',
    file: 'src/signer/attempts/audit.ts',
    find: 'at >= from - (isFirst ? MARGIN : 0)',
    replace: '(isFirst || at >= from)',
  },
  {
    // Compares each refund alone with its payment.
    promise: 'P77',
    test: 'test/promises/p77-audit.test.ts',
    file: 'src/signer/attempts/audit-payment.ts',
    find: 'const sum = [...amounts.values()]',
    replace: 'const sum = [BigInt(Amount ?? 0)]',
  },
  {
    // Counts a refund that was reversed.
    promise: 'P77',
    test: 'test/promises/p77-audit.test.ts',
    file: 'src/signer/attempts/audit-payment.ts',
    find: 'before?.back.delete(number);',
    replace: '',
  },
  {
    // Offers a form while the bank waits.
    promise: 'P81',
    test: 'test/promises/p81-state-before-a-card.test.ts',
    file: 'src/signer/attempts/ask-result.ts',
    find: 'return result ?? undefined;',
    replace: "{ if (result?.status !== 'pending') return result ?? undefined; }",
  },
  {
    // Takes the question for a sign of a sent card.
    promise: 'P81',
    test: 'test/promises/p81-state-before-a-card.test.ts',
    file: 'src/signer/attempts/ask-result.ts',
    find: 'const searchedAt = await context.store.now();',
    replace: 'const searchedAt = await context.store.markAsked(current.id);',
  },
  {
    // Overlooks a card that was sent to a key with an earlier price.
    promise: 'P81',
    test: 'test/promises/p81-state-before-a-card.test.ts',
    file: 'src/signer/attempts/ask-result.ts',
    find: 'found.find(isPayment) ?? null',
    replace: 'null as PaymentResult | null',
  },
  {
    // Needs a price, which a paid order may not have.
    promise: 'P81',
    test: 'test/promises/p81-state-before-a-card.test.ts',
    file: 'src/signer/signer.ts',
    find: 'await findOrder(context, request, asked)',
    replace:
      'await priceOrder(context, request, { order: asked }).then(({ order, terms }) => ({ order, ...terms, price: () => Promise.resolve(undefined) }))',
  },
  {
    // Takes the form away from somebody who types.
    promise: 'P81',
    test: 'test/checkout/ask-before.test.ts',
    file: 'src/checkout/attempt-flow.ts',
    find: "exchange.signal.aborted || this.#status !== 'idle' || asked !== this.#asked || !isWanted()",
    replace: 'exchange.signal.aborted',
  },
  {
    // Tells the price of an order that was paid.
    promise: 'P81',
    test: 'test/promises/p81-state-before-a-card.test.ts',
    file: 'src/signer/signer.ts',
    find: 'IS_PAYABLE.test(state.status) ? await price() : undefined',
    replace: 'await price()',
  },
  {
    // Says "Nothing was charged" while nobody knows whether a newer key was paid.
    promise: 'P81',
    test: 'test/promises/p81-state-before-a-card.test.ts',
    file: 'src/signer/attempts/ask-result.ts',
    find: "result?.status !== 'open' && result?.status !== 'expired'",
    replace: "result && result.status !== 'open' && result.status !== 'expired'",
  },
];
