import { type Command, InvalidArgumentError, Option } from 'commander';

/** Ends a command with an exit code. */
export type Run = (status: number) => void;

/** The values of an option that may be repeated. */
export const each = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** Flags and description of an option that several commands have. */
type OptionWords = readonly [flags: string, description: string];
/** One that may be given several times. */
type RepeatedOption = readonly [...OptionWords, each: typeof each];

/** The option for the config file. */
export const configFile: OptionWords = [
  '-c, --config <file>',
  'config file (default: codegen.config.ts, .mts, .js, .mjs or .json)',
];

/** The option for values of placeholders. */
export const defined: RepeatedOption = [
  '-d, --define <name=value>',
  'value of a {name} placeholder (repeatable)',
  each,
];

/** The option that lets inputs be fetched. */
export const allowRemote: OptionWords = ['--allow-remote', 'fetch inputs from http(s) addresses'];

/** The option for what imports may read beyond the folders of inputs. */
export const allowedPaths: RepeatedOption = [
  '--allow-path <path>',
  'another file or folder that imports may read (repeatable)',
  each,
];

/** The option for a result that programs read. */
export const jsonResult: OptionWords = ['--json', 'print the result and all diagnostics as JSON'];

/** The option to show all messages. */
export const allMessages: OptionWords = [
  '--all-messages',
  'show each message, also where many of a document are alike',
];

/** Kinds of bindings, as options name them. */
export const bindings: readonly string[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Options that say how requests over http(s) are made. */
export function httpOptions(command: Command): Command {
  return command
    .option(
      '-H, --header <field>',
      "header field, 'Name: value', where $NAME is an environment variable (repeatable)",
      each,
    )
    .option(
      '-u, --user <name>',
      'user of HTTP Basic authentication; the password is $CODEGEN_PASSWORD, or is asked for',
    )
    .option('--cert <file>', 'certificate of the client, as PEM')
    .option('--key <file>', 'its private key, as PEM; the passphrase is $CODEGEN_PASSPHRASE, or is asked for')
    .option('--pfx <file>', 'certificate and key of the client, as PKCS #12')
    .option('--ca <file>', 'certificate of an authority to trust as well, as PEM')
    .option('--proxy <address>', 'proxy for all requests (default: HTTP_PROXY, HTTPS_PROXY and NO_PROXY)')
    .addOption(new Option('--insecure').hideHelp());
}

/** A whole number of the command line. */
export function wholeNumber(most: number, least = 0): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most)) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}
