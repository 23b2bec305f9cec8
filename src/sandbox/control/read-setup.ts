import type * as z from 'zod';
import { readInput } from '../../wire/read-input.js';

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
