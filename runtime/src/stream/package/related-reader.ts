import { ByteCollector } from '../../http/byte-collector.js';
import { PackageError, type PartEvent, type PartEvents, readParts } from '../../http/multipart.js';
import { type PartHead, packageType, partHead, startOf } from '../../soap/mime.js';
import { aloneType, type EnvelopeFacts, envelopeFacts } from '../../soap/xop.js';
import { type TransferDecoder, transferDecoder } from './transfer-decoder.js';

/** Gives more of a body; undefined at its end. */
type Source = () => Promise<Uint8Array | undefined>;

/** The parts of a body that arrives: `nextPart` moves to the next one, `next` gives its content. Both reject with `PackageError`. */
export class RelatedReader {
  readonly #source: Source;
  readonly #events: PartEvents;
  #encoding = '';
  #decoder: TransferDecoder | undefined;
  #inPart = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(boundary: string, source: Source) {
    this.#source = source;
    this.#events = readParts(boundary);
  }

  /** True if the content of a part was read to its end, and the next part is not begun. */
  get isBetweenParts(): boolean {
    return !this.#inPart;
  }

  /** Moves to the next part, over what is left of the present one; undefined after the last. */
  async nextPart(): Promise<PartHead | undefined> {
    let event = await this.#event();
    while (event === 'end' || ArrayBuffer.isView(event)) {
      event = await this.#event();
    }
    this.#inPart = event !== undefined;
    const head = event && partHead(event);
    this.#encoding = head?.encoding ?? '';
    this.#decoder = undefined;
    return head;
  }

  /** More of the content of the present part, out of its transfer encoding; undefined at its end. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#inPart) {
      this.#decoder ??= transferDecoder(this.#encoding);
      const event = await this.#event();
      this.#inPart = ArrayBuffer.isView(event);
      const octets = ArrayBuffer.isView(event) ? this.#decoder.add(event) : this.#decoder.end();
      if (octets.length > 0) {
        return octets;
      }
    }
    return undefined;
  }

  /** The next event; undefined after the last. */
  async #event(): Promise<PartEvent | undefined> {
    if (this.#failure !== undefined) {
      throw this.#failure.error;
    }
    try {
      let step = this.#events.next();
      while (step.done !== true && step.value === undefined) {
        step = this.#events.next(await this.#source());
      }
      return step.value ?? undefined;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

/** A package whose envelope comes first, before which its reader is. */
export interface OpenedPackage extends EnvelopeFacts {
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
  next: Source,
): Promise<OpenedPackage | OtherBody | undefined> {
  const type = packageType(contentType);
  if (type === undefined) {
    return undefined;
  }
  const begun = new ByteCollector();
  let pending = first;
  let isBegun = false;
  try {
    const parts = new RelatedReader(type.parameters.get('boundary') ?? '', async () => {
      const chunk = pending ?? (await next());
      pending = undefined;
      if (!isBegun && chunk !== undefined) {
        begun.add(chunk);
      }
      return chunk;
    });
    const head = await parts.nextPart();
    const start = startOf(type);
    if (head !== undefined && (start === '' || start === head.contentId)) {
      isBegun = true;
      const facts = envelopeFacts(head.contentType, contentType);
      return { ...facts, parts, contentType: aloneType(facts) };
    }
  } catch (error) {
    if (!(error instanceof PackageError)) {
      throw error;
    }
  }
  return { begun: begun.bytes() };
}
