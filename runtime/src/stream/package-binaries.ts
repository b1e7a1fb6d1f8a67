import { isRecord } from '../schema/descriptor/resolve.js';
import { formatBase64, isOctets, parseBase64 } from '../schema/lexical/binary.js';
import { idOf, xopNamespace } from '../soap/xop.js';
import { XmlEvent, type XmlReaderOptions, XmlSyntaxError } from '../xml/index.js';
import { XmlReader } from '../xml/xml-reader.js';
import { BinaryStream } from './binary-stream.js';
import { PackageError, type RelatedReader } from './related-reader.js';

const markLength = 16;

/**
 * The binary values of a message that came as a package (XOP 1.0): while the envelope is read, marks stand for them; when it is read, each can be
 * read from its part, in the order in which the parts arrive.
 */
export class PackageBinaries {
  readonly #parts: RelatedReader;
  /** Begins all marks of this message, so that no value of a message can be taken for one. */
  readonly #mark = crypto.getRandomValues(new Uint8Array(markLength));
  readonly #ids: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #cancel: () => void;
  readonly #unwanted: () => void;
  /** Parts that have begun. */
  readonly #begun = new Set<string>();
  /** Parts whose values were left before their end. */
  readonly #left = new Set<string>();
  #current: string | undefined;
  #isOpen = false;

  /** `cancel` ends the whole message; `unwanted` is called when a value was left before its end, and no other one can be read any more. */
  constructor(parts: RelatedReader, cancel: () => void, unwanted: () => void = () => undefined) {
    this.#parts = parts;
    this.#cancel = cancel;
    this.#unwanted = unwanted;
  }

  /** True if the envelope refers to a part. */
  get isUsed(): boolean {
    return this.#ids.length > 0;
  }

  /** Replaces the elements that refer to parts by marks in base64. Throws `XmlSyntaxError` for a part that the text names twice. */
  withMarks(text: string, options: XmlReaderOptions): string {
    if (!text.includes('Include')) {
      return text;
    }
    const cursor = new XmlReader(text, options);
    const named = new Set<string>();
    let result = '';
    let copied = 0;
    for (let event = cursor.next(); event !== XmlEvent.EndDocument; ) {
      if (event !== XmlEvent.StartElement || cursor.localName !== 'Include' || cursor.namespace !== xopNamespace) {
        event = cursor.next();
        continue;
      }
      const start = cursor.offset;
      const id = idOf(cursor.attribute('', 'href') ?? '');
      if (named.has(id)) {
        throw new XmlSyntaxError('xop:Include names a part that is included already', cursor.position());
      }
      named.add(id);
      const mark = this.#markOf(id);
      const { depth } = cursor;
      do {
        event = cursor.next();
      } while (event !== XmlEvent.EndElement || cursor.depth !== depth);
      event = cursor.next();
      result += text.slice(copied, start) + mark;
      copied = cursor.offset;
    }
    return result + text.slice(copied);
  }

  #markOf(id: string): string {
    const index = this.#indexes.get(id) ?? this.#ids.push(id) - 1;
    this.#indexes.set(id, index);
    const mark = new Uint8Array(markLength + 4);
    mark.set(this.#mark);
    new DataView(mark.buffer).setUint32(markLength, index);
    return formatBase64(mark);
  }

