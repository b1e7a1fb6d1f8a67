import { ByteCollector, joinBytes } from '../../http/byte-collector.js';
import { formatMediaType, parseMediaType } from '../../http/media-type.js';
import { maxBoundary, maxPartHeaders, parsePartHeaders } from '../../http/part-headers.js';

/** The head of a part. */
export interface PartHead {
  readonly contentType: string;
  /** Without angle brackets; `''` if the part has none. */
  readonly contentId: string;
  /** Value of `Content-Transfer-Encoding`, in lower case. */
  readonly encoding: string;
}

/** A package that is not what its content type says, or ends too early. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const hyphen = 0x2d;
const latin1 = new TextDecoder('latin1');

/**
 * Takes a `multipart/related` body apart while it arrives (RFC 2046, 5.1; RFC 2387): `nextPart` moves to the next part, `next` gives its content. Costs time in
 * proportion to the body, however it is cut.
 */
export class RelatedReader {
  readonly #source: () => Promise<Uint8Array | undefined>;
  /** A line break and the boundary. */
  readonly #delimiter: Uint8Array;
  /** What has come and was not given out. The first delimiter may have no line before it. */
  #rest: Uint8Array = new Uint8Array([carriageReturn, lineFeed]);
  /** Bytes at the beginning of the rest that are not content: the line break before it. */
  #lead = 2;
  #inPart = true;
  #ended = false;

  /** See `of`. */
  constructor(boundary: string, source: () => Promise<Uint8Array | undefined>) {
    this.#source = source;
    this.#delimiter = new TextEncoder().encode(`\n--${boundary}`);
  }

  /** A reader for a body of a content type; undefined if that is no package. */
  static of(
    contentType: string | null | undefined,
    source: () => Promise<Uint8Array | undefined>,
  ): RelatedReader | undefined {
    const type = parseMediaType(contentType);
    const boundary = type?.parameters.get('boundary') ?? '';
    const isPackage = type?.type === 'multipart/related' && boundary !== '' && boundary.length <= maxBoundary;
    return isPackage ? new RelatedReader(boundary, source) : undefined;
  }

  /** True if the content of a part was read to its end, and the next part is not begun. */
  get isBetweenParts(): boolean {
    return !this.#inPart;
  }

  /** Moves to the next part, over what is left of the present one; undefined after the last. Rejects with `PackageError`. */
  async nextPart(): Promise<PartHead | undefined> {
    while (this.#inPart) {
      await this.next();
    }
    if (this.#ended) {
      return undefined;
    }
    await this.#have(2);
    if (this.#rest[0] === hyphen && this.#rest[1] === hyphen) {
      this.#ended = true;
      return undefined;
    }
    const head = await this.#readHead();
    this.#inPart = true;
    return head;
  }

