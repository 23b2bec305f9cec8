/** Sends the typed details by a form post, which leaves the page; the service redirects to the signer. */
import type { Exchange } from '../../checkout/exchange.js';
import { SUBMIT_TIMEOUT_SECONDS } from '../../checkout/submit-card.js';
import { pause } from '../../checkout/timers.js';
import { FlorinError } from '../../core/errors.js';

/** Resolves only if the page is still shown, or shown again: it is then unknown whether the post arrived. */
export async function leaveByForm(
  root: HTMLElement | DocumentFragment,
  { action, values }: { readonly action: string; readonly values: Readonly<Record<string, string>> },
  { timers, signal }: Exchange,
): Promise<{ readonly kind: 'lost'; readonly cause?: unknown }> {
  const left = new AbortController();
  signal.addEventListener('abort', () => left.abort());
  let cause: unknown;
  // Also fires for the redirect that follows the post: the details have then arrived, and the signer knows the outcome.
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

/** The inputs are text inputs, whose values are in no attribute; the `formdata` event stays inside the shadow root. */
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
