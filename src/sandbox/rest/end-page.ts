/** The last page of a browser's form without a return URL: plain text, no script, no style. */
import { escapeHtml } from '../../core/escape-html.js';
import type { ApiResponse } from '../../wire/rest/answers.js';
import { pageAnswer } from './http-answer.js';

interface Messages {
  readonly title: string;
  readonly text: string;
}

const RECEIVED: Messages = { title: 'Received', text: 'The shop can look up the result. You can close this page.' };
const NOT_TAKEN: Messages = { title: 'Not accepted', text: 'Go back to the form and check your input.' };
const UNAVAILABLE: Messages = {
  title: 'Not available',
  text: 'The payment service is not available now. Ask the shop before you try again.',
};

const MESSAGES: Readonly<Record<number, Messages>> = {
  0: RECEIVED,
  206: { title: 'Not found', text: 'This payment page does not exist. Start again at the shop.' },
  207: {
    title: 'Already used or expired',
    text: 'This payment page was already used, or it has expired. If you have just paid, do not pay again: ask the shop.',
  },
  900: UNAVAILABLE,
  999: UNAVAILABLE,
};

export function endPage({ ResponseCode, ResponseText }: ApiResponse): Response {
  const { title, text } = MESSAGES[ResponseCode] ?? NOT_TAKEN;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p>${ResponseCode}: ${escapeHtml(ResponseText ?? '')}</p>
</main>
</body>
</html>
`;
  return pageAnswer(html, ResponseCode === 0 ? 200 : 400);
}
