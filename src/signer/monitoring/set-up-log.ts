/**
 * Log entries about mistakes of a set-up: an origin that is not listed, a mount that strips the path, a body parser in
 * front, a wrong clock. Anybody can cause them, so each kind is logged once a minute; `times` counts the merged entries.
 */
import { loggableText } from '../../service/loggable-text.js';
import type { SignerLogEntry } from '../signer-options.js';
import { createOnceAMinute } from './once-a-minute.js';

const MESSAGES = {
  origin_refused:
    'A page of this origin called the signer and was refused. If it is your page, add its origin to allowedOrigins, or let its development server forward the signer’s path',
  public_url_differs:
    'A page of this origin calls the signer as its own, but publicUrl has another origin (localhost and 127.0.0.1 are two). The bank’s step leads to publicUrl and cannot end in this page: correct publicUrl, or open the shop at its address',
  path_refused:
    'The signer serves the paths below publicUrl (or basePath) and was called at another path. Does a framework strip the path of its mount? Mount the signer with its whole path',
  client_unknown:
    'A call reached the signer without the address of its client, or with that of a proxy on this machine, so all shoppers share one limit. Pass clientAddress, or name the header of your proxy in clientHeader',
  clocks_apart:
    'The clocks of the store and the service are this far ahead of this host’s. Set them by NTP: a wrong one delays keys, their end and callbacks',
  body_read: 'The body was read before the signer got the request. Mount the signer before every body parser',
} as const;

type SetUpMistake = keyof typeof MESSAGES;

export type NoteSetUp = (event: SetUpMistake, members: Readonly<Record<string, string>>) => void;

export function createSetUpLog(log: (entry: SignerLogEntry) => void, clock: { now(): number }): NoteSetUp {
  const take = createOnceAMinute(clock);
  return (event, members) => {
    const times = take(event);
    if (times === undefined) return;
    const texts = Object.entries(members).map(([name, text]) => [name, loggableText(text)] as const);
    log({ level: 'warn', event, message: MESSAGES[event], ...Object.fromEntries(texts), times });
  };
}
