import { type Command, InvalidArgumentError, Option } from 'commander';

/** Ends a command with an exit code. */
export type Run = (status: number) => void;

/** The values of an option that may be repeated. */
export const each = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** The option to show all messages. */
export const allMessages: readonly [flags: string, description: string] = [
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
