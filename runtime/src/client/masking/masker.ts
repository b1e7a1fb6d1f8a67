import type { OperationDescriptor } from '../../service/descriptor.js';
import type { TransportRequest } from '../transport.js';
import { withoutUser, withQuery } from './addresses.js';
import { CutText, wholeLength } from './cut-text.js';
import { cover, findBoth, findNamed } from './find.js';
import { hideDeep } from './hide-deep.js';
import { messagesOf } from './messages.js';
import { type MaskOptions, SecretNames } from './names.js';
import { openMasker } from './open-masker.js';
import { type Range, replaceRanges, union } from './ranges.js';
import { safeValue } from './safe-value.js';
import { type ScanRules, secretValues } from './scan.js';
import { Secrets } from './secrets.js';
import { SentValues } from './sent-values.js';

/** Hides credentials in texts and values that are shown. */
export interface Masker {
  /** True for the name of a parameter, element, attribute, member, field or part whose value is a credential. */
  isSecret(name: string): boolean;
  /** A text of any kind with `***` in the place of credentials: XML, JSON, queries, forms, headers, messages. One of more than 262,144 code units is cut. */
  text(text: string): string;
  /**
   * A value of any kind, such as headers or an error: the value itself if it contains no credential, else a copy of the known
   * parts. Errors keep their class; objects of other classes are only named.
   */
  value(value: unknown): unknown;
}

/** The additional functions that clients need for their errors. */
export interface CallMasker extends Masker {
  /** The same for the name of an HTTP header: some words mean a credential only there. */
  isSecretHeader(name: string): boolean;
  /** The first `length` code units of a text without credentials. Half of one at the end, where a text was cut, is hidden as well. */
  beginning(text: string, length: number): string;
  /** An address without its user and with the values of secret names in its query hidden; also one that is not valid. */
  readonly address: (address: string) => string;
  /** Data with credentials hidden, of the same form; objects that are not plain stay as they are. */
  data<T>(data: T): T;
}

/** The maskers of a client's calls. */
export interface CallMaskerSource {
  /** Recognises credentials only by their names. */
  readonly common: CallMasker;
  /** Knows the credentials that a call sends as well. */
  of(call: MaskedCall): CallMasker;
}

/** The masking of a client: nothing with `false`. */
export type MaskOption = MaskOptions | false;

/** A call whose credentials are known. */
export interface MaskedCall {
  readonly operation: OperationDescriptor;
  /** Argument of the call; may contain credentials that are not sent under their name. */
  readonly input: unknown;
  readonly request?: TransportRequest | undefined;
}

/** Code units of a text that are searched; the rest is left out. */
const maxText = 262_144;

const noMessages: ReadonlySet<string> = new Set();
const noSecrets = new Secrets([]);

/** Hides credentials by their names, and the given ones wherever they are. */
class Hiding implements CallMasker {
  declare readonly names: SecretNames;
  readonly #rules: ScanRules;
  readonly #secrets: Secrets;

  constructor(rules: ScanRules, secrets: Secrets) {
    this.names = rules.names;
    this.#rules = rules;
    this.#secrets = secrets;
  }

  isSecret(name: string): boolean {
    return this.names.isSecret(name);
  }

  isSecretHeader(name: string): boolean {
    return this.names.isSecretHeader(name);
  }

  text(text: string): string {
    return text.length > maxText ? this.beginning(text, maxText) : replaceRanges(text, this.#findAtCuts(text), cover);
  }

  beginning(text: string, length: number): string {
    const isCut = text.length > length;
    const shown = isCut ? text.slice(0, length) : text;
    return replaceRanges(shown, this.#findInCut(shown), cover) + (isCut ? '…' : '');
  }

  #find(text: string, isCut: boolean): Range[] {
    const named = (level: string): Range[] => secretValues(level, this.#rules);
    return this.#secrets.isEmpty
      ? findNamed(text, named)
      : findBoth(text, named, (level) => this.#secrets.find(level, isCut));
  }

  /** Also finds the beginnings of credentials before each `…`, where others have cut a text, perhaps in the middle of an escape. */
  #findAtCuts(text: string): Range[] {
    const ranges = this.#find(text, false);
    if (this.#secrets.isEmpty || !text.includes('…')) {
      return ranges;
    }
    const cutText = new CutText(text);
    const { whole } = cutText;
    return whole === text ? ranges : union([...ranges, ...cutText.rangesAtCuts(this.#find(whole, false))]);
  }

  /** Also finds the beginning of a credential at the end of a text, where perhaps half an escape comes after it. */
  #findInCut(text: string): Range[] {
    const ranges = this.#find(text, true);
    const length = wholeLength(text);
    const last =
      length === text.length || this.#secrets.isEmpty ? undefined : this.#find(text.slice(0, length), true).at(-1);
    return last?.end === length ? union([...ranges, { start: last.start, end: text.length }]) : ranges;
  }

  readonly address = (address: string): string => {
    return this.text(withQuery(withoutUser(address), (query) => this.#query(query)));
  };

  /** A query or form with the values of secret names replaced; the encoding of the others stays as it is. */
  #query(query: string): string {
    return query
      .split('&')
      .map((pair) => {
        const equals = pair.indexOf('=');
        return equals > 0 && this.isSecret(safeDecode(pair.slice(0, equals)))
          ? `${pair.slice(0, equals)}=${cover}`
          : pair;
      })
      .join('&');
  }

  value(value: unknown): unknown {
    return safeValue(value, this);
  }

  data<T>(data: T): T {
    return hideDeep(data, this);
  }
}

/**
 * Makes the masker that clients use for their errors, for logs of one's own: `log.debug(masker.text(body),
 * masker.value(headers))`. It recognises credentials only by their names; those of a client's errors also know the values
 * that the call sent.
 */
export function createMasker(option: MaskOption = {}): Masker {
  return commonMasker(option);
}

function commonMasker(option: MaskOption): CallMasker {
  return option === false
    ? openMasker
    : new Hiding({ names: new SecretNames(option), messages: noMessages }, noSecrets);
}

/** The masking of a client. */
export function clientMasking(option: MaskOption = {}): CallMaskerSource {
  return new CallMaskers(option);
}

/** The maskers of a client's calls. */
export class CallMaskers implements CallMaskerSource {
  declare readonly common: CallMasker;
  readonly #names: SecretNames | undefined;
  readonly #known = new WeakMap<TransportRequest, CallMasker>();

  constructor(option: MaskOption = {}) {
    this.common = commonMasker(option);
    this.#names = this.common instanceof Hiding ? this.common.names : undefined;
  }

  /** It is made when the first error of the call needs it. */
  of(call: MaskedCall): CallMasker {
    const { request } = call;
    let masker = request && this.#known.get(request);
    if (masker === undefined) {
      masker = this.#names === undefined ? openMasker : maskerOf(call, this.#names);
      if (request !== undefined) {
        this.#known.set(request, masker);
      }
    }
    return masker;
  }
}

function maskerOf({ operation, input, request }: MaskedCall, names: SecretNames): CallMasker {
  const rules: ScanRules = { names, messages: messagesOf(operation) };
  const sent = new SentValues(rules);
  sent.addInput(input);
  if (request !== undefined) {
    sent.addRequest(request);
  }
  return new Hiding(rules, new Secrets(sent.values));
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
