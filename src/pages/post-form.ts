/** The one request of a page's form, and the meaning of its answer. */

/** The outcome. After `lost` it is unknown whether the request was processed. */
type PostAnswer =
  | { readonly outcome: 'done'; readonly url: string }
  | { readonly outcome: 'stored' }
  | { readonly outcome: 'refused'; readonly errors: Readonly<Record<string, string>>; readonly message: string }
  | { readonly outcome: 'reload' }
  | { readonly outcome: 'lost' };

/** A browser's limit for a payment. REST manual, "Time-outs" (docs/wire/rest.md section 1). */
const TIMEOUT_MS = 60_000;

function isWebAddress(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function readAnswer(answer: Record<string, unknown>): PostAnswer {
  const { outcome, url, errors, message } = answer;
  if (outcome === 'done' && isWebAddress(url)) return { outcome, url };
  if (outcome === 'stored' || outcome === 'reload') return { outcome };
  if (outcome === 'refused' && typeof errors === 'object' && errors !== null) {
    return { outcome, errors: errors as Record<string, string>, message: String(message) };
  }
  return { outcome: 'lost' };
}

/** Sends a form; never throws. */
export async function postForm(address: string, body: URLSearchParams): Promise<PostAnswer> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body,
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return readAnswer((await response.json()) as Record<string, unknown>);
  } catch {
    return { outcome: 'lost' };
  }
}
