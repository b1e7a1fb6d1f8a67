import { type JsonSchema, jsonPointer } from '@wsdl-codegen/runtime/json';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import { bytesOf } from './schema-walk.js';

/** A list of an answer of which only a part is shown. */
export interface CutList {
  /** JSON pointer to the list, within the whole value. */
  readonly path: string;
  /** Index of the first item that is not shown. */
  readonly next: number;
  /** Items of the whole list. */
  readonly total: number;
}

/** A value with less in its lists. */
export interface CutValue {
  readonly value: JsonValue;
  readonly lists: readonly CutList[];
}

/** The schema of what tells about lists that are cut. */
export const cutListSchema: JsonSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, next: { type: 'integer' }, total: { type: 'integer' } },
  required: ['path', 'next', 'total'],
};

/**
 * A value whose JSON has about `maxBytes` octets. Only lists lose items, from their ends; everything else stays as it is, so that the result may be
 * larger. `at` is the path of the value in the whole one, and `first` the index of its first item there.
 */
export function cutLists(value: JsonValue, maxBytes: number, at: readonly Step[] = [], first = 0): CutValue {
  const lists: CutList[] = [];
  const cut = new Cutter(lists).cut(value, maxBytes, at, first);
  return { value: cut, lists };
}

type Step = string | number;

class Cutter {
  readonly #lists: CutList[];
  /** Octets of objects and lists; each is measured once. */
  readonly #sizes = new Map<object, number>();

  constructor(lists: CutList[]) {
    this.#lists = lists;
  }

  cut(value: JsonValue, room: number, at: readonly Step[], first = 0): JsonValue {
    if (typeof value !== 'object' || value === null || this.#sizeOf(value) <= room) {
      return value;
    }
    return Array.isArray(value)
      ? this.#cutList(value as readonly JsonValue[], room, at, first)
      : this.#cutObject(value as Readonly<Record<string, JsonValue>>, room, at);
  }

  #cutList(items: readonly JsonValue[], room: number, at: readonly Step[], first: number): JsonValue {
    const kept: JsonValue[] = [];
    let left = room - 2;
    for (const [index, item] of items.entries()) {
      const size = this.#sizeOf(item) + 1;
      if (size > left && kept.length > 0) {
        break;
      }
      kept.push(size > left ? this.cut(item, left, [...at, first + index]) : item);
      left -= size;
    }
    if (kept.length < items.length) {
      this.#lists.push({ path: jsonPointer(at), next: first + kept.length, total: first + items.length });
    }
    return kept;
  }

  /** Small members keep their size; the large ones share what is left. */
  #cutObject(members: Readonly<Record<string, JsonValue>>, room: number, at: readonly Step[]): JsonValue {
    const sized = Object.entries(members).map(([name, value]) => ({ name, size: this.#sizeOf(value) }));
    let left = room - 2 - sized.reduce((sum, { name }) => sum + bytesOf(name) + 2, 0);
    const rooms = new Map<string, number>();
    const inOrder = sized.toSorted((one, other) => one.size - other.size);
    for (const [index, { name, size }] of inOrder.entries()) {
      const share = Math.min(size, Math.max(0, Math.floor(left / (inOrder.length - index))));
      rooms.set(name, share);
      left -= share;
    }
    return Object.fromEntries(
      Object.entries(members).map(([name, value]) => [name, this.cut(value, rooms.get(name) ?? 0, [...at, name])]),
    );
  }

  #sizeOf(value: JsonValue): number {
    if (typeof value !== 'object' || value === null) {
      return bytesOf(value);
    }
    let size = this.#sizes.get(value);
    if (size === undefined) {
      const parts = Array.isArray(value)
        ? (value as readonly JsonValue[]).map((item) => this.#sizeOf(item) + 1)
        : Object.entries(value).map(([name, part]) => bytesOf(name) + this.#sizeOf(part) + 2);
      size = parts.reduce((sum, part) => sum + part, 2);
      this.#sizes.set(value, size);
    }
    return size;
  }
}
