/** Bodies up to this length are not counted: their number is bounded by the number of connections. */
export const uncountedBytes = 16_384;

/** A body that is arriving, in the count. */
export interface IncomingBody {
  /** Adds bytes that have come; false when the body was refused, now or before. */
  grow(bytes: number): boolean;
  /** The body is complete: it is not refused any more, and counts until `end`. */
  complete(): void;
  /** The body is not held any longer. */
  end(): void;
}

/**
 * Counts the bytes of the bodies that a server holds before their calls begin. If they are more than allowed, the body that
 * has been arriving for the longest time is refused, not the one that has just begun: so callers that send slowly, or never
 * end, do not keep the others out.
 */
export class IncomingBodies {
  readonly #maxBytes: number;
  /** Those that can be refused, the oldest first. */
  readonly #open = new Set<Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that are held at the moment. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Begins to count a body. `refuse` is called, at most once, if there is no room for it. */
  begin(refuse: () => void): IncomingBody {
    const entry = new Entry(this, refuse);
    this.#open.add(entry);
    return entry;
  }

  /** Makes room for bytes of an open entry. */
  add(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes) {
      const [oldest] = this.#open;
      if (oldest === undefined) {
        return;
      }
      oldest.refuse();
    }
  }

  /** Subtracts bytes again. */
  remove(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** An entry is whole, refused, or at its end. */
  close(entry: Entry): void {
    this.#open.delete(entry);
  }
}

class Entry implements IncomingBody {
  readonly #all: IncomingBodies;
  readonly #refuse: () => void;
  #bytes = 0;
  #state: 'open' | 'whole' | 'ended' = 'open';

  constructor(all: IncomingBodies, refuse: () => void) {
    this.#all = all;
    this.#refuse = refuse;
  }

  grow(bytes: number): boolean {
    if (this.#state === 'open') {
      this.#bytes += bytes;
      this.#all.add(bytes);
    }
    // Room for these bytes may have been made by refusing this very body.
    return this.#isOpen();
  }

  #isOpen(): boolean {
    return this.#state === 'open';
  }

  complete(): void {
    if (this.#state === 'open') {
      this.#state = 'whole';
      this.#all.close(this);
    }
  }

  end(): void {
    if (this.#state !== 'ended') {
      this.#state = 'ended';
      this.#all.close(this);
      this.#all.remove(this.#bytes);
    }
  }

  refuse(): void {
    this.end();
    this.#refuse();
  }
}
