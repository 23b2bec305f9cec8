/** The only place where text becomes XML. docs/wire/soap.md section 2. */

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const SPECIAL = /[&<>"\r\n\t]/;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser changes a carriage return into a line feed, and white space in an attribute into blanks.
  '\r': '&#xD;',
  '\n': '&#xA;',
  '\t': '&#x9;',
};

function refer(character: string): string {
  return REFERENCES[character] ?? character;
}

/** Escapes text between tags. A character that XML cannot contain becomes U+FFFD, so that stored text can be written. */
export function escapeText(text: string): string {
  const allowed = text.replace(FORBIDDEN, '\ufffd');
  return SPECIAL.test(allowed) ? allowed.replace(/[&<>\r]/g, refer) : allowed;
}

/** Escapes text between the double quotes of an attribute. */
export function escapeAttribute(text: string): string {
  const allowed = text.replace(FORBIDDEN, '\ufffd');
  return SPECIAL.test(allowed) ? allowed.replace(/[&<>"\r\n\t]/g, refer) : allowed;
}

/** Whether XML can contain every character of the text. */
export function isXmlText(text: string): boolean {
  return text.search(FORBIDDEN) === -1;
}
