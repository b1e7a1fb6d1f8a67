import type { TransportRequest } from '../transport.js';
import { withoutUser } from './addresses.js';
import { cover } from './find.js';
import { hideDeep } from './hide-deep.js';
import type { CallMasker, CallMaskerSource, MaskedCall, MaskOption } from './masker.js';
import { messagesOf } from './messages.js';
import { SecretNames } from './names.js';
import { plainCause } from './plain-cause.js';
import { SentTexts, sentValues } from './sent-texts.js';
import { type Level, levelsOf, namedSecrets } from './suspicion.js';

/**
 * The masking of clients where the size of a program counts: in browsers and workers. It shows less than the one of Node, and never more: a text
 * ends before the first thing in it that may be a credential, and causes are reduced to their texts.
 */

/** Code units of a text that are searched; the rest is left out. */
const maxText = 32_768;

const noTexts = new SentTexts([]);

class Cutting implements CallMasker {
  declare readonly names: SecretNames;
  readonly #sent: SentTexts;

  constructor(names: SecretNames, sent: SentTexts) {
    this.names = names;
    this.#sent = sent;
  }

  isSecret(name: string): boolean {
    return this.names.isSecret(name);
  }

  isSecretHeader(name: string): boolean {
    return this.names.isSecretHeader(name);
  }

  text(text: string): string {
    return text.length > maxText ? this.beginning(text, maxText) : this.#cut(text, false);
  }

  beginning(text: string, length: number): string {
    return text.length > length ? this.#cut(text.slice(0, length), true, '…') : this.#cut(text, true);
  }

  /** The text as far as nothing in it may be a credential. With `isCut`, half of one may be at its end. */
  #cut(text: string, isCut: boolean, end = ''): string {
    const starts = levelsOf(text).map((level) => this.#find(level, isCut));
    const first = Math.min(...starts);
    return first < text.length ? text.slice(0, first) + cover : text + end;
  }

  /** Where the first thing begins that may be a credential. */
  #find(level: Level, isCut: boolean): number {
    const named = namedSecrets(level.text, this.names).next().value?.start ?? Number.POSITIVE_INFINITY;
    return Math.min(level.places?.[named] ?? named, this.#sent.find(level, isCut));
  }

  readonly address = (address: string): string => this.text(withoutUser(address));

  value(value: unknown): unknown {
    return plainCause(value, this);
  }

  data<T>(data: T): T {
    return hideDeep(data, this);
  }
}

const open: CallMasker = {
  isSecret: () => false,
  isSecretHeader: () => false,
  text: (text) => text,
  beginning: (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text),
  address: (address) => address,
  value: (value) => value,
  data: (data) => data,
};

/** The masking of a client. */
export function clientMasking(option: MaskOption = {}): CallMaskerSource {
  return new CuttingMaskers(option);
}

class CuttingMaskers implements CallMaskerSource {
  declare readonly common: CallMasker;
  readonly #names: SecretNames | undefined;
  readonly #known = new WeakMap<TransportRequest, CallMasker>();

  constructor(option: MaskOption) {
    this.#names = option === false ? undefined : new SecretNames(option);
    this.common = this.#names === undefined ? open : new Cutting(this.#names, noTexts);
  }

  of(call: MaskedCall): CallMasker {
    const { request } = call;
    const known = request && this.#known.get(request);
    if (known !== undefined) {
      return known;
    }
    const masker = this.#names === undefined ? open : new Cutting(this.#names, sentTexts(call, this.#names));
    if (request !== undefined) {
      this.#known.set(request, masker);
    }
    return masker;
  }
}

function sentTexts({ operation, input, request }: MaskedCall, names: SecretNames): SentTexts {
  return new SentTexts(sentValues(input, request, names, messagesOf(operation)));
}
