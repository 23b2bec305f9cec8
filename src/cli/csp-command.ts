/** `florin csp`: the Content-Security-Policy for a page with the form. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { createPolicy, writePolicy, type Isolation, type Method } from './policy.js';

/** What tells how a shop is set up. */
export interface SetUpFlags {
  readonly method: Method;
  readonly isolation: Isolation;
  readonly frameOrigin?: string;
  readonly signerOrigin?: string;
  readonly scriptOrigin?: string;
}

/** @throws InvalidArgumentError for what is more, or less, than an origin */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !/[*\s;,]/.test(text) && url.origin === text) return text;
  throw new InvalidArgumentError('It must be a bare origin, like https://shop.example');
}

/** Adds the options that say how the page is set up. */
export function addSetUpOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--method <method>', 'how the card is taken')
        .choices(['javascript', 'webform', 'iframe', 'redirect'])
        .default('javascript'),
    )
    .addOption(new Option('--isolation <where>', 'where the fields are').choices(['page', 'frame']).default('page'))
    .option('--frame-origin <origin>', 'of the frame page', readOrigin)
    .option('--signer-origin <origin>', 'of the signer, when it is not the page’s own', readOrigin)
    .option('--script-origin <origin>', 'of florin.js, when it is not the page’s own', readOrigin);
}

/** The set-up that the options name. */
export function setUpOf({ method, isolation, frameOrigin, signerOrigin, scriptOrigin }: SetUpFlags, service: string) {
  return { method, isolation, service, frame: frameOrigin, signer: signerOrigin, scripts: scriptOrigin };
}

/** Adds the sub-command. */
export function addCspCommand(program: Command): void {
  const command = program
    .command('csp')
    .description('Prints the Content-Security-Policy header of a page with the form: what it needs and nothing else.')
    .requiredOption('--service-origin <origin>', 'of the payment service, as browsers reach it', readOrigin);
  addSetUpOptions(command)
    .option('--json', 'print the directives as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin csp --service-origin https://pay.example
  $ florin csp --service-origin https://pay.example --isolation frame --frame-origin https://card.shop.example`,
    )
    .action((flags: SetUpFlags & { serviceOrigin: string; json: boolean }) => {
      const policy = createPolicy(setUpOf(flags, flags.serviceOrigin));
      console.log(
        flags.json ? JSON.stringify(Object.fromEntries(policy)) : `Content-Security-Policy: ${writePolicy(policy)}`,
      );
    });
}
