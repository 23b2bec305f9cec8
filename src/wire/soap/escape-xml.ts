/** The only place where text becomes XML. wire/soap.md section 2. */

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const SPECIAL = /[&<>"\r\n\t]/;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser turns a bare carriage return into a line feed, and white space in an attribute into blanks.
  '\r': '&#xD;',
  '\n': '&#xA;',
  '\t': '&#x9;',
};

function refer(character: string): string {
  return REFERENCES[character] ?? character;
}

/** Text between tags. A character that XML cannot carry becomes U+FFFD, so that what is stored can always be shown. */
export function escapeText(text: string): string {
  const carried = text.replace(FORBIDDEN, '\ufffd');
  return SPECIAL.test(carried) ? carried.replace(/[&<>\r]/g, refer) : carried;
}

/** Text between the double quotes of an attribute. */
export function escapeAttribute(text: string): string {
  const carried = text.replace(FORBIDDEN, '\ufffd');
  return SPECIAL.test(carried) ? carried.replace(/[&<>"\r\n\t]/g, refer) : carried;
}

/** True when XML can carry every character of the text as it is. */
export function isXmlText(text: string): boolean {
  return text.search(FORBIDDEN) === -1;
}
