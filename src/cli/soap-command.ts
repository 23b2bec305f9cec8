/** `florin soap <Operation>`: one call of the SOAP interface from the command line. docs/reference/soap/index.md. */
import type { Command } from 'commander';

/** Adds the sub-command. The 25 operations are loaded on demand. */
export function addSoapCommand(program: Command): void {
  program
    .command('soap')
    .description('Calls one of the 25 operations of the SOAP interface: florin soap --list, florin soap <op> --help.')
    .argument('[operation]')
    .argument('[fields...]')
    .usage('<operation> [--field value ...]')
    // The command of the operation parses its fields.
    .allowUnknownOption()
    .helpOption(false)
    .action(async (_operation: unknown, _fields: unknown, _flags: unknown, command: Command) => {
      const { runSoap } = await import('./soap-operations.js');
      await runSoap(command.args);
    });
}
