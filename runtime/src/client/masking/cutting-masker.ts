import type { TransportRequest } from '../transport.js';
import { withoutUser, withQuery } from './addresses.js';
import { wholeLength } from './cut-text.js';
import { cover } from './find.js';
import { hideDeep } from './hide-deep.js';
import type { CallMasker, CallMaskerSource, MaskedCall, MaskOption } from './masker.js';
import { messagesOf } from './messages.js';
import { SecretNames } from './names.js';
import { plainCause } from './plain-cause.js';
import { SentTexts, sentValues } from './sent-texts.js';
import { levelsOf, namedSecrets } from './suspicion.js';

/**
 * The masking of clients where the size of a program counts: in browsers and workers. It shows less than the one of Node, and never more: a text
 * ends before the first thing in it that may be a credential, and causes are reduced to their texts.
 */

/** Code units of a text that are searched; the rest is left out. */
const maxText = 32_768;

const noTexts = new SentTexts([]);

class Cutting implements CallMasker {
  readonly names: SecretNames;
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
    const first = Math.min(this.#find(text, isCut), this.#find(withoutHalves(text, isCut), isCut));
    return first < text.length ? text.slice(0, first) + cover : text + end;
  }

  /** Where the first thing begins that may be a credential. */
  #find(text: string, isCut: boolean): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { text: level, places } of levelsOf(text)) {
      const named = namedSecrets(level, this.names).next().value?.start;
      const at = Math.min(named ?? level.length, this.#sent.find(level, isCut));
      if (at < level.length) {
        first = Math.min(first, places?.[at] ?? at);
      }
    }
    return first;
  }

  readonly address = (address: string): string => {
    return this.text(withQuery(withoutUser(address), (query) => this.#query(query)));
  };

  #query(query: string): string {
    const pairs = query.split('&').map((pair) => {
      const end = pair.indexOf('=');
      const name = pair.slice(0, end);
      return end > 0 && levelsOf(name).some(({ text }) => this.isSecret(text)) ? `${name}=${cover}` : pair;
    });
    return pairs.join('&');
  }

  value(value: unknown): unknown {
    return plainCause(value, this);
  }

  data<T>(data: T): T {
    return hideDeep(data, this);
  }
}

/** A text without the halves of escapes where it was cut. */
function withoutHalves(text: string, isCut: boolean): string {
  const parts = text.split('…');
  const whole = (part: string): string => part.slice(0, wholeLength(part));
  return parts.map((part, index) => (isCut || index < parts.length - 1 ? whole(part) : part)).join('…');
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
  readonly common: CallMasker;
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
