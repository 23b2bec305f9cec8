/** `florin soap <Operation>`: one call of the SOAP interface from the command line. docs/reference/soap/index.md. */
import type { Command } from 'commander';

/** Adds the sub-command. What it knows of the 25 operations is loaded when it is used. */
export function addSoapCommand(program: Command): void {
  program
    .command('soap')
    .description('Calls one of the 25 operations of the SOAP interface: florin soap --list, florin soap <op> --help.')
    .argument('[operation]')
    .argument('[fields...]')
    .usage('<operation> [--field value ...]')
    // The operation's own command, which knows the fields, reads them.
    .allowUnknownOption()
    .helpOption(false)
    .action(async (_operation: unknown, _fields: unknown, _flags: unknown, command: Command) => {
      const { runSoap } = await import('./soap-operations.js');
      await runSoap(command.args);
    });
}
