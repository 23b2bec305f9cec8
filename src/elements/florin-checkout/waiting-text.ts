/** What the message of a waiting payment and the bank's dialog both say. */
import { waiting as english } from '../../languages/generated/english/waiting.js';
import { messagesOf } from '../locale.js';

export const waitingMessages = (locale: string) => messagesOf('waiting', english, locale);

/** `9:05`. */
export function writeMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
