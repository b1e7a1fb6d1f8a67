import type { TransportRequest } from '@wsdl-codegen/runtime';
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

/** A part of an argument: a text, or something that the shell puts in. */
type Word = string | { readonly shell: string };

/**
 * The command of curl that sends a request, for a POSIX shell. Credentials are environment variables in it, which it does not set.
 */
export function curlCommand(request: TransportRequest, options: CurlOptions = {}): string {
  const { secrets = [] } = options;
  const words = (text: string): readonly Word[] =>
    partsOf(text, secrets).map((part) => (typeof part === 'string' ? part : variable(part.variable)));
  const own = new Set((options.headers ?? []).map((text) => text.split(':', 1)[0]?.toLowerCase()));
  const headers = Object.entries(request.headers).filter(([name]) => !own.has(name.toLowerCase()));
  const binary = typeof request.body === 'string' ? undefined : request.body;
  const isForm = headers.some(([name, value]) => /^content-type$/i.test(name) && /x-www-form-urlencoded/i.test(value));
  const [url, secretPairs] = splitQuery(request, words);
  const parts: readonly (readonly Word[])[] = [
    ['curl'],
    ...(request.method === 'GET' ? [] : [['--request ', request.method]]),
    ...headers.map(([name, value]) => ['--header ', ...quoted(words(`${name}: ${value}`))]),
    ...(options.headers ?? []).map((text) => ['--header ', ...quoted(headerWords(text))]),
    ...(options.user === undefined ? [] : [['--user ', ...quoted(userWords(options.user))]]),
    ...fileOptions(options).map(([name, file]) => [`${name} `, ...quoted([file])]),
    ...(options.timeoutSeconds === undefined ? [] : [[`--max-time ${options.timeoutSeconds}`]]),
    ...(typeof request.body === 'string' && request.body !== '' ? dataOptions(request.body, isForm, words) : []),
    ...(binary === undefined ? [] : [['--data-binary @-']]),
    ...(secretPairs.length === 0 ? [] : [['--get'], ...secretPairs.map((pair) => encodedPair(pair, words))]),
    quoted(words(url)),
  ];
  const command = parts.map((part) => part.map(shellText).join('')).join(' \\\n  ');
  return binary === undefined
    ? command
    : `printf %s ${Buffer.from(binary).toString('base64')} | base64 -d | ${command}`;
}

type Words = (text: string) => readonly Word[];

const hasVariable = (words: readonly Word[]): boolean => words.some((word) => typeof word !== 'string');

/** An address without the pairs of its query whose values the shell puts in, and these pairs: curl has to encode them. */
function splitQuery({ method, url }: TransportRequest, words: Words): readonly [string, readonly string[]] {
  const at = url.indexOf('?');
  const pairs = method === 'GET' && at >= 0 ? url.slice(at + 1).split('&') : [];
  const secret = pairs.filter((pair) => hasVariable(words(pair)));
  const rest = pairs.filter((pair) => !secret.includes(pair));
  return secret.length === 0 ? [url, []] : [url.slice(0, at) + (rest.length === 0 ? '' : `?${rest.join('&')}`), secret];
}

/** The body; in a form, pairs whose values the shell puts in are arguments of their own, which curl joins. */
function dataOptions(body: string, isForm: boolean, words: Words): readonly (readonly Word[])[] {
  if (!isForm || !hasVariable(words(body))) {
    return [['--data-raw ', ...quoted(words(body))]];
  }
  return body
    .split('&')
    .map((pair) => (hasVariable(words(pair)) ? encodedPair(pair, words) : ['--data-raw ', ...quoted([pair])]));
}

/** A pair whose value curl encodes; texts around a variable are encoded already. */
function encodedPair(pair: string, words: Words): readonly Word[] {
  const at = pair.indexOf('=') + 1;
  const value = words(pair.slice(at)).map((word) => (typeof word === 'string' ? decoded(word) : word));
  return ['--data-urlencode ', ...quoted([pair.slice(0, at), ...value])];
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

function variable(name: string): Word {
  return { shell: `"$${name}"` };
}

/** A header field as the user wrote it, with `$NAME`, `@FILE` and `@prompt`. */
function headerWords(text: string): readonly Word[] {
  const [, field = '', value = ''] = /^([^:]*:\s*)(.*)$/s.exec(text) ?? [];
  return [field, ...secretWords(value, field.replace(/:\s*$/, ''))];
}

function userWords(text: string): readonly Word[] {
  const [, name = '', secret] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  return [`${name}:`, ...(secret === undefined ? [variable('CODEGEN_PASSWORD')] : secretWords(secret, 'PASSWORD'))];
}

function secretWords(text: string, name: string): readonly Word[] {
  const [, before = '', source] = /^(|[^@]*\s)@(.+)$/s.exec(text) ?? [];
  if (source !== undefined) {
    const named = name.replace(/\W+/g, '_').toUpperCase();
    const secret =
      source === 'prompt' ? variable(named) : { shell: `"$(cat ${quoted([source]).map(shellText).join('')})"` };
    return [...variableWords(before), secret];
  }
  return variableWords(text);
}

function variableWords(text: string): readonly Word[] {
  return text.split(/(\$\$|\$\w+|\$\{\w+\})/).map((part) => {
    const name = /^\$\{?(\w+)\}?$/.exec(part)?.[1];
    return name === undefined ? part.replace('$$', '$') : variable(name);
  });
}

/** Words as one argument of the shell. */
function quoted(words: readonly Word[]): readonly Word[] {
  return joined(words).map((word) =>
    typeof word !== 'string' || /^[\w./:=@%+,-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  );
}

/** Texts that follow each other as one. */
function joined(words: readonly Word[]): readonly Word[] {
  const all: Word[] = [];
  for (const word of words) {
    const last = all.at(-1);
    if (typeof word === 'string' && typeof last === 'string') {
      all[all.length - 1] = last + word;
    } else {
      all.push(word);
    }
  }
  return all;
}

function shellText(word: Word): string {
  return typeof word === 'string' ? word : word.shell;
}
