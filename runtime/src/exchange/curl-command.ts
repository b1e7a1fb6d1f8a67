import { having, type OptionKinds, oneOf, requireKind, requireOptions } from '../base/options.js';
import type { CallMasker, MaskOption } from '../client/masking/call-masker.js';
import { CallMaskers } from '../client/masking/masker.js';
import { checkMask, mask } from '../client/options/option-kinds.js';
import type { CallRequest } from '../client/options/options.js';
import { curlOfParts, type ShellWord, shellArgument } from '../http/shell-command.js';
import { formatBase64 } from '../schema/lexical/binary.js';

/** Options of `curlCommand`. */
export interface CurlCommandOptions {
  /**
   * What stands for credentials: `'variables'` (default), variables of the environment named after them, such as `"$AUTHORIZATION"`, which the command does not set;
   * `'masked'`, `***`; `'shown'`, themselves.
   */
  readonly secrets?: 'variables' | 'masked' | 'shown';
  /** Which names mean credentials, as in clients. */
  readonly mask?: MaskOption;
}

const kinds: OptionKinds<CurlCommandOptions> = { secrets: oneOf('variables', 'masked', 'shown'), mask };

/** A part of an argument: a text, or a credential. */
type Word = string | { readonly name: string; readonly value: string };

const cover = '***';
/** Code units of a body that are searched for credentials; a longer one is left in a file, as one that is not text is. */
const maxBody = 262_144;
const bodyFile = 'request-body';

/**
 * The command of curl that sends a request, for a POSIX shell. Where credentials are not shown, a body that is not text is `@request-body`, a file: it may contain some.
 *
 * `console.log(curlCommand(await callRequest(client, 'pay', input)))`
 */
export function curlCommand(request: CallRequest, options: CurlCommandOptions = {}): string {
  requireKind(
    'The request of `curlCommand`',
    request,
    having('an object with `method`, `url` and `headers`', 'headers'),
  );
  requireOptions('curlCommand', options, kinds);
  checkMask(options.mask);
  const { secrets = 'variables' } = options;
  const masker = new CallMaskers(secrets === 'shown' ? false : options.mask).common;
  const writer = new ShellWriter(secrets === 'masked');
  const { method, url } = request;
  const headers = Object.entries(request.headers).map(([name, value]) =>
    writer.words(headerWords(name, value, masker)),
  );
  const [body, before] = bodyPart(request, masker, writer, secrets === 'shown');
  return before + curlOfParts({ method, headers, options: body, url: writer.words(wordsOf(url, masker.address)) });
}

/** The arguments for the body, and what comes before the command. */
function bodyPart(
  { body }: CallRequest,
  masker: CallMasker,
  writer: ShellWriter,
  isShown: boolean,
): readonly [readonly string[], string] {
  if (body === undefined || body.length === 0) {
    return [[], ''];
  }
  if (typeof body === 'string' && (isShown || body.length <= maxBody)) {
    return [[`--data-raw ${shellArgument(writer.words(wordsOf(body, (text) => masker.text(text))))}`], ''];
  }
  return isShown && typeof body !== 'string'
    ? [['--data-binary @-'], `printf %s ${formatBase64(body)} | base64 -d | `]
    : [[`--data-binary @${bodyFile}`], ''];
}

function headerWords(name: string, value: string, masker: CallMasker): readonly Word[] {
  const before = `${name}: `;
  if (!masker.isSecretHeader(name)) {
    return [before, ...wordsOf(value, (text) => masker.text(text))];
  }
  const [, scheme = '', credential = value] = /^(basic|bearer|digest|negotiate|token)\s+(.*)$/is.exec(value) ?? [];
  return [before + (scheme === '' ? '' : `${scheme} `), { name, value: credential }];
}

/** Signs that stand for the stars of a text while it is masked; one of them is hardly in a text, let alone all. */
const signs = ['\uE000', '\uE123', '\uF0A7', '\uF8FE'];

/** A text in parts, by what is covered in its masked form. */
function wordsOf(text: string, mask: (text: string) => string): readonly Word[] {
  const sign = (text.includes(cover) && signs.find((each) => !text.includes(each))) || '*';
  const masked = mask(text.replaceAll('*', sign));
  const shown = masked.split(cover).map((part) => part.replaceAll(sign, '*'));
  const words: Word[] = [];
  let at = 0;
  for (const [index, part] of shown.entries()) {
    const start = index === shown.length - 1 ? text.length - part.length : text.indexOf(part, at);
    if (start < at || !text.startsWith(part, start)) {
      // The masked form is not the text with parts covered.
      return [shown.join(cover)];
    }
    if (index > 0) {
      words.push({ name: nameBefore(text.slice(0, at)), value: text.slice(at, start) });
    }
    words.push(part);
    at = start + part.length;
  }
  return words.filter((word) => word !== '');
}

/** The name of the element, attribute, property or parameter whose value begins at the end of a text. */
function nameBefore(text: string): string {
  const end = text.slice(-1000);
  return (
    /<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>\s*$/.exec(end)?.[1] ??
    /([\w.-]+)["']?\s*[=:]\s*["']?$/.exec(end)?.[1] ??
    'secret'
  );
}

/** Makes words for the shell; credentials of one value have one variable. */
class ShellWriter {
  readonly #isMasked: boolean;
  readonly #variables = new Map<string, string>();

  constructor(isMasked: boolean) {
    this.#isMasked = isMasked;
  }

  words(words: readonly Word[]): readonly ShellWord[] {
    return words.map((word) =>
      typeof word === 'string' ? word : { shell: this.#isMasked ? `'${cover}'` : `"$${this.#variable(word)}"` },
    );
  }

  #variable({ name, value }: Exclude<Word, string>): string {
    const stem = name
      .replace(/\W+/g, '_')
      .replace(/^(?=\d)/, '_')
      .toUpperCase();
    for (let count = 1; ; count++) {
      const variable = count === 1 ? stem : `${stem}_${count}`;
      const known = this.#variables.get(variable);
      if (known === undefined || known === value) {
        this.#variables.set(variable, value);
        return variable;
      }
    }
  }
}
