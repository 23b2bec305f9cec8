/** `florin completion`: a script with which a shell completes commands and options. It is made from the commands themselves. */
import { Argument, type Command } from 'commander';
import { listNames } from '../core/nearest-name.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { print } from './printable.js';

/** What can be typed behind a command. */
interface Place {
  /** Command words, each after a blank: ` txn get`; empty for `florin` itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly Choice[];
  /** Words of its arguments. */
  readonly words: readonly string[];
}

interface Choice {
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
}

const SHELLS: Readonly<Record<string, (places: readonly Place[]) => string>> = {
  bash: writeBash,
  zsh: (places) => `autoload -U +X bashcompinit && bashcompinit\n${writeBash(places)}`,
  fish: writeFish,
};

function placesOf(command: Command, path = ''): readonly Place[] {
  const options = command.createHelp().visibleOptions(command);
  const place: Place = {
    path,
    commands: command.commands.map((each) => ({ name: each.name(), description: each.description() })),
    options: options.map(({ short, long, description, required, optional, argChoices = [] }) => ({
      flags: [long, short].filter((flag) => flag !== undefined && flag !== null),
      description,
      takesValue: required || optional,
      values: argChoices,
    })),
    words: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
  return [place, ...command.commands.flatMap((each) => placesOf(each, `${path} ${each.name()}`))];
}

/** A pattern of `case`: names are of letters, digits, hyphens and dots. */
const oneOf = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join('|');

function writeBash(places: readonly Place[]): string {
  const wordsOf = ({ commands, options, words }: Place) =>
    [...commands.map(({ name }) => name), ...words, ...options.flatMap(({ flags }) => flags)].join(' ');
  const withValue = places.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ flags, values }) => `    ${oneOf(flags.map((flag) => `${path} ${flag}`))}) choices='${values.join(' ')}' ;;`,
      ),
  );
  // Its variables are not variables of zsh, as path and words are.
  return `_florin() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place='' choices='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$place \${COMP_WORDS[index]}" in
      ${oneOf(places.slice(1).map(({ path }) => path))}) place="$place \${COMP_WORDS[index]}" ;;
    esac
  done
  case "$place" in
${places.map((place) => `    '${place.path}') choices='${wordsOf(place)}' ;;`).join('\n')}
  esac
  case "$place \${COMP_WORDS[COMP_CWORD-1]}" in
${withValue.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _florin florin florin-server`;
}

const quoteFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function writeFish(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, options, words }) => {
    const start = `complete -c florin -n ${quoteFish(`__florin_at "${path}"`)}`;
    return [
      ...commands.map(({ name, description }) => `${start} -f -a ${name} -d ${quoteFish(description)}`),
      ...words.map((word) => `${start} -f -a ${word}`),
      ...options.map(({ flags, description, takesValue, values }) => {
        const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
        const value = takesValue ? ' -r' : '';
        const list = values.length > 0 ? ` -f -a ${quoteFish(values.join(' '))}` : '';
        return `${start} ${names.join(' ')}${value}${list} -d ${quoteFish(description)}`;
      }),
    ];
  });
  return `function __florin_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$place $word" ${places
      .slice(1)
      .map(({ path }) => `'${path}'`)
      .join(' ')}
      set place "$place $word"
    end
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}
complete -c florin-server -w florin`;
}

export function addCompletionCommand(program: Command): void {
  const shells = Object.keys(SHELLS);
  const shell = new Argument('<shell>', shells.join(', ')).choices(shells).argParser((name) => {
    if (Object.hasOwn(SHELLS, name)) return name;
    throw new CommandEnd(EXIT.usage, `There is no completion for ${name}${listNames(name, shells, 'the shells are')}`);
  });
  program
    .command('completion')
    .description('Prints a script that completes commands and options in a shell.')
    .addArgument(shell)
    .addHelpText(
      'after',
      `
Examples:
  $ source <(florin completion bash)          # in ~/.bashrc
  $ source <(florin completion zsh)           # in ~/.zshrc, after compinit
  $ florin completion fish | source           # in ~/.config/fish/config.fish`,
    )
    .action(async (name: string) => {
      const { createSoapProgram } = await import('./soap-operations.js');
      const soap = createSoapProgram(() => false);
      const [first, ...others] = placesOf(program);
      const own = others.filter(({ path }) => path !== ' soap');
      print(SHELLS[name]!([first!, ...own, ...placesOf(soap, ' soap')]));
    });
}
