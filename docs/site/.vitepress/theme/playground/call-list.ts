/** What was sent to the payment service, masked as in the back office. */
import { h, type VNode } from 'vue';
import type { BrowserCall } from 'florin-server/browser';

/** JSON with indents; other bodies as they are. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const bodyOf = (title: string, body: string): VNode | undefined =>
  body === ''
    ? undefined
    : h('figure', { class: 'code-part' }, [
        h('figcaption', title),
        h('pre', { tabindex: 0, role: 'region', 'aria-label': title }, readable(body)),
      ]);

/** @param calls the newest first */
export function callList(calls: readonly BrowserCall[]): VNode {
  return h('section', { 'aria-labelledby': 'calls-title', class: 'calls' }, [
    h('h2', { id: 'calls-title' }, 'What was sent'),
    calls.length === 0
      ? h('p', { class: 'live-note' }, 'Nothing yet: the first call asks for a key, when you begin to type.')
      : h(
          'ol',
          { reversed: true },
          calls.map(({ id, method, path, httpStatus, request, response }) =>
            h('li', { key: id }, [
              h('details', [
                h('summary', [h('code', `${method} ${path}`), ` ${httpStatus ?? 'connection dropped'}`]),
                bodyOf('Request', request),
                bodyOf('Response', response),
              ]),
            ]),
          ),
        ),
  ]);
}
