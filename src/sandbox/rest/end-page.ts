/** The page on which a browser's form ends when there is no merchant's page to go to. Plain words, no script, no style. */
import type { ApiResponse } from '../../wire/rest/answers.js';
import { pageAnswer } from './http-answer.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

interface Words {
  readonly title: string;
  readonly text: string;
}

const RECEIVED: Words = { title: 'Received', text: 'The shop can look up what became of it. You can close this page.' };
const NOT_TAKEN: Words = { title: 'Not taken', text: 'Go back to the form and check what you typed.' };
const UNAVAILABLE: Words = {
  title: 'Not available',
  text: 'The payment service cannot answer now. Ask the shop before you try again.',
};

const WORDS: Readonly<Record<number, Words>> = {
  0: RECEIVED,
  206: { title: 'Not known', text: 'This payment page is not known here. Start again at the shop.' },
  207: {
    title: 'Already used, or over',
    text: 'This payment page was used before, or its time is over. If you have just paid, do not pay again: ask the shop.',
  },
  900: UNAVAILABLE,
  999: UNAVAILABLE,
};

/** Says how a form ended. */
export function endPage({ ResponseCode, ResponseText }: ApiResponse): Response {
  const { title, text } = WORDS[ResponseCode] ?? NOT_TAKEN;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p>${ResponseCode}: ${escape(ResponseText ?? '')}</p>
</main>
</body>
</html>
`;
  return pageAnswer(html, ResponseCode === 0 ? 200 : 400);
}
