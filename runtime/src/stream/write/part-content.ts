import { isThenable } from '../../base/promises.js';
import { isOctets } from '../../schema/lexical/binary.js';
import { encodeError, wrongPart } from '../../xml/text/errors.js';
import { OpenedSource, type SourceAtPlace, sourceOf } from './opened-source.js';
import { isBlob, isByteSource, releaseUnread, type SourceReader } from './sources.js';

/** The octets of a part of a package, which may come later. */
export interface PartContent {
  /** How many there are; undefined if the source does not say. */
  readonly length: number | undefined;
  read(): AsyncIterable<Uint8Array>;
  /** Ends the reading, also before it has begun. */
  cancel(): void;
}

/** Octets at a place: an array, one that stands for a source, or the source itself. Throws `XmlEncodeError` for anything else. */
export function partContent(given: unknown, path: string): PartContent {
  if (!isOctets(given)) {
    if (!isByteSource(given)) {
      throw encodeError(wrongPart('octets or a stream of them', given), path, []);
    }
    return new SourceContent({ source: given, path });
  }
  const source = sourceOf(given);
  return source === undefined ? wholeContent(given) : new SourceContent(source);
}

function wholeContent(content: Uint8Array): PartContent {
  async function* read(): AsyncGenerator<Uint8Array> {
    yield content;
  }
  return { length: content.length, read, cancel: () => undefined };
}

class SourceContent implements PartContent {
  readonly length: number | undefined;
  readonly #source: SourceAtPlace;
  readonly #reading = new Set<SourceReader>();
  #begun = false;

  constructor(source: SourceAtPlace) {
    this.#source = source;
    this.length = isBlob(source.source) ? source.source.size : undefined;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    this.#begun = true;
    const opened = new OpenedSource(this.#source, this.#reading);
    try {
      for (;;) {
        const next = opened.next();
        const step = isThenable(next) ? await opened.pending() : next;
        if (step.done === true) {
          return;
        }
        yield opened.octets(step.value);
      }
    } finally {
      opened.release();
    }
  }

  cancel(): void {
    if (!this.#begun) {
      this.#begun = true;
      releaseUnread(this.#source.source);
    }
    for (const reader of this.#reading) {
      reader.release();
    }
    this.#reading.clear();
  }
}
