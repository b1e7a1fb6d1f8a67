import type { TransportRequest } from '../transport.js';
import { CoarseNames } from './coarse-names.js';
import { hideData, plainCause } from './coarse-values.js';
import { cover } from './find.js';
import type { CallMasker, CallMaskerSource, MaskOption } from './masker.js';
import { openMasker } from './open-masker.js';
import { secretPlace } from './secret-places.js';
import { sentRuns } from './sent-runs.js';
import { unescaped } from './unescaped.js';

/**
 * The masking of clients where the size of a program counts: in browsers and workers. It shows less than the one of Node, and never more: a text
 * ends before the first thing in it that may be a credential, and is hidden as a whole where the place is not sure. Causes are reduced to their texts.
 */

/** Code units of a text that are searched; the rest is left out. */
const maxText = 32_768;

class Coarse implements CallMasker {
  declare readonly names: CoarseNames;
  readonly #sent: RegExp | undefined;

  constructor(names: CoarseNames, sent?: RegExp) {
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
    return this.beginning(text, maxText);
  }

  beginning(text: string, length: number): string {
    const beginning = text.slice(0, length);
    const shown = beginning.slice(0, this.#find(beginning));
    const plain = unescaped(shown);
    if (this.#find(plain) < plain.length) {
      return cover;
    }
    return shown + (shown.length < beginning.length ? cover : text.length > length ? '…' : '');
  }

  /** Where the first thing begins that may be a credential. */
  #find(text: string): number {
    const at = this.#sent === undefined ? -1 : text.search(this.#sent);
    const named = secretPlace(text, this.names);
    return at < 0 ? named : Math.min(named, at);
  }

  readonly address = (address: string): string => {
    // Where an address is not valid, any sign may be a part of the password.
    const at = address.lastIndexOf('@');
    const start = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*/i.exec(address.slice(0, Math.max(at, 0)));
    return this.text(at < 0 ? address : `${start}${cover}${address.slice(at)}`);
  };

  value(value: unknown): unknown {
    return plainCause(value, this);
  }

  data<T>(data: T): T {
    return hideData(data, this) as T;
  }
}

/** The masking of a client. */
export function clientMasking(option: MaskOption = {}): CallMaskerSource {
  if (option === false) {
    return { common: openMasker, of: () => openMasker };
  }
  const names = new CoarseNames(option);
  const known = new WeakMap<TransportRequest, CallMasker>();
  return {
    common: new Coarse(names),
    of(call) {
      const { request } = call;
      const masker = (request && known.get(request)) ?? new Coarse(names, sentRuns(call, names));
      if (request !== undefined) {
        known.set(request, masker);
      }
      return masker;
    },
  };
}