  /** More of the content of the present part; undefined at its end. Rejects with `PackageError`. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#inPart) {
      const rest = this.#rest;
      const lead = this.#lead;
      const at = find(rest, this.#delimiter);
      if (at >= 0) {
        const end = rest[at - 1] === carriageReturn ? at - 1 : at;
        this.#move(at + this.#delimiter.length, 0);
        this.#inPart = false;
        return end > lead ? rest.subarray(lead, end) : undefined;
      }
      // The end may be the beginning of a delimiter.
      const safe = rest.length - this.#delimiter.length - 1;
      if (safe > lead) {
        this.#move(safe, 0);
        return rest.subarray(lead, safe);
      }
      await this.#readMore();
    }
    return undefined;
  }

  #move(by: number, lead: number): void {
    this.#rest = this.#rest.subarray(by);
    this.#lead = lead;
  }

  async #readHead(): Promise<PartHead> {
    // The rest of the line with the delimiter, then lines up to an empty one.
    let from = 0;
    for (let first = true; ; first = false) {
      let end = this.#rest.indexOf(lineFeed, from);
      while (end < 0) {
        if (this.#rest.length > maxPartHeaders) {
          throw new PackageError('A part of the package has too long headers');
        }
        await this.#readMore();
        end = this.#rest.indexOf(lineFeed, from);
      }
      const isEmpty = end === from || (end === from + 1 && this.#rest[from] === carriageReturn);
      if (isEmpty && !first) {
        const headers = parsePartHeaders(latin1.decode(this.#rest.subarray(this.#rest.indexOf(lineFeed) + 1, from)));
        // The line break that ends the head may begin the next delimiter.
        this.#move(end, 1);
        if (headers === undefined) {
          throw new PackageError('A part of the package has headers that cannot be read');
        }
        return headOf(headers);
      }
      from = end + 1;
    }
  }

  async #have(length: number): Promise<void> {
    while (this.#rest.length < length) {
      await this.#readMore();
    }
  }

  async #readMore(): Promise<void> {
    const chunk = await this.#source();
    if (chunk === undefined) {
      throw new PackageError('The package ends in the middle of a part');
    }
    this.#rest = this.#rest.length === 0 ? chunk : joinBytes(this.#rest, chunk);
  }
}

/** Index of a line break with a delimiter after it; -1 if there is none. */
function find(bytes: Uint8Array, delimiter: Uint8Array): number {
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    let same = 1;
    while (same < delimiter.length && bytes[at + same] === delimiter[same]) {
      same++;
    }
    if (same === delimiter.length) {
      return at;
    }
  }
  return -1;
}

function headOf(headers: ReadonlyMap<string, string>): PartHead {
  const id = (headers.get('content-id') ?? '').trim();
  return {
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    contentId: id.startsWith('<') && id.endsWith('>') ? id.slice(1, -1) : id,
    encoding: (headers.get('content-transfer-encoding') ?? 'binary').toLowerCase(),
  };
}

/** A package whose envelope comes first, before which its reader is. */
export interface OpenedPackage {
  readonly parts: RelatedReader;
  /** The content type that the envelope would have alone. */
  readonly contentType: string;
}

/** Something else, of which this was read. */
interface OtherBody {
  readonly begun: Uint8Array;
}

/**
 * Opens a body that is a package with its envelope in the first part, as it should be (RFC 2387, 3.2); undefined for another content type. `first` is the
 * beginning of the body. Rejects as `next`.
 */
export async function openPackage(
  contentType: string | null | undefined,
  first: Uint8Array | undefined,
  next: () => Promise<Uint8Array | undefined>,
): Promise<OpenedPackage | OtherBody | undefined> {
  const begun = new ByteCollector();
  let pending = first;
  let isBegun = false;
  const parts = RelatedReader.of(contentType, async () => {
    const chunk = pending ?? (await next());
    pending = undefined;
    if (!isBegun && chunk !== undefined) {
      begun.add(chunk);
    }
    return chunk;
  });
  if (parts === undefined) {
    return undefined;
  }
  try {
    const head = await parts.nextPart();
    const start = parseMediaType(contentType)?.parameters.get('start')?.replace(/^<|>$/g, '');
    const isFirst = head !== undefined && (start === undefined || start === head.contentId);
    if (isFirst && /^(?:7bit|8bit|binary)$/.test(head.encoding)) {
      isBegun = true;
      return { parts, contentType: envelopeType(head.contentType, contentType) };
    }
  } catch (error) {
    if (!(error instanceof PackageError)) {
      throw error;
    }
  }
  return { begun: begun.bytes() };
}

function envelopeType(root: string, outer: string | null | undefined): string {
  const type = parseMediaType(root);
  const inner = type?.parameters.get('type') ?? parseMediaType(outer)?.parameters.get('start-info');
  const envelope = type?.type === 'application/xop+xml' ? parseMediaType(inner) : type;
  const charset = type?.parameters.get('charset');
  const action = envelope?.parameters.get('action') ?? type?.parameters.get('action');
  return formatMediaType(envelope?.type ?? 'text/xml', {
    ...(charset !== undefined && { charset }),
    ...(action !== undefined && { action }),
  });
}
