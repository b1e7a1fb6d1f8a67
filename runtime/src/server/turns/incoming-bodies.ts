import type { Caller } from './callers.js';

/** Bodies up to this length are not counted: their number is bounded by the number of connections. */
export const uncountedBytes = 16_384;

/** A body that is arriving or waits for its turn, in the count. */
export interface IncomingBody {
  /** Adds bytes that have come; false when the body was refused, now or before. */
  grow(bytes: number): boolean;
  /** The body is complete: it counts until `end`, and is not refused any more. */
  complete(): void;
  /** The complete body waits for its turn: `refuse` is called if there is no room for it. */
  wait(refuse: () => void): void;
  /** The body is not held any longer. */
  end(): void;
}

/**
 * Counts the bytes of the bodies that a server holds before their calls begin. If they are more than allowed, a body is refused of the caller that has most of
 * them: the one that has been arriving for the longest time, not the one that has just begun. So callers that send much, slowly, or never
 * end, do not keep the others out.
 */
export class IncomingBodies {
  readonly #maxBytes: number;
  readonly #senders = new Map<Caller | undefined, Sender>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that are held at the moment. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Begins to count a body of a caller. `refuse` is called, at most once, if there is no room for it. */
  begin(refuse: () => void, caller?: Caller): IncomingBody {
    const entry = new Entry(this, caller, refuse);
    this.open(caller, entry);
    return entry;
  }

  /** An entry can be refused. */
  open(caller: Caller | undefined, entry: Entry): void {
    let sender = this.#senders.get(caller);
    if (sender === undefined) {
      sender = { bytes: 0, open: new Set() };
      this.#senders.set(caller, sender);
    }
    sender.open.add(entry);
  }

  /** Makes room for bytes of an open entry. */
  add(caller: Caller | undefined, bytes: number): void {
    this.#change(caller, bytes);
    while (this.#bytes > this.#maxBytes) {
      const entry = this.#first();
      if (entry === undefined) {
        return;
      }
      entry.refuse();
    }
  }

  /** An entry cannot be refused any more; so many bytes of it are not held any longer. */
  close(caller: Caller | undefined, entry: Entry, bytes: number): void {
    this.#senders.get(caller)?.open.delete(entry);
    this.#change(caller, -bytes);
  }

  #change(caller: Caller | undefined, bytes: number): void {
    const sender = this.#senders.get(caller);
    this.#bytes += bytes;
    if (sender !== undefined) {
      sender.bytes += bytes;
      if (sender.bytes === 0 && sender.open.size === 0) {
        this.#senders.delete(caller);
      }
    }
  }

  /** The first to be refused. */
  #first(): Entry | undefined {
    let most: Sender | undefined;
    for (const sender of this.#senders.values()) {
      if (sender.open.size > 0 && (most === undefined || sender.bytes > most.bytes)) {
        most = sender;
      }
    }
    const [oldest] = most?.open ?? [];
    return oldest;
  }
}

/** A caller that sends bodies. */
interface Sender {
  bytes: number;
  /** Those that can be refused, the oldest first. */
  readonly open: Set<Entry>;
}

class Entry implements IncomingBody {
  readonly #all: IncomingBodies;
  readonly #caller: Caller | undefined;
  #refuse: () => void;
  #bytes = 0;
  #state: 'open' | 'whole' | 'ended' = 'open';

  constructor(all: IncomingBodies, caller: Caller | undefined, refuse: () => void) {
    this.#all = all;
    this.#caller = caller;
    this.#refuse = refuse;
  }

  grow(bytes: number): boolean {
    if (this.#state === 'open') {
      this.#bytes += bytes;
      this.#all.add(this.#caller, bytes);
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
      this.#all.close(this.#caller, this, 0);
    }
  }

  wait(refuse: () => void): void {
    if (this.#state === 'whole') {
      this.#refuse = refuse;
      this.#all.open(this.#caller, this);
    }
  }

  end(): void {
    if (this.#state !== 'ended') {
      this.#state = 'ended';
      this.#all.close(this.#caller, this, this.#bytes);
    }
  }

  refuse(): void {
    this.end();
    this.#refuse();
  }
}
