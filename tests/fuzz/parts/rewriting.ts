import { deepStrictEqual } from 'node:assert/strict';
import { PlainCursor } from '../../support/plain-cursor.js';
import { drawn } from '../../support/plain-data.js';
import { Random } from '../../support/random.js';
import { randomDocumentOf } from '../../support/random-documents.js';
import { type Change, changed, rewritten } from '../../support/rewritten.js';
import { type FuzzPart, itemOf } from '../part.js';
import { decodings, type Outcome, type Schemas } from './schemas.js';

/** Numbers of a schema, of one of its documents, of a way to write it again, and of the options of the decoder. */
interface Input {
  readonly schema: number;
  readonly document: number;
  readonly writing: number;
  readonly decoding: number;
}

/** The options with which a decoder tells what it does not know. */
const tellingAll = decodings.findIndex(({ onUnknown }) => onUnknown !== undefined);

const strict = decodings.findIndex((options) => options.strict === true);

/** Options under which only the meaning counts: `plainText` refuses comments. */
const equal = [...decodings.keys()].filter((index) => decodings[index]?.plainText !== true);

/** Ends what is said of a document in which everything is known. */
const nothingTold = '"told": []\n}';

const changes: readonly Change[] = ['namespace', 'repeated', 'removed', 'attribute', 'nil'];

/** A document means the same however it is written, and something else after any change: a reader may neither overlook nor make up anything. */
export function rewriting(schemas: Schemas): FuzzPart<Input> {
  return {
    name: 'rewriting',
    cases: 1500,
    inputs: drawn((random) => ({
      schema: random.below(1000),
      document: random.below(2 ** 31),
      writing: random.below(2 ** 31),
      decoding: random.below(100),
    })),
    check: ({ schema, document, writing, decoding }) => {
      const text = randomDocumentOf(schemas.get(schema), new Random(document), 1_000_000_000);
      const random = new Random(writing);
      const again = rewritten(text, random);
      const read = (each: string, options: number): string =>
        meaningOf(schemas.read({ schema, text: each, decoding: options, reading: 0 }));
      const [before, after] = [read(text, itemOf(equal, decoding)), read(again, itemOf(equal, decoding))].map((each) =>
        each.split('\n'),
      );
      deepStrictEqual(after, before, `not the same, ${differing(before ?? [], after ?? [])}:\n${text}\n${again}`);
      const change = itemOf(changes, writing);
      const other = changed(text, change, random);
      if (other !== undefined) {
        // Most is checked by a strict decoder, which may not depend on scans either.
        const given = { schema, text: other, decoding: strict, reading: 0 };
        const byEvents = schemas.read(given, (reader) => new PlainCursor(reader));
        deepStrictEqual(schemas.read(given), byEvents);
      }
      const good = read(text, tellingAll);
      if (other !== undefined && good.endsWith(nothingTold) && read(other, tellingAll) === good) {
        throw new Error(`nobody notices (${change}) in ${good}:\n${text}\n${other}`);
      }
    },
  };
}

/** What does not depend on how something is written: not the places, nor the prefixes of open content. */
const ofWriting: ReadonlySet<string> = new Set([
  'prefix',
  'declarations',
  'offset',
  'line',
  'column',
  'message',
  'order',
  'text',
]);

/** The outcome as text, in the order of its properties. */
function meaningOf(outcome: Outcome): string {
  return JSON.stringify(outcome, (key, value) => (ofWriting.has(key) ? undefined : withoutSpace(plain(value))), 1);
}

const plain = (value: unknown): unknown =>
  typeof value === 'bigint' || typeof value === 'number' ? { number: String(value) } : value;

/** Trees keep white space of which only types know that it does not count. */
function withoutSpace(value: unknown): unknown {
  const isTree = typeof value === 'object' && value !== null && 'children' in value;
  return isTree
    ? JSON.stringify(value, (key, each) => (ofWriting.has(key) ? undefined : each)).replace(/\\[rnt]| /g, '')
    : value;
}

/** The first line that differs. */
function differing(before: readonly string[], after: readonly string[]): string {
  const at = before.findIndex((line, index) => line !== after[index]);
  return `${before[at]} and ${after[at]}`;
}
