/**
 * Puts values into the places of a text, `{0}` and `{1}`. After a bar stands the text for no value: `{0} bezahlen|Bezahlen`.
 * A text that runs from right to left must not carry off the parts of an amount or of a brand, so each value is isolated.
 */
export function fillIn(text: string, values: readonly string[]): string {
  const [full = '', bare = full] = text.split('|');
  const runsLeft = /[\u0590-\u08ff]/.test(text);
  const isolate = (value = '') => (runsLeft ? `\u2068${value}\u2069` : value);
  return (values[0] ? full : bare).replace(/\{(\d)\}/g, (_all, index: number) => isolate(values[index]));
}
