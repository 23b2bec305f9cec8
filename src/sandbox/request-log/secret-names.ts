/** Which members, elements, attributes and form fields are secret, by their names. docs/guides/back-office.md "Request log". */

/** How a value is masked. */
export type SecretKind = 'hidden' | 'card' | 'account' | 'token';

/** Replaces a hidden value. */
export const HIDDEN = '•••';

const RULES: readonly (readonly [RegExp, SecretKind])[] = [
  [/(cvn2?|cvc2?|cvv2?|csc|securitycode|verificationvalue|verifytoken)$/, 'hidden'],
  [/(password|passwd|passphrase|pwd|secret|credentials?|authori[sz]ation|cookie)$/, 'hidden'],
  [
    /(authkey|resultkey|challengekey|apikey|privatekey|accesskey|session|sessionid|sessionkey|createsessionresult)$/,
    'hidden',
  ],
  [/^(pin|pinblock|emv|track[123]?(data)?|file|filecontents?|zipfile|batch|batchfile|contents?|xid|cavv)$/, 'hidden'],
  [/(cardholdername|cardholder|holdername|nameoncard|accountname)$/, 'hidden'],
  [/(cardnumber|cardno|cardnum|primaryaccountnumber|ccnumber)$|^(card|pan|ccnum)$/, 'card'],
  [/(accountnumber|accountno|bsb|bsbnumber|iban)$/, 'account'],
  [/(token|tokenid|tokennumber|tokenvalue)$/, 'token'],
];

/** How a value of this name is masked; undefined for a name that is not secret. */
export function secretKindOf(name: string): SecretKind | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return RULES.find(([pattern]) => pattern.test(plain))?.[1];
}

const ALREADY_MASKED = /^\d{6}\.\.\.\d{3}$/;
const SHORTEST_TOKEN = 13;
const SHORTEST_WITH_END = 6;

function ends(digits: string): string {
  return `${digits.slice(0, 6)}...${digits.slice(-3)}`;
}

/** Masks the value of a secret name. A number that is not a test card is hidden completely. */
export function maskNamed(kind: SecretKind, value: string, isTestCard: (pan: string) => boolean): string {
  const text = value.trim();
  if (text === '') return value;
  const isNumber = /^[\d\s-]+$/.test(text);
  const digits = text.replace(/\D/g, '');
  switch (kind) {
    case 'hidden':
      return HIDDEN;
    case 'card':
      if (ALREADY_MASKED.test(text)) return text;
      return isNumber && isTestCard(digits) ? ends(digits) : HIDDEN;
    case 'account':
      return isNumber && digits.length >= SHORTEST_WITH_END ? `${HIDDEN}${digits.slice(-3)}` : HIDDEN;
    case 'token':
      return isNumber && digits.startsWith('599999') && digits.length >= SHORTEST_TOKEN ? ends(digits) : HIDDEN;
  }
}
