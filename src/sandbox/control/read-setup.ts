import type * as z from 'zod';
import { readInput, text } from '../../wire/read-input.js';

/** Text of an operator, where a member has no limit of its own. */
export const TEXT = text(200);

/** No NUL, line end or other control character: databases and lists do not take them. */
export const WITHOUT_CONTROLS = /^\P{Cc}*$/u;
export const NO_CONTROLS = 'must not have control characters';

/** Invalid operator input. The message has one line. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
  }
}

/**
 * Reads operator input: a body, or the configuration file.
 *
 * @param where prefix of the message, such as `clock`
 * @throws SetupError
 */
export function readSetup<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  return readInput(schema, value, where, { Refusal: SetupError });
}
