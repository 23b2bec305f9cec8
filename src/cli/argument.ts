/** Reads the values of options and arguments. */
import { InvalidArgumentError } from 'commander';

const HIGHEST_PORT = 65_535;

/** Reads the value of `--port`. @throws InvalidArgumentError */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  throw new InvalidArgumentError(`It must be a number from 0 to ${HIGHEST_PORT}; 0 selects any free port.`);
}

/**
 * A reader of text that matches a pattern.
 *
 * @param rule the message for other text; it does not quote the text
 */
export function matching(pattern: RegExp, rule: string): (text: string) => string {
  return (text) => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(rule);
  };
}
