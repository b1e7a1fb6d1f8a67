import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import { type CutValue, cutLists } from './cut-lists.js';
import { bytesOf } from './schema-walk.js';
import { errorResult, type ToolResult, valueResult } from './tool.js';

/** Octets of all answers that are kept together. */
const maxKeptBytes = 64 * 2 ** 20;
/** Milliseconds that an answer is kept. */
const keptFor = 15 * 60_000;

interface Kept {
  readonly value: JsonValue;
  readonly bytes: number;
  readonly until: number;
  readonly principal: string | undefined;
}

/** Answers whose lists were cut, until somebody asks for the rest. Their cursors cannot be guessed, and only serve who got them. */
export class KeptAnswers {
  readonly #maxBytes: number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `maxBytes` are the octets that a model gets at once. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The result for an answer: the whole value, or one whose lists are cut. */
  result(value: JsonValue, principal: string | undefined): ToolResult {
    const bytes = bytesOf(value);
    if (bytes <= this.#maxBytes) {
      return valueResult({ value });
    }
    const cut = cutLists(value, this.#maxBytes);
    return this.#isTooLarge(cut) ? tooLarge(bytes) : this.#cutResult(cut, this.#keep({ value, bytes, principal }));
  }

  /** The result for the rest of a list. */
  rest(cursor: string, path: string, next: number, principal: string | undefined): ToolResult {
    this.#forget();
    const kept = this.#kept.get(cursor);
    if (kept === undefined || kept.principal !== principal) {
      return errorResult('No answer is kept for this cursor any longer. Call the first tool again.');
    }
    const steps = stepsOf(path);
    const list = steps === undefined ? undefined : valueAt(kept.value, steps);
    if (!Array.isArray(list)) {
      return errorResult(`/path: the answer has no list at "${path}". Give a path of "rest.lists".`);
    }
    const items = (list as readonly JsonValue[]).slice(next);
    const cut = cutLists(items, this.#maxBytes, steps, next);
    if (this.#isTooLarge(cut)) {
      return tooLarge(bytesOf(items));
    }
    return cut.lists.length === 0 ? valueResult({ value: items }) : this.#cutResult(cut, cursor);
  }

  #isTooLarge({ value }: CutValue): boolean {
    // What surrounds lists may have as much again.
    return bytesOf(value) > this.#maxBytes * 2;
  }

  #cutResult({ value, lists }: CutValue, cursor: string): ToolResult {
    return valueResult({ value, rest: { cursor, lists } });
  }

  #keep(answer: Pick<Kept, 'value' | 'bytes' | 'principal'>): string {
    this.#forget(answer.bytes);
    const cursor = crypto.randomUUID();
    this.#kept.set(cursor, { ...answer, until: Date.now() + keptFor });
    this.#bytes += answer.bytes;
    return cursor;
  }

  /** Forgets what is old, and the oldest ones until there is room. */
  #forget(needed = 0): void {
    for (const [cursor, { until, bytes }] of this.#kept) {
      if (until > Date.now() && this.#bytes + needed <= maxKeptBytes) {
        return;
      }
      this.#kept.delete(cursor);
      this.#bytes -= bytes;
    }
  }
}

function tooLarge(bytes: number): ToolResult {
  return errorResult(
    `The answer has ${bytes} bytes, and what makes it large is no list that could be cut. Ask for less, or let the program raise its limit.`,
  );
}

/** The steps of a JSON pointer; undefined for a text that is none. */
function stepsOf(pointer: string): readonly string[] | undefined {
  const [first, ...steps] = pointer.split('/');
  return first === '' ? steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) : undefined;
}

function valueAt(value: JsonValue, steps: readonly string[]): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) {
      return undefined;
    }
    found = (found as Readonly<Record<string, JsonValue>>)[step];
  }
  return found;
}
