// @ts-check
/** Reads the arguments of our npm scripts: `--help` prints the usage, and an option that a script does not have is refused. */
import { parseArgs } from 'node:util';

/**
 * @param {string} usage one line for each form of the call
 * @param {Readonly<Record<string, { type: 'string' | 'boolean' }>>} options
 * @param {{ words?: boolean }} [more] words: names may follow, such as those of suites
 * @returns {{ values: Readonly<Record<string, string | boolean | undefined>>, positionals: string[] }}
 */
export function readArguments(usage, options, { words = false } = {}) {
  try {
    const { values, positionals } = parseArgs({
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals: words,
    });
    if (!values['help']) return { values, positionals };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`);
    process.exit(2);
  }
  console.log(`Usage: ${usage}`);
  process.exit(0);
}

/**
 * @param {string | boolean | undefined} text of `--port`
 * @returns {number | undefined} undefined without a text
 */
export function readPort(text) {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(String(text)) && Number(text) <= 65_535) return Number(text);
  console.error(`--port ${text} is no port: a whole number from 0 to 65535`);
  process.exit(2);
}
