/** A part of an argument: a text, or what the shell puts in, as it is written for the shell. */
export type ShellWord = string | { readonly shell: string };

/** A request as arguments of curl. */
export interface CurlParts {
  readonly method: string;
  readonly url: readonly ShellWord[];
  /** Header fields, each as `Name: value`. */
  readonly headers: readonly (readonly ShellWord[])[];
  /** Further options, as they are written for the shell. */
  readonly options: readonly string[];
}

/** The command of curl for a POSIX shell, an argument a line. */
export function curlOfParts({ method, url, headers, options }: CurlParts): string {
  return [
    'curl',
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    ...headers.map((field) => `--header ${shellArgument(field)}`),
    ...options,
    shellArgument(url),
  ].join(' \\\n  ');
}

/** Words as one argument of a POSIX shell, in quotes where it needs them. */
export function shellArgument(words: readonly ShellWord[]): string {
  let argument = '';
  let text = '';
  for (const word of words) {
    if (typeof word === 'string') {
      text += word;
    } else {
      argument += quoted(text) + word.shell;
      text = '';
    }
  }
  return argument + quoted(text) || "''";
}

function quoted(text: string): string {
  return /^[\w./:=@%+,-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
