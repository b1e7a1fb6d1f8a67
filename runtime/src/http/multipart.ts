import { joinBytes } from './byte-collector.js';

/** Bodies of several parts (RFC 2046, 5.1): forms, and packages of messages with what belongs to them. */

/** Most characters that the headers of one part may have: as many as Node allows those of a request. */
export const maxPartHeaders = 16_384;
/** Most header lines of one part. */
export const maxPartHeaderLines = 100;
/** Longest boundary. */
const maxBoundary = 70;

/** A body of several parts that is not what its content type says, or ends too early. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
}

/** A boundary of 128 random bits, which no content has: contents that come later cannot be searched for it (RFC 2046, 5.1.1). */
export function newBoundary(): string {
  return `MIME_boundary_${crypto.getRandomValues(new Uint32Array(4)).join('_')}`;
}

/** The header fields of a part, by name in lower case. */
export type PartHeaders = ReadonlyMap<string, string>;

/** What a body of several parts holds next: the headers of a part, some of its content, the end of its content. */
export type PartEvent = PartHeaders | Uint8Array | 'end';

/** Gives undefined where it needs more of the body; undefined for it is the end of the body. */
export type PartEvents = Generator<PartEvent | undefined, void, Uint8Array | undefined>;

/** How parts are read. */
export interface PartsOptions {
  /** The encoding of headers; default `latin1`. */
  readonly decoder?: TextDecoder;
  /** Parts that are read at most; default 1000. More is an error. */
  readonly maxParts?: number;
}

const nothing = new Uint8Array(0);
const latin1 = new TextDecoder('latin1');
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const hyphen = 0x2d;

/**
 * Takes a body of several parts apart while it comes. Costs time in proportion to the body, however it is cut. What comes after the last part is not read. Throws
 * `PackageError`.
 */
export function readParts(boundary: string, options: PartsOptions = {}): PartEvents {
  return new PartScanner(boundary, options).parts();
}

class PartScanner {
  readonly #maxParts: number;
  readonly #decoder: TextDecoder;
  /** A line break and the boundary. */
  readonly #delimiter: Uint8Array;
  /** What has come and was not given out. */
  #rest: Uint8Array = nothing;
  /** True if that is the beginning of a line. */
  #isLine = true;
  /** True if a delimiter is what was read last. */
  #isAtDelimiter = false;

  constructor(boundary: string, { decoder = latin1, maxParts = 1000 }: PartsOptions) {
    if (boundary === '' || boundary.length > maxBoundary) {
      throw new PackageError(`The boundary of a package has 1 to ${maxBoundary} characters`);
    }
    this.#maxParts = maxParts;
    this.#decoder = decoder;
    this.#delimiter = new TextEncoder().encode(`\n--${boundary}`);
  }

  *parts(): PartEvents {
    for (this.#content(); !this.#isAtDelimiter; this.#content()) {
      this.#add(yield);
    }
    for (let count = 0; ; count++) {
      while (this.#rest.length < 2) {
        this.#add(yield);
      }
      if (this.#rest[0] === hyphen && this.#rest[1] === hyphen) {
        return;
      }
      if (count === this.#maxParts) {
        throw new PackageError(`The package has more than ${count} parts`);
      }
      let headers = this.#headers();
      while (headers === undefined) {
        this.#add(yield);
        headers = this.#headers();
      }
      yield headers;
      for (;;) {
        const content = this.#content();
        if (content.length > 0) {
          yield content;
        }
        if (this.#isAtDelimiter) {
          break;
        }
        this.#add(yield);
      }
      yield 'end';
    }
  }

