/** Currencies that the browser can format, for elements that only show an amount; smaller than the list of currency.ts. */

let codes: ReadonlySet<string> | undefined;

/** Whether the browser knows `code`, ISO 4217 in capitals. For display only: the signer checks the currency of a charge. */
export function isKnownCurrency(code: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'));
  return codes.has(code);
}
