/** Amounts on the command line: an integer of minor units, and a currency. */
import { InvalidArgumentError, type Command } from 'commander';

/** Reads minor units. A decimal point is refused, so that 199.00 is not read as 19900. @throws InvalidArgumentError */
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

/** Formats an amount as `199.00 AUD`, from its digits: a number cannot hold 64 bits. */
export function showAmount(minor: number | bigint | undefined, currency: string | null | undefined): string {
  if (minor === undefined) return '';
  const code = currency ?? '';
  const after = exponentOf(code);
  const digits = String(minor)
    .replace('-', '')
    .padStart(after + 1, '0');
  const units = digits.slice(0, digits.length - after);
  const rest = after > 0 ? `.${digits.slice(-after)}` : '';
  return `${minor < 0 ? '-' : ''}${units}${rest} ${code}`.trimEnd();
}

function exponentOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
