/** Currencies that the browser can write, for elements that only show an amount: currency.ts is half a kilobyte of codes. */

let codes: ReadonlySet<string> | undefined;

/** Whether the browser knows `code`, ISO 4217 in capitals. Nothing is charged by it: that is for the signer to check. */
export function isKnownCurrency(code: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'));
  return codes.has(code);
}
