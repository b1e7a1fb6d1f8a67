import type { Command, Option } from 'commander';

/** A word that may come next. */
export interface Suggestion {
  readonly word: string;
  readonly description: string;
}

/** What may come next on a command line. */
export interface Suggestions {
  readonly words: readonly Suggestion[];
  /** True if the name of a file or folder may come as well. */
  readonly files: boolean;
}

/** What the program does not declare itself. */
export interface SuggestionOptions {
  /** The command that runs when none is named. */
  readonly defaultCommand: string;
  /** Gives what an argument named `operation` of a command may be, of an input, or of the config. */
  readonly operationsOf: (command: string, input?: string) => Promise<readonly Suggestion[]>;
}

const nothing: Suggestions = { words: [], files: false };

/**
 * What may come next on a command line, by the commands, options and arguments that the program declares.
 *
 * @param words The words after the program's own name; the last one is being typed, and may be empty.
 */
export async function suggest(
  program: Command,
  words: readonly string[],
  options: SuggestionOptions,
): Promise<Suggestions> {
  const typed = words.at(-1) ?? '';
  const position = positionOf(program, words.slice(0, -1), options);
  const { command, given } = position;
  const option = optionBefore(command, given);
  const all =
    option !== undefined
      ? valuesOf(option)
      : typed.startsWith('-')
        ? { words: optionWords(command), files: false }
        : await argumentWords(position, options);
  return { ...all, words: all.words.filter(({ word }) => word.startsWith(typed)) };
}

function positionOf(program: Command, words: readonly string[], { defaultCommand }: SuggestionOptions): Position {
  const at = words.findIndex((word) => !word.startsWith('-'));
  const command = named(program, words[at]);
  return command
    ? { program, command, isNamed: true, given: words.slice(at + 1) }
    : { program, command: named(program, defaultCommand) ?? program, isNamed: false, given: words };
}

function named(program: Command, name: string | undefined): Command | undefined {
  return program.commands.find((each) => each.name() === name);
}

/** The option that the last word names, if it needs a value. */
function optionBefore(command: Command, given: readonly string[]): Option | undefined {
  const last = given.at(-1);
  return last?.startsWith('-')
    ? command.options.find(
        ({ long, short, required, optional }) => [long, short].includes(last) && (required || optional),
      )
    : undefined;
}

function valuesOf({ argChoices, flags }: Option): Suggestions {
  return argChoices
    ? { words: argChoices.map((word) => ({ word, description: '' })), files: false }
    : { words: [], files: /[<[](file|dir|path|folder)/i.test(flags) };
}

function optionWords(command: Command): readonly Suggestion[] {
  const shown = command.options.filter(({ hidden, long }) => !hidden && long !== undefined);
  return [...shown.map(({ long, description }) => ({ word: long as string, description })), help];
}

const help: Suggestion = { word: '--help', description: 'display help for command' };

interface Position {
  readonly program: Command;
  readonly command: Command;
  /** False for the command that runs when none is named. */
  readonly isNamed: boolean;
  /** The words after the name of the command. */
  readonly given: readonly string[];
}

async function argumentWords(
  { program, command, isNamed, given }: Position,
  { operationsOf }: SuggestionOptions,
): Promise<Suggestions> {
  const commands = isNamed || given.length > 0 ? [] : commandWords(program);
  const before = argumentsIn(command, given);
  const declared = command.registeredArguments;
  const argument = declared[Math.min(before.length, declared.length - 1)];
  if (argument === undefined || (before.length >= declared.length && !argument.variadic)) {
    return { ...nothing, words: commands };
  }
  if (argument.argChoices) {
    return { words: argument.argChoices.map((word) => ({ word, description: '' })), files: false };
  }
  if (argument.name() === 'operation') {
    return { words: await operationsOf(command.name(), before[0]), files: false };
  }
  // Without an input, operations are those of the config.
  const operations = declared.some((each) => each.name() === 'operation') && before.length === 0;
  return { words: operations ? await operationsOf(command.name()) : commands, files: true };
}

function commandWords(program: Command): readonly Suggestion[] {
  const all = program.createHelp().visibleCommands(program);
  return all.map((each) => ({ word: each.name(), description: firstClause(each.description()) }));
}

/** The words that are arguments: neither options nor their values. */
function argumentsIn(command: Command, given: readonly string[]): readonly string[] {
  return given.filter((word, i) => !word.startsWith('-') && optionBefore(command, given.slice(0, i)) === undefined);
}

function firstClause(description: string): string {
  return description.split(/[;:]/, 1)[0] ?? description;
}
