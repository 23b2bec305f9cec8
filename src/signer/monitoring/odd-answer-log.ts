/** Log entries about members of answers that have another form than documented and decide nothing: each once a minute. */
import type { OddMember } from '../../service/rest-client.js';
import type { SignerContext } from '../signer-context.js';
import { createOnceAMinute } from './once-a-minute.js';

export function createOddAnswerLog({ clock, log }: Pick<SignerContext, 'clock' | 'log'>): (odd: OddMember) => void {
  const take = createOnceAMinute(clock);
  return ({ path, rule, call }) => {
    const times = take(path);
    if (times !== undefined) log({ level: 'warn', event: 'odd_answer', path, rule, call, times });
  };
}