  #add(chunk: Uint8Array | undefined): void {
    if (chunk === undefined) {
      throw new PackageError('The package ends in the middle of a part');
    }
    this.#rest = this.#rest.length === 0 ? chunk : joinBytes(this.#rest, chunk);
  }

  /** Moves over the rest of the line with a delimiter, and over lines up to an empty one; undefined if that has not come yet. */
  #headers(): PartHeaders | undefined {
    const rest = this.#rest;
    const first = rest.indexOf(lineFeed) + 1;
    for (let from = first; ; ) {
      const end = first === 0 ? -1 : rest.indexOf(lineFeed, from);
      if ((end < 0 ? rest.length - 1 : from) - first > maxPartHeaders) {
        throw new PackageError('A part of the package has too long headers');
      }
      if (end < 0) {
        return undefined;
      }
      if (isEmptyLine(rest, from, end)) {
        this.#rest = rest.subarray(end + 1);
        this.#isLine = true;
        return this.#headersIn(rest.subarray(first, from));
      }
      from = end + 1;
    }
  }

  #headersIn(head: Uint8Array): PartHeaders {
    const isBroken = find(head, this.#delimiter, true) !== undefined;
    const headers = isBroken ? undefined : parsePartHeaders(this.#decoder.decode(head));
    if (headers === undefined) {
      throw new PackageError('A part of the package has headers that cannot be read');
    }
    return headers;
  }

  /** What comes before a delimiter, over which it moves; as long as none has come, as much as cannot belong to one. */
  #content(): Uint8Array {
    const rest = this.#rest;
    const at = find(rest, this.#delimiter, this.#isLine);
    // The line break before a delimiter belongs to it.
    const end =
      at === undefined ? rest.length - this.#delimiter.length - 1 : rest[at - 1] === carriageReturn ? at - 1 : at;
    const length = Math.max(end, 0);
    this.#isAtDelimiter = at !== undefined;
    this.#isLine &&= length === 0;
    this.#rest = rest.subarray(at === undefined ? length : at + this.#delimiter.length);
    return rest.subarray(0, length);
  }
}

/**
 * Index of a line break with a delimiter after it; -1 for a delimiter at the beginning of bytes that begin a line. A line is compared once, so the time does not
 * depend on the delimiter.
 */
function find(bytes: Uint8Array, delimiter: Uint8Array, isLine: boolean): number | undefined {
  if (isLine && isAt(bytes, delimiter, -1)) {
    return -1;
  }
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    if (isAt(bytes, delimiter, at)) {
      return at;
    }
  }
  return undefined;
}

/** True if a delimiter follows its line break at an index. */
function isAt(bytes: Uint8Array, delimiter: Uint8Array, at: number): boolean {
  let same = 1;
  while (same < delimiter.length && bytes[at + same] === delimiter[same]) {
    same++;
  }
  return same === delimiter.length;
}

function isEmptyLine(bytes: Uint8Array, from: number, end: number): boolean {
  return end === from || (end === from + 1 && bytes[from] === carriageReturn);
}

/** A part that is there as a whole. */
export interface WholePart {
  readonly headers: PartHeaders;
  readonly content: Uint8Array;
}

/** The parts of a body that is there as a whole; contents are parts of its memory. Throws `PackageError` where `readParts` does. */
export function* wholeParts(body: Uint8Array, boundary: string, options?: PartsOptions): Generator<WholePart, void> {
  const events = readParts(boundary, options);
  let headers: PartHeaders = new Map();
  let content: Uint8Array = nothing;
  events.next();
  for (let step = events.next(body); step.done !== true; step = events.next()) {
    const { value } = step;
    if (value === 'end') {
      yield { headers, content };
    } else if (ArrayBuffer.isView(value)) {
      content = value;
    } else if (value !== undefined) {
      headers = value;
      content = nothing;
    }
  }
}

/**
 * Header fields by lower-case name, from the text before the empty line of a part. Folded lines are joined. Of several fields with one name, the first is used;
 * lines without a colon are ignored. Undefined when the headers are longer or have more lines than any sender writes.
 */
export function parsePartHeaders(text: string): PartHeaders | undefined {
  if (text.length > maxPartHeaders) {
    return undefined;
  }
  const headers = new Map<string, string>();
  const lines = text.split('\n');
  if (lines.length > maxPartHeaderLines) {
    return undefined;
  }
  for (let at = 0; at < lines.length; ) {
    const field = [lines[at++] ?? ''];
    while (isFolded(lines[at])) {
      field.push(lines[at++] ?? '');
    }
    addField(headers, field.map((line) => line.trim()).join(' '));
  }
  return headers;
}

function isFolded(line: string | undefined): boolean {
  return line?.startsWith(' ') === true || line?.startsWith('\t') === true;
}

function addField(headers: Map<string, string>, field: string): void {
  const colon = field.indexOf(':');
  const name = field.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  if (name !== '' && !headers.has(name)) {
    headers.set(name, field.slice(colon + 1).trim());
  }
}
