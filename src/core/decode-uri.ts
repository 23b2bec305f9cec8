/** Decodes a part of a URI. One that is not escaped correctly stays: a look-up will not find it. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
