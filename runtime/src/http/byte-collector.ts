/** Chunks of at least this many bytes are kept as they are, because the overhead of an object for each is small. */
const keptBytes = 4096;
/** Shorter chunks are copied into blocks of at least and at most this many bytes. */
const smallestBlock = 512;
const largestBlock = 65_536;

const empty = new Uint8Array(0);

/** Makes an array of so many bytes, all of which are written before anybody reads them. */
type Allocate = (bytes: number) => Uint8Array;

const cleared: Allocate = (bytes) => new Uint8Array(bytes);

/** Arrays as one. */
export function joinBytes(...pieces: readonly Uint8Array[]): Uint8Array {
  return joined(pieces, new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0)));
}

/**
 * Joins the chunks of a body. Its memory is about that of the body, however short the chunks are: a chunk of one byte costs
 * one byte and no object. Chunks must not change after they are added.
 */
export class ByteCollector {
  readonly #allocate: Allocate;
  #pieces: Uint8Array[] = [];
  /** The buffer for short chunks: bytes from `#from` to `#to` are in use, and come after all of `#pieces`. */
  #block = empty;
  #from = 0;
  #to = 0;
  #length = 0;

  /** `allocate` makes the memory of a body that comes in several chunks; the host may have one that need not be cleared first. */
  constructor(allocate: Allocate = cleared) {
    this.#allocate = allocate;
  }

  /** Bytes added so far. */
  get length(): number {
    return this.#length;
  }

  /** Adds a chunk at the end. */
  add(chunk: Uint8Array): void {
    if (chunk.length === 0) {
      return;
    }
    const first = this.#length === 0;
    this.#length += chunk.length;
    if (isKept(chunk, first)) {
      this.#closePiece();
      this.#pieces.push(chunk);
      return;
    }
    if (this.#pieces.length === 1 && this.#to === 0) {
      this.#copyFirst();
    }
    this.#copy(chunk);
  }

  /** All bytes so far in one piece, which does not change when more are added. A single chunk is not copied. */
  bytes(): Uint8Array {
    this.#closePiece();
    if (this.#pieces.length > 1) {
      this.#pieces = [joined(this.#pieces, this.#allocate(this.#length))];
    }
    return this.#pieces[0] ?? empty;
  }

  /** The first chunk is kept whatever its length, as most bodies are one chunk. A short one that is followed by others is copied after all. */
  #copyFirst(): void {
    const [first] = this.#pieces;
    if (first !== undefined && first.length < keptBytes) {
      this.#pieces.pop();
      this.#copy(first);
    }
  }

  #copy(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#to === this.#block.length) {
        this.#newBlock();
      }
      const count = Math.min(chunk.length - at, this.#block.length - this.#to);
      this.#block.set(count === chunk.length ? chunk : chunk.subarray(at, at + count), this.#to);
      this.#to += count;
      at += count;
    }
  }

  /** Blocks grow with the body, so that at most half of the memory is free. */
  #newBlock(): void {
    this.#closePiece();
    this.#block = new Uint8Array(Math.min(largestBlock, Math.max(smallestBlock, this.#length)));
    this.#from = 0;
    this.#to = 0;
  }

  #closePiece(): void {
    if (this.#to > this.#from) {
      this.#pieces.push(this.#block.subarray(this.#from, this.#to));
      this.#from = this.#to;
    }
  }
}

/** False for a chunk that keeps more memory alive than it shows, or that would cost more than its bytes. */
function isKept(chunk: Uint8Array, first: boolean): boolean {
  const held = chunk.buffer.byteLength;
  return first
    ? held <= Math.max(largestBlock, 2 * chunk.length)
    : chunk.length >= keptBytes && held <= 2 * chunk.length;
}

function joined(pieces: readonly Uint8Array[], whole: Uint8Array): Uint8Array {
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
