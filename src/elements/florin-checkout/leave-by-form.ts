/** Sends what was typed by a form's post, with which the page is left; the service leads back to the signer. */
import type { Exchange } from '../../checkout/exchange.js';
import { SUBMIT_TIMEOUT_SECONDS } from '../../checkout/submit-card.js';
import { pause } from '../../checkout/timers.js';
import { FlorinError } from '../../core/errors.js';

/** Answers only when the page is still here, or here again: nobody knows then whether it has arrived. */
export async function leaveByForm(
  root: HTMLElement | DocumentFragment,
  { action, values }: { readonly action: string; readonly values: Readonly<Record<string, string>> },
  { timers, signal }: Exchange,
): Promise<{ readonly kind: 'lost'; readonly cause?: unknown }> {
  const left = new AbortController();
  signal.addEventListener('abort', () => left.abort());
  let cause: unknown;
  // Also of the redirect that answers it, when all has arrived: the signer knows.
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective !== 'form-action') return;
    cause = new FlorinError('configuration_invalid', 'The page’s form-action needs the service and the signer');
    console.warn(`florin-checkout: ${String(cause)}`);
    left.abort();
  };
  document.addEventListener('securitypolicyviolation', onViolation, { signal: left.signal });
  post(root, action, values);
  await pause(SUBMIT_TIMEOUT_SECONDS * 1000, timers, left.signal);
  left.abort();
  return { kind: 'lost', cause };
}

/** Its inputs are of text, whose values stand in no attribute; its `formdata` event ends at the shadow root. */
function post(root: HTMLElement | DocumentFragment, action: string, values: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action, hidden: true });
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement('input');
    Object.assign(input, { name, value });
    form.append(input);
  }
  root.append(form);
  form.submit();
  form.remove();
}
