/** Answers with a file to download. */

/** A name as a value of RFC 8187. A lone surrogate, which has no encoding, becomes a question mark. */
function encodeName(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '?')).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Creates the answer. The name may contain anything. */
export function answerFile(name: string, bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: {
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
      'Content-Type': 'text/csv; charset=utf-8',
    },
  });
}
