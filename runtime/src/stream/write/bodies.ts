import { newBoundary } from '../../http/multipart.js';
import type { OutgoingMessage } from '../../soap/envelope-frame.js';
import { packageFrame } from '../../soap/mime.js';
import { BinaryParts, packageFacts } from '../../soap/xop.js';
import { ByteStream } from './byte-stream.js';
import { GrowingDocument } from './chunks.js';
import { partContent } from './part-content.js';

/** A message that is written while it is sent. */
export interface GrowingBody {
  readonly contentType: string;
  readonly stream: ByteStream;
  /** Ends the reading of all sources, also of those that were not begun. */
  cancel(): void;
}

/** Text or octets of a body, and how to end the reading of what is in it. */
interface Pieces {
  readonly contentType: string;
  readonly length: number | undefined;
  read(): AsyncIterable<string | Uint8Array>;
  cancel(): void;
}

/**
 * Begins a message: what is there is encoded now, the rest while the body is read. `return` of a body that was not begun leaves the sources
 * alone if the message `mayRepeat`. Throws `XmlEncodeError`.
 */
export function growingBody(message: OutgoingMessage, mayRepeat: boolean): GrowingBody {
  const isPackage = message.mtom || message.attachments.length > 0;
  const pieces = isPackage ? packagePieces(message) : envelopePieces(message);
  const { contentType, length } = pieces;
  const cancel = (): void => pieces.cancel();
  const stream: ByteStream = new ByteStream(pieces.read(), length, () => {
    if (!mayRepeat || stream.begun) {
      cancel();
    }
  });
  return { contentType, stream, cancel };
}

function envelopePieces({ before, after, contentType, writer, write }: OutgoingMessage): Pieces {
  const document = new GrowingDocument(write, writer);
  return {
    contentType,
    length: sum([octetsOf(before), document.length, octetsOf(after)]),
    read: () => inFrame(before, document, after),
    cancel: () => document.cancel(),
  };
}

async function* inFrame(before: string, document: GrowingDocument, after: string): AsyncGenerator<string> {
  yield before;
  yield* document.texts();
  yield after;
}

function packagePieces(message: OutgoingMessage): Pieces {
  const { mtom } = message;
  const binaries = new BinaryParts();
  const { length, cancel, read } = envelopePieces({
    ...message,
    writer: mtom ? { ...message.writer, attach: binaries.attach } : message.writer,
    write: (output) => {
      // A document that is begun once more has its parts once more.
      binaries.parts.length = 0;
      message.write(output);
    },
  });
  const { root, parameters } = packageFacts(message.contentType, mtom);
  const parts = [...binaries.parts, ...message.attachments];
  const contents = parts.map((part) => partContent(part.content, part.contentId));
  const { contentType, before, end } = packageFrame(newBoundary(), root, parts, parameters);
  async function* pieces(): AsyncGenerator<string | Uint8Array> {
    yield before[0] ?? '';
    yield* read();
    for (const [index, content] of contents.entries()) {
      yield before[index + 1] ?? '';
      yield* content.read();
    }
    yield end;
  }
  return {
    contentType,
    length: sum([octetsOf(before.join('') + end), length, ...contents.map((content) => content.length)]),
    read: pieces,
    cancel: () => {
      cancel();
      for (const content of contents) {
        content.cancel();
      }
    },
  };
}

function octetsOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function sum(lengths: readonly (number | undefined)[]): number | undefined {
  return lengths.reduce(
    (total, length) => (total === undefined || length === undefined ? undefined : total + length),
    0,
  );
}
