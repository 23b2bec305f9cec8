/**
 * The shop of the chaos run: it prices orders, and receives the callbacks of the sidecars. Each notice is on the disk
 * before it is answered.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { claimsOf, writeToken } from '../signer/order-tokens.js';
import { CALLBACK_SECRET, readUnchecked } from '../signer/sidecar-process.js';
import { listenOnLoopback } from '../support/listen.js';
import type { Notice, Prices } from './check.js';

/** Longer than `callbacks.timeoutSeconds` of the sidecars, in milliseconds. */
const TOO_LATE = 3_000;
/** Half of the allowed lifetime of a token, in seconds: it is valid for a signer whose clock is five minutes off. */
const AROUND_NOW = 420;

/**
 * What the shop does with a callback:
 * - `throws`: it answers 500, and books nothing.
 * - `throws late`: it books, then answers 500.
 * - `hangs`: it never answers, and books nothing.
 * - `late`: it books and answers after the sidecar has given up.
 */
export type CallbackFault = 'throws' | 'throws late' | 'hangs' | 'late';

export interface ChaosShop {
  readonly url: string;
  /** Every price that an order has had, oldest first. */
  readonly prices: Prices;
  /** Chooses what happens to the callback of a signer. */
  fault: (signer: string) => CallbackFault | undefined;
  /** Called before a notice is booked, and again before it is answered. */
  at: (place: 'before the ledger' | 'after the ledger', signer: string) => void;
  /** The disk of the ledger has no space left. */
  isFull: boolean;
  /** Callbacks that the full disk refused. */
  refused: number;
  /** Adds an order and returns its name. */
  add(): string;
  /** Gives the order another price, unless the signer has asked for its terms: then it is being paid. */
  reprice(order: string): boolean;
  /** A fresh token of the order with its price now. */
  tokenOf(order: string): string;
  close(): void;
}

export async function startChaosShop(ledger: string): Promise<ChaosShop> {
  const prices = new Map<string, number[]>();
  const fixed = new Set<string>();
  const priceOf = (order: string) => prices.get(order)?.at(-1) ?? 0;
  const versionOf = (order: string) => prices.get(order)?.length ?? 0;

  const book = (notice: Notice): void => {
    // A real "no space left on device".
    const file = openSync(shop.isFull ? '/dev/full' : ledger, 'a');
    try {
      writeSync(file, `${JSON.stringify(notice)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    let token = '';
    for await (const chunk of incoming) token += String(chunk);
    if (!isSigned(token)) return outgoing.writeHead(403).end();
    const body = readUnchecked(token);
    const order = String(body['order']);
    if (incoming.url === '/terms') {
      fixed.add(order);
      const terms = { amount: priceOf(order), currency: 'AUD', version: versionOf(order) };
      return outgoing.writeHead(200).end(JSON.stringify(terms));
    }
    const signer = incoming.url?.split('/').at(-1) ?? '';
    const fault = shop.fault(signer);
    if (fault === 'hangs') return undefined;
    if (fault === 'throws') return outgoing.writeHead(500).end();
    shop.at('before the ledger', signer);
    if (fault === 'late') await pause(TOO_LATE);
    try {
      book({ ...(body as unknown as Notice), signer, toldAt: new Date().toISOString() });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      shop.refused += 1;
      return outgoing.writeHead(500).end();
    }
    shop.at('after the ledger', signer);
    return outgoing.writeHead(fault === 'throws late' ? 500 : 204).end();
  };
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy());
  });

  const shop: ChaosShop = {
    url: await listenOnLoopback(server),
    prices,
    fault: () => undefined,
    at: () => undefined,
    isFull: false,
    refused: 0,
    add() {
      const order = `C-${prices.size + 1}`;
      prices.set(order, [(1_000 + prices.size) * 1_000]);
      return order;
    },
    reprice(order) {
      // An amount names one order and one version. In test mode its last two digits are the bank's code.
      if (fixed.has(order) || versionOf(order) >= 9) return false;
      prices.get(order)?.push(priceOf(order) + 100);
      return true;
    },
    tokenOf(order) {
      const now = Math.floor(Date.now() / 1000);
      const times = { iat: now - AROUND_NOW, exp: now + AROUND_NOW };
      return writeToken(claimsOf({ ...times, order, crn1: order, amount: priceOf(order), version: versionOf(order) }));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return shop;
}

/** All notices of a ledger. */
export function readLedger(ledger: string): Notice[] {
  const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Notice);
}

function isSigned(token: string): boolean {
  const [header = '', body = '', signature = ''] = token.split('.');
  const right = createHmac('sha256', CALLBACK_SECRET).update(`${header}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right);
}
