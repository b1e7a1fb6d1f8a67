import { parseJsonText } from '@wsdl-codegen/runtime/json';
import { ProblemAnswer } from './problem.js';

/** The forms in which items come one by one: each on a line of its own, or after a mark (RFC 7464). */
export type ItemsType = 'application/x-ndjson' | 'application/json-seq';

/** The media types of such bodies. */
export const itemsTypes: readonly ItemsType[] = ['application/x-ndjson', 'application/json-seq'];

/** Other names under which lines of JSON are known. */
const aliases: ReadonlyMap<string, ItemsType> = new Map([
  ['application/x-ndjson', 'application/x-ndjson'],
  ['application/ndjson', 'application/x-ndjson'],
  ['application/jsonl', 'application/x-ndjson'],
  ['application/json-seq', 'application/json-seq'],
]);

/** The form that a media type names. */
export function itemsTypeOf(type: string | undefined): ItemsType | undefined {
  return type === undefined ? undefined : aliases.get(type);
}

const mark = '\u001e';

/** An item as it is sent. */
export function itemText(type: ItemsType, json: unknown): string {
  return `${type === 'application/json-seq' ? mark : ''}${JSON.stringify(json)}\n`;
}

/** Bounds of a body of items. */
export interface ItemLimits {
  readonly maxItemBytes: number;
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** A source of octets that can be given up. */
export type Octets = AsyncIterable<Uint8Array>;

const lineFeed = 0x0a;
const separator = 0x1e;

/** The values of the items of a body, read as they are asked for. Throws `JsonTextError`, and `ProblemAnswer` for a body that is too long. */
export async function* itemsIn(type: ItemsType, body: Octets, limits: ItemLimits): AsyncGenerator<unknown, void> {
  const end = type === 'application/json-seq' ? separator : lineFeed;
  let pieces: Uint8Array[] = [];
  let held = 0;
  let bytes = 0;
  const hold = (piece: Uint8Array): void => {
    held += piece.length;
    if (held > limits.maxItemBytes) {
      throw new ProblemAnswer({ status: 413, detail: `An item is longer than ${limits.maxItemBytes} bytes.` });
    }
    pieces.push(piece);
  };
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limits.maxBytes) {
      throw new ProblemAnswer({ status: 413, detail: `The body is longer than ${limits.maxBytes} bytes.` });
    }
    let start = 0;
    for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, start)) {
      const isEmpty = at === start && held === 0;
      hold(chunk.subarray(start, at));
      start = at + 1;
      if (!isEmpty) {
        yield* parsed(type, pieces, held, limits.maxDepth);
      }
      pieces = [];
      held = 0;
    }
    hold(chunk.subarray(start));
  }
  yield* parsed(type, pieces, held, limits.maxDepth);
}

/** The value of a text; none for an empty one. */
function* parsed(
  type: ItemsType,
  pieces: readonly Uint8Array[],
  length: number,
  maxDepth: number,
): Generator<unknown, void> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  if (!bytes.every(isSpace)) {
    const value = parseJsonText(bytes, { maxDepth });
    if (type === 'application/json-seq' && isOpen(value) && !isSpace(bytes.at(-1))) {
      throw new ProblemAnswer({
        status: 400,
        detail: 'An item has no end: what a line feed has to follow is cut off.',
      });
    }
    yield value;
  }
}

/** True for a value whose text could go on (RFC 7464, 2.4). */
function isOpen(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value === null;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === lineFeed;
}