  /** True if all parts were read, after which the end of the message is read. */
  async finish(): Promise<boolean> {
    const isRead = this.#ids.every((id) => this.#begun.has(id)) && this.#parts.isBetweenParts;
    return isRead && (await this.#parts.nextPart()) === undefined;
  }

  /** A value with streams in the place of its binary values. Changes lists and objects in place. */
  withStreams(value: unknown): unknown {
    return withStreams(value, (octets) => this.#streamFor(octets));
  }

  #streamFor(octets: Uint8Array): BinaryStream {
    const isMark = octets.length === markLength + 4 && this.#mark.every((byte, index) => octets[index] === byte);
    const id = isMark ? this.#ids[new DataView(octets.buffer, octets.byteOffset).getUint32(markLength)] : undefined;
    return id === undefined ? streamOf(octets) : this.#partStream(id);
  }

  #partStream(id: string): BinaryStream {
    let decode: Decode | undefined;
    const next = async (): Promise<Uint8Array | undefined> => {
      decode ??= await this.#open(id);
      if (this.#current !== id) {
        return undefined;
      }
      const octets = await decode(() => this.#parts.next());
      if (octets === undefined) {
        this.#current = undefined;
      }
      return octets;
    };
    return new BinaryStream({ next, cancel: async () => this.#leave(id) });
  }

  /** Nothing more is read of a value: of the current one, or of one that has not begun. */
  #leave(id: string): void {
    if (this.#current !== id && this.#begun.has(id)) {
      return;
    }
    this.#current = this.#current === id ? undefined : this.#current;
    this.#left.add(id);
    if (this.#current === undefined && this.#ids.every((each) => this.#begun.has(each) || this.#left.has(each))) {
      this.#unwanted();
    }
  }

  /** The envelope is read: parts may be read now. */
  open(): void {
    this.#isOpen = true;
  }

  /** Ends the message. */
  cancel(): void {
    this.#cancel();
  }

  async #open(id: string): Promise<Decode> {
    if (!this.#isOpen) {
      throw new PackageError('Binary values come after the message: read them when the last item was read');
    }
    if (this.#begun.has(id)) {
      throw new PackageError(
        'This binary value came before one that was read: read them in the order in which they arrive',
      );
    }
    for (;;) {
      this.#current = undefined;
      const part = await this.#parts.nextPart();
      if (part === undefined) {
        throw new PackageError('The package has no part for this binary value');
      }
      this.#begun.add(part.contentId);
      if (part.contentId === id) {
        this.#current = id;
        return decodeOf(part.encoding);
      }
    }
  }
}

/** A value that has arrived as a whole, as `withStreams` of a package gives it. */
export function withStreams(value: unknown, streamFor: (octets: Uint8Array) => BinaryStream = streamOf): unknown {
  if (isOctets(value)) {
    return streamFor(value);
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      value[index] = withStreams(item, streamFor);
    }
  } else if (isRecord(value) && !(value instanceof Date)) {
    for (const [property, part] of Object.entries(value)) {
      if (typeof part === 'object' && part !== null) {
        value[property] = withStreams(part, streamFor);
      }
    }
  }
  return value;
}

function streamOf(octets: Uint8Array): BinaryStream {
  let rest: Uint8Array | undefined = octets;
  const next = async (): Promise<Uint8Array | undefined> => {
    const value = rest;
    rest = undefined;
    return value === undefined || value.length === 0 ? undefined : value;
  };
  return new BinaryStream({ next, cancel: async () => undefined });
}

/** Reads more of a part in its transfer encoding. */
type Decode = (read: () => Promise<Uint8Array | undefined>) => Promise<Uint8Array | undefined>;

function decodeOf(encoding: string): Decode {
  switch (encoding) {
    case '7bit':
    case '8bit':
    case 'binary':
      return (read) => read();
    case 'base64':
      return base64Decode();
    default:
      throw new PackageError(`A part has the transfer encoding "${encoding.slice(0, 100)}", which is not known`);
  }
}

const latin1 = new TextDecoder('latin1');

function base64Decode(): Decode {
  let rest = '';
  return async (read) => {
    for (let chunk = await read(); chunk !== undefined; chunk = await read()) {
      rest += latin1.decode(chunk).replace(/\s+/g, '');
      const whole = rest.length - (rest.length % 4);
      if (whole > 0) {
        const octets = parseBase64(rest.slice(0, whole));
        rest = rest.slice(whole);
        return octets;
      }
    }
    return rest === '' ? undefined : parseBase64(rest);
  };
}
