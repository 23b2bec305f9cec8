/**
 * ISO 4217, list one as published for 2026: every active code that has a minor unit, funds included. Codes without
 * one (metals, XDR, XTS, XXX and the like) cannot be paid in and are left out.
 */

/** Three letters each, sorted. One string, because it is part of some browser bundles and compresses best. */
const ACTIVE =
  'AEDAFNALLAMDAOAARSAUDAWGAZNBAMBBDBDTBHDBIFBMDBNDBOBBOVBRLBSDBTNBWPBYNBZDCADCDFCHECHFCHWCLFCLPCNYCOPCOUCRCCUPCVECZK' +
  'DJFDKKDOPDZDEGPERNETBEURFJDFKPGBPGELGHSGIPGMDGNFGTQGYDHKDHNLHTGHUFIDRILSINRIQDIRRISKJMDJODJPYKESKGSKHRKMFKPWKRWKWD' +
  'KYDKZTLAKLBPLKRLRDLSLLYDMADMDLMGAMKDMMKMNTMOPMRUMURMVRMWKMXNMXVMYRMZNNADNGNNIONOKNPRNZDOMRPABPENPGKPHPPKRPLNPYGQAR' +
  'RONRSDRUBRWFSARSBDSCRSDGSEKSGDSHPSLESOSSRDSSPSTNSVCSYPSZLTHBTJSTMTTNDTOPTRYTTDTWDTZSUAHUGXUSDUSNUYIUYUUYWUZSVEDVES' +
  'VNDVUVWSTXADXAFXCDXCGXOFXPFYERZARZMWZWG';

/** Every other currency has an exponent of 2. */
const EXPONENTS =
  /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$|^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$|^(CLF|UYW)$/;

/** Whether `code` is an active ISO 4217 code in capitals, of a currency that has a minor unit. */
export function isCurrency(code: string | undefined): boolean {
  if (code?.length !== 3) return false;
  for (let at = 0; at < ACTIVE.length; at += 3) if (ACTIVE.startsWith(code, at)) return true;
  return false;
}

/**
 * How many decimals the minor unit has: 2 for AUD, 0 for JPY, 3 for KWD.
 *
 * @throws RangeError when `code` is not an active ISO 4217 code in capitals.
 */
export function currencyExponent(code: string): number {
  if (!isCurrency(code)) throw new RangeError(`Not an active ISO 4217 currency: ${JSON.stringify(code)}`);
  return exponentOf(code);
}

/** Like {@link currencyExponent}, without the check: a bundle that uses only this leaves out the list of codes. */
export function exponentOf(code: string): number {
  const match = EXPONENTS.exec(code);
  if (!match) return 2;
  return match[1] ? 0 : match[2] ? 3 : 4;
}
