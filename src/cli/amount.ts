/** Amounts on the command line: whole minor units, with their currency beside them. */
import { InvalidArgumentError, type Command } from 'commander';

/** Cents, yen, fils: no point, so that nobody pays a hundred times too much. @throws InvalidArgumentError */
export function readMinor(text: string): number {
  const minor = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (minor > 0) return minor;
  throw new InvalidArgumentError('It must be a whole number of the lowest denomination: 19900 is 199.00 AUD.');
}

/** Adds `--amount` and `--currency`. */
export function addAmountOptions(command: Command): Command {
  return command
    .requiredOption('--amount <minor>', 'in the lowest denomination: 19900 is 199.00 AUD', readMinor)
    .option('--currency <code>', 'ISO 4217', 'AUD');
}

/** `199.00 AUD`. */
export function showAmount(minor: number | undefined, currency: string | null | undefined): string {
  if (minor === undefined) return '';
  const code = currency ?? '';
  const digits = exponentOf(code);
  return `${(minor / 10 ** digits).toFixed(digits)} ${code}`.trimEnd();
}

function exponentOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
