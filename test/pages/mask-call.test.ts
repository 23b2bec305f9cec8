/** The commands of the REST reference show test cards only. */
import { describe, expect, it } from 'vitest';
import { maskCall } from '../../src/pages/mask-call.js';

const TEST_CARD = '5123456789012346';
const mask = (text: string): string => maskCall(text, [TEST_CARD, '345678901234564']);

describe('maskCall', () => {
  it.each([
    ['a test card, with its CVN', `{"CardNumber": "${TEST_CARD}", "Cvn": "123"}`],
    ['a test card in groups', '{"CardNumber": "5123 4567 8901 2346", "Cvn": "123"}'],
    ['a token', '{"DVToken": "5999990000000004", "Crn1": "order 1042"}'],
    ['an AuthKey', 'https://service.example/txns/withauthkey/3fa85f64-5717-4562-b3fc-2c963f66afa6'],
    ['a key that has 13 digits in a row', '00000000-0000-4562-9012-123456789012'],
    ['a transaction number', '90000000001'],
    ['an amount and references', '{"Amount": 19900, "Crn1": "123456789012"}'],
  ])('keeps %s', (_what, text) => {
    expect(mask(text)).toBe(text);
  });

  it.each([
    ['{"CardNumber": "4111111111111111", "Cvn": "123"}', '{"CardNumber": "***", "Cvn": "***"}'],
    ['{"CardNumber": 4111111111111111, "cvn" : 1234}', '{"CardNumber": ***, "cvn" : ***}'],
    ['{"CardNumber": "4111 1111-1111 1111", "Crn1": "4111111111111111"}', '{"CardNumber": "***", "Crn1": "***"}'],
    ['CardNumber=4111111111111111&CVN=123&Crn1=1', 'CardNumber=***&CVN=***&Crn1=1'],
    ['4111111111111111', '***'],
    ['４１１１１１１１１１１１１１１１', '***'],
    ['4111.1111.1111.1111', '***'],
    // Complete groups of a key, but not a key.
    ['123456789-1234-1234-1234-123456789012', '***'],
    ['41111111111111111111111', '***'],
    // Incomplete: the card of the CVN is unknown.
    ['{"CardNumber": "4111", "Cvn": "123"}', '{"CardNumber": "4111", "Cvn": "***"}'],
    [`{"a": "${TEST_CARD}", "b": "4111111111111111", "Cvn": "123"}`, `{"a": "${TEST_CARD}", "b": "***", "Cvn": "***"}`],
  ])('masks %s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});
