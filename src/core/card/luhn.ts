/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B). False for an empty text. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return digits !== '' && sum % 10 === 0;
}
