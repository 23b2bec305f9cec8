/**
 * Whether an API code names an invalid field: 100 to 131. In a browser, such an answer does not use up the AuthKey. Codes
 * above are not listed, so they say nothing about the key. docs/wire/rest.md section 2.
 */
export function isFieldCode(code: number): boolean {
  return Number.isInteger(code) && code >= 100 && code <= 131;
}
