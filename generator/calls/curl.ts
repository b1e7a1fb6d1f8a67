import { curlOfParts, type ShellWord, shellArgument, type TransportRequest } from '@wsdl-codegen/runtime';
import { secretParts } from './secret-parts.js';
import { type HiddenSecret, partsOf } from './secrets.js';

/** What a command of curl says besides the request. */
export interface CurlOptions {
  /** Stand-ins for credentials in the request. */
  readonly secrets?: readonly HiddenSecret[];
  /** Further header fields as they were written on the command line, secrets by their names. */
  readonly headers?: readonly string[];
  /** `NAME` or `NAME:SECRET`, as on the command line. */
  readonly user?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: string;
  readonly ca?: string;
  readonly proxy?: string;
  readonly timeoutSeconds?: number;
}

/**
 * The command of curl that sends a request, for a POSIX shell. Credentials are environment variables in it, which it does not set.
 */
export function curlCommand(request: TransportRequest, options: CurlOptions = {}): string {
  const { secrets = [] } = options;
  const words = (text: string): readonly ShellWord[] =>
    partsOf(text, secrets).map((part) => (typeof part === 'string' ? part : variable(part.variable)));
  const own = new Set((options.headers ?? []).map((text) => text.split(':', 1)[0]?.toLowerCase()));
  const headers = Object.entries(request.headers).filter(([name]) => !own.has(name.toLowerCase()));
  const binary = typeof request.body === 'string' ? undefined : request.body;
  const isForm = headers.some(([name, value]) => /^content-type$/i.test(name) && /x-www-form-urlencoded/i.test(value));
  const [url, secretPairs] = splitQuery(request, words);
  const command = curlOfParts({
    method: request.method,
    headers: [
      ...headers.map(([name, value]) => words(`${name}: ${value}`)),
      ...(options.headers ?? []).map((text) => headerWords(text)),
    ],
    options: [
      ...(options.user === undefined ? [] : [`--user ${shellArgument(userWords(options.user))}`]),
      ...fileOptions(options).map(([name, file]) => `${name} ${shellArgument([file])}`),
      ...(options.timeoutSeconds === undefined ? [] : [`--max-time ${options.timeoutSeconds}`]),
      ...(typeof request.body === 'string' && request.body !== '' ? dataOptions(request.body, isForm, words) : []),
      ...(binary === undefined ? [] : ['--data-binary @-']),
      ...(secretPairs.length === 0 ? [] : ['--get', ...secretPairs.map((pair) => encodedPair(pair, words))]),
    ],
    url: words(url),
  });
  return binary === undefined
    ? command
    : `printf %s ${Buffer.from(binary).toString('base64')} | base64 -d | ${command}`;
}

type Words = (text: string) => readonly ShellWord[];

const hasVariable = (words: readonly ShellWord[]): boolean => words.some((word) => typeof word !== 'string');

/** An address without the pairs of its query whose values the shell puts in, and these pairs: curl has to encode them. */
function splitQuery({ method, url }: TransportRequest, words: Words): readonly [string, readonly string[]] {
  const at = url.indexOf('?');
  const pairs = method === 'GET' && at >= 0 ? url.slice(at + 1).split('&') : [];
  const secret = pairs.filter((pair) => hasVariable(words(pair)));
  const rest = pairs.filter((pair) => !secret.includes(pair));
  return secret.length === 0 ? [url, []] : [url.slice(0, at) + (rest.length === 0 ? '' : `?${rest.join('&')}`), secret];
}

/** The body; in a form, pairs whose values the shell puts in are arguments of their own, which curl joins. */
function dataOptions(body: string, isForm: boolean, words: Words): readonly string[] {
  if (!isForm || !hasVariable(words(body))) {
    return [`--data-raw ${shellArgument(words(body))}`];
  }
  return body
    .split('&')
    .map((pair) => (hasVariable(words(pair)) ? encodedPair(pair, words) : `--data-raw ${shellArgument([pair])}`));
}

/** A pair whose value curl encodes; texts around a variable are encoded already. */
function encodedPair(pair: string, words: Words): string {
  const at = pair.indexOf('=') + 1;
  const value = words(pair.slice(at)).map((word) => (typeof word === 'string' ? decoded(word) : word));
  return `--data-urlencode ${shellArgument([pair.slice(0, at), ...value])}`;
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function fileOptions({ cert, key, pfx, ca, proxy }: CurlOptions): readonly (readonly [name: string, value: string])[] {
  const all: readonly (readonly [string, string | undefined])[] = [
    ['--cert', cert],
    ['--key', key],
    ['--cert-type P12 --cert', pfx],
    ['--cacert', ca],
    ['--proxy', proxy],
  ];
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function variable(name: string): ShellWord {
  return { shell: `"$${name}"` };
}

/** A header field as the user wrote it, with `$NAME`, `@FILE` and `@prompt`. */
function headerWords(text: string): readonly ShellWord[] {
  const [, field = '', value = ''] = /^([^:]*:\s*)(.*)$/s.exec(text) ?? [];
  return [field, ...secretWords(value, field.replace(/:\s*$/, ''))];
}

function userWords(text: string): readonly ShellWord[] {
  const [, name = '', secret] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  return [`${name}:`, ...(secret === undefined ? [variable('CODEGEN_PASSWORD')] : secretWords(secret, 'PASSWORD'))];
}

function secretWords(text: string, name: string): readonly ShellWord[] {
  return secretParts(text).map((part) => {
    if (typeof part === 'string') {
      return part;
    }
    if ('file' in part) {
      return { shell: `"$(cat ${shellArgument([part.file])})"` };
    }
    return variable('variable' in part ? part.variable : name.replace(/\W+/g, '_').toUpperCase());
  });
}
