/** Shows the answer to a call: status, headers and body. */

/** JSON with indents; other bodies as they are. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function block(label: string, text: string): HTMLElement {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.setAttribute('role', 'region');
  pre.setAttribute('aria-label', label);
  const code = document.createElement('code');
  code.textContent = text;
  pre.append(code);
  return pre;
}

/** Shows a sentence in place of an answer. */
export function showStatus(form: HTMLFormElement, text: string): void {
  form.querySelector('.status')?.replaceChildren(text);
  form.querySelector('.answer')?.replaceChildren();
}

/** Shows the answer. @param body its text */
export function showAnswer(form: HTMLFormElement, { status, headers }: Response, body: string): void {
  showStatus(form, `Status ${status}`);
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'Headers';
  details.append(summary, block('Headers', [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')));
  form.querySelector('.answer')?.append(details, block('Body', readable(body)));
}
