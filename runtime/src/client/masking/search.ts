import type { Range } from './ranges.js';

/** Nodes of all patterns together: patterns that do not fit are not searched for. */
const maxNodes = 65_536;

/**
 * Searches for many texts at once (Aho and Corasick): the time grows with the length of the searched text, whatever the
 * patterns are. White space, `+` and `-` are alike, and so is a run of them; `_` and `/` are alike; a `\` is ignored. So a
 * text is also found if it was put into one line, into a query or into JSON, and base64 in either of its alphabets.
 */
export class Search {
  readonly #next: Transitions;
  /** Of each node: the one before it and the unit that leads from that to it; its depth; the longest other node whose text it ends with. */
  readonly #parents: Int32Array;
  readonly #units: Uint16Array;
  readonly #depths: Int32Array;
  readonly #fallbacks: Int32Array;
  /** Length of the longest pattern that ends with the node; 0 for none. */
  readonly #found: Int32Array;
  #size = 1;
  #longest = 0;

  constructor(texts: readonly string[]) {
    const size = Math.min(maxNodes, 1 + texts.reduce((sum, text) => sum + text.length, 0));
    this.#next = new Transitions(size);
    this.#parents = new Int32Array(size);
    this.#units = new Uint16Array(size);
    this.#depths = new Int32Array(size);
    this.#fallbacks = new Int32Array(size);
    this.#found = new Int32Array(size);
    for (const text of texts) {
      if (this.#size + text.length <= maxNodes) {
        this.#add(text);
      }
    }
    this.#link();
  }

  /** True if there are no patterns. */
  get isEmpty(): boolean {
    return this.#longest === 0;
  }

  #add(text: string): void {
    let node = 0;
    let before = -1;
    for (let index = 0; index < text.length; index++) {
      const unit = folded(text.charCodeAt(index));
      if (unit === ignored) {
        continue;
      }
      if (unit !== space || before !== space) {
        node = this.#child(node, unit);
      }
      before = unit;
    }
    const depth = at(this.#depths, node);
    this.#found[node] = depth;
    this.#longest = Math.max(this.#longest, depth);
  }

  #child(node: number, unit: number): number {
    const known = this.#next.get(node, unit);
    if (known !== 0) {
      return known;
    }
    const child = this.#size++;
    this.#next.set(node, unit, child);
    this.#parents[child] = node;
    this.#units[child] = unit;
    this.#depths[child] = at(this.#depths, node) + 1;
    return child;
  }

  #link(): void {
    for (const node of this.#byDepth()) {
      const parent = at(this.#parents, node);
      const fallback = parent === 0 ? 0 : this.#step(at(this.#fallbacks, parent), at(this.#units, node));
      this.#fallbacks[node] = fallback;
      this.#found[node] ||= at(this.#found, fallback);
    }
  }

  /** The nodes in order of their depth. */
  #byDepth(): Int32Array {
    const ends = new Int32Array(this.#longest + 2);
    for (let node = 0; node < this.#size; node++) {
      const next = at(this.#depths, node) + 1;
      ends[next] = at(ends, next) + 1;
    }
    for (let depth = 1; depth < ends.length; depth++) {
      ends[depth] = at(ends, depth) + at(ends, depth - 1);
    }
    const order = new Int32Array(this.#size);
    for (let node = 0; node < this.#size; node++) {
      const depth = at(this.#depths, node);
      const place = at(ends, depth);
      order[place] = node;
      ends[depth] = place + 1;
    }
    return order;
  }

  #step(from: number, unit: number): number {
    let node = from;
    let next = this.#next.get(node, unit);
    while (next === 0 && node !== 0) {
      node = at(this.#fallbacks, node);
      next = this.#next.get(node, unit);
    }
    return next;
  }

  /**
   * The places of the texts, in order and without overlaps. The beginning of one of them, of `shortest` units or more, counts
   * if it is followed by a `…`, where somebody cut it, and with `isCut` at the end.
   */
  find(text: string, shortest: number, isCut: boolean): Range[] {
    const ranges: Range[] = [];
    // Positions of the last units that are compared: a run of spaces is one unit.
    const positions = new Int32Array(this.#longest + 1);
    let count = 0;
    let node = 0;
    let before = -1;
    const addBeginning = (end: number): void => {
      const depth = at(this.#depths, node);
      if (depth >= shortest) {
        push(ranges, positions[(count - depth) % positions.length] ?? 0, end);
      }
    };
    for (let index = 0; index < text.length; index++) {
      const unit = folded(text.charCodeAt(index));
      if (unit === ignored) {
        continue;
      }
      if (unit === ellipsis) {
        addBeginning(index);
      }
      if (unit !== space || before !== space) {
        positions[count++ % positions.length] = index;
        node = this.#step(node, unit);
        const length = at(this.#found, node);
        if (length > 0) {
          push(ranges, positions[(count - length) % positions.length] ?? 0, index + 1);
        }
      }
      before = unit;
    }
    if (isCut) {
      addBeginning(text.length);
    }
    return ranges;
  }
}

/** The node after a node and a unit; 0 for none. A hash table in two arrays, which is created cheaply for each failed call. */
class Transitions {
  readonly #keys: Uint32Array;
  readonly #nodes: Int32Array;
  readonly #mask: number;

  constructor(size: number) {
    let length = 16;
    while (length < 2 * size) {
      length *= 2;
    }
    this.#keys = new Uint32Array(length);
    this.#nodes = new Int32Array(length);
    this.#mask = length - 1;
  }

  get(node: number, unit: number): number {
    return at(this.#nodes, this.#place(node * 65_536 + unit));
  }

  set(node: number, unit: number, next: number): void {
    const key = node * 65_536 + unit;
    const place = this.#place(key);
    this.#keys[place] = key;
    this.#nodes[place] = next;
  }

  /** Where a key is, or the free place for it. */
  #place(key: number): number {
    const hash = Math.imul(key, 0x9e3779b1);
    let place = (hash ^ (hash >>> 15)) & this.#mask;
    while (at(this.#nodes, place) !== 0 && at(this.#keys, place) !== key) {
      place = (place + 1) & this.#mask;
    }
    return place;
  }
}

function at(numbers: Int32Array | Uint32Array | Uint16Array, index: number): number {
  return numbers[index] ?? 0;
}

/** Adds a range that ends after all others, and joins it with those that it touches. */
function push(ranges: Range[], from: number, end: number): void {
  let start = from;
  let last = ranges.at(-1);
  while (last !== undefined && last.end >= start) {
    start = Math.min(start, last.start);
    ranges.pop();
    last = ranges.at(-1);
  }
  ranges.push({ start, end });
}

const space = 0x20;
const ignored = 0x5c;
const ellipsis = 0x2026;

function folded(unit: number): number {
  if (unit < 0x80) {
    return unit === 0x5f ? 0x2f : unit === 0x2b || unit === 0x2d || (unit >= 9 && unit <= 13) ? space : unit;
  }
  return unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || (unit >= 0x2028 && unit <= 0x202f) || unit === 0x3000
    ? space
    : unit;
}
