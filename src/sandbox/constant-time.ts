/** Compares two texts in constant time, so that the duration does not show how much of a secret is right. */
export function isSameText(sent: string, wanted: string): boolean {
  const encoder = new TextEncoder();
  const bytes = encoder.encode(sent);
  const expected = encoder.encode(wanted);
  let difference = bytes.length ^ expected.length;
  for (const [index, byte] of expected.entries()) difference |= byte ^ (bytes[index] ?? 0);
  return difference === 0;
}
