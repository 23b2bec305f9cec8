import type { Seen } from './look.js';

const PAUSE_MS = 50;

/** Asks until there is an answer. @throws Error with `explain()` after the timeout */
export async function waitFor<Answer>(
  ask: () => Promise<Answer | undefined>,
  timeoutMs: number,
  explain: () => Promise<string> | string,
): Promise<Answer> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > endsAt) throw new Error(await explain());
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** What is shown, in one line. */
export function describe(seen: Seen | undefined): string {
  if (!seen) return 'the page is being left';
  if (seen.place === 'nothing') return `${seen.path} shows no element of Florin`;
  const errors = Object.entries(seen.errors).map(([field, text]) => `${field}: ${text}`);
  const parts = [
    `${seen.place} on ${seen.path}`,
    `status ${seen.status}${seen.isBusy ? ' (busy)' : ''}`,
    seen.button && `button "${seen.button}"`,
    seen.text && `text "${seen.text}"`,
    errors.length > 0 && `errors ${errors.join('; ')}`,
    seen.cards.length > 0 && `saved cards ${seen.cards.map(({ text }) => `"${text}"`).join(', ')}`,
    seen.isChallenging && 'the 3-D Secure dialog is open: answerChallenge',
  ];
  return parts.filter(Boolean).join(', ');
}
