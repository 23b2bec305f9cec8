/**
 * Replaces `{0}` and `{1}` in a text by values. After a bar is the text without a value: `{0} bezahlen|Bezahlen`. In a
 * right-to-left text each value is isolated, so that the parts of an amount or a brand keep their order.
 */
export function fillIn(text: string, values: readonly string[]): string {
  const [full = '', bare = full] = text.split('|');
  const isRightToLeft = /[\u0590-\u08ff]/.test(text);
  const isolate = (value = '') => (isRightToLeft ? `\u2068${value}\u2069` : value);
  return (values[0] ? full : bare).replace(/\{(\d)\}/g, (_all, index: number) => isolate(values[index]));
}
