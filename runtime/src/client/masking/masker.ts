import type { FaultInfo } from '../../soap/fault.js';
import type { TransportRequest } from '../transport.js';
import { withoutUser, withQuery } from './addresses.js';
import type { MaskedCall, Masker, MaskOption, PreciseMasker } from './call-masker.js';
import { CutText, wholeLength } from './cut-text.js';
import { cover, findBoth, findNamed } from './find.js';
import { hideDeep } from './hide-deep.js';
import { hideInFault } from './hide-fault.js';
import { messagesOf } from './messages.js';
import { SecretNames } from './names.js';
import { openMasker } from './open-masker.js';
import { type Range, replaceRanges, union } from './ranges.js';
import { safeValue } from './safe-value.js';
import { type ScanRules, secretValues } from './scan.js';
import { Secrets } from './secrets.js';
import { SentValues } from './sent-values.js';

/** Code units of a text that are searched; the rest is left out. */
const maxText = 262_144;

const noMessages: ReadonlySet<string> = new Set();
const noSecrets = new Secrets([]);

/** Hides credentials by their names, and the given ones wherever they are. */
class Hiding implements PreciseMasker {
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

  fault(fault: FaultInfo): FaultInfo {
    return hideInFault(fault, this);
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

function commonMasker(option: MaskOption): PreciseMasker {
  return option === false
    ? openMasker
    : new Hiding({ names: new SecretNames(option), messages: noMessages }, noSecrets);
}

/** The maskers of calls. */
export class CallMaskers {
  declare readonly option: MaskOption;
  /** Recognises credentials only by their names. */
  declare readonly common: PreciseMasker;
  readonly #names: SecretNames | undefined;
  readonly #known = new WeakMap<TransportRequest, PreciseMasker>();

  constructor(option: MaskOption = {}) {
    this.option = option;
    this.common = commonMasker(option);
    this.#names = this.common instanceof Hiding ? this.common.names : undefined;
  }

  /** Knows the credentials that a call sends as well. It is made when the first error of the call needs it. */
  of(call: MaskedCall): PreciseMasker {
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

function maskerOf({ operation, input, request }: MaskedCall, names: SecretNames): PreciseMasker {
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
