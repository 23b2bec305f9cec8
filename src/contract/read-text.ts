/** Reads an HTTP answer as text, up to a limit. */

/** An HTTP answer that was read. */
export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A WSDL has about 100 KiB, a thousand transactions two MiB. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/** @throws Error when the answer is too long or breaks off */
export async function readText(response: Response): Promise<TextAnswer> {
  const { status, headers } = response;
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > LONGEST_ANSWER) {
      await reader?.cancel();
      throw new Error(`its answer has more than ${LONGEST_ANSWER} characters`);
    }
  }
  return { status, headers, text };
}
