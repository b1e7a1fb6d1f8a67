import type { Range } from './ranges.js';

/** Nodes of all patterns together. */
const maxNodes = 65_536;

/**
 * Looks for many texts at once (Aho and Corasick): the time grows with the length of what is searched, whatever is looked for. White space, `+` and `-`
 * are alike, and so is a run of them; `_` and `/` are alike; a `\` does not count. Thus a text is also found where it was put into one line, into a query or into
 * JSON, and base64 in either of its alphabets.
 */
export class Search {
  /** The node after a node and a unit: `node * 65536 + unit`. */
  readonly #next = new Map<number, number>();
  readonly #parents: number[] = [0];
  readonly #units: number[] = [0];
  readonly #depths: number[] = [0];
  /** Length of the longest pattern that ends with the node; 0 for none. */
  readonly #found: number[] = [0];
  readonly #fallbacks: number[] = [];
  #longest = 0;
  #linked = false;

  /** False when nothing is looked for. */
  get isEmpty(): boolean {
    return this.#longest === 0;
  }

  /** Adds a text to look for. False when there is no room left. */
  add(text: string): boolean {
    if (this.#depths.length + text.length > maxNodes) {
      return false;
    }
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
    const depth = this.#depths[node] ?? 0;
    this.#found[node] = depth;
    this.#longest = Math.max(this.#longest, depth);
    this.#linked = false;
    return true;
  }

  #child(node: number, unit: number): number {
    const key = node * 65_536 + unit;
    let child = this.#next.get(key);
    if (child === undefined) {
      child = this.#depths.length;
      this.#next.set(key, child);
      this.#parents.push(node);
      this.#units.push(unit);
      this.#depths.push((this.#depths[node] ?? 0) + 1);
      this.#found.push(0);
    }
    return child;
  }

  /** Finds for each node the longest other node whose text it ends with. */
  #link(): void {
    this.#linked = true;
    for (const node of this.#byDepth()) {
      const parent = this.#parents[node] ?? 0;
      const fallback = parent === 0 ? 0 : this.#step(this.#fallbacks[parent] ?? 0, this.#units[node] ?? 0);
      this.#fallbacks[node] = fallback;
      this.#found[node] ||= this.#found[fallback] ?? 0;
    }
  }

  /** The nodes in order of their depth. */
  #byDepth(): Int32Array {
    const ends = new Int32Array(this.#longest + 2);
    for (const depth of this.#depths) {
      ends[depth + 1] = (ends[depth + 1] ?? 0) + 1;
    }
    for (let depth = 1; depth < ends.length; depth++) {
      ends[depth] = (ends[depth] ?? 0) + (ends[depth - 1] ?? 0);
    }
    const order = new Int32Array(this.#depths.length);
    for (let node = 0; node < order.length; node++) {
      const depth = this.#depths[node] ?? 0;
      const place = ends[depth] ?? 0;
      order[place] = node;
      ends[depth] = place + 1;
    }
    return order;
  }

  #step(from: number, unit: number): number {
    let node = from;
    let next = this.#next.get(node * 65_536 + unit);
    while (next === undefined && node !== 0) {
      node = this.#fallbacks[node] ?? 0;
      next = this.#next.get(node * 65_536 + unit);
    }
    return next ?? 0;
  }

  /**
   * Where the texts are, in order and without overlaps. The beginning of one of them, of `shortest` units or more, counts before a `…`, where somebody cut
   * it, and with `isCut` at the end.
   */
  find(text: string, shortest: number, isCut: boolean): Range[] {
    if (!this.#linked) {
      this.#link();
    }
    const ranges: Range[] = [];
    // Positions of the last units that count: a run of spaces counts once.
    const positions = new Int32Array(this.#longest + 1);
    let count = 0;
    let node = 0;
    let before = -1;
    const addBeginning = (end: number): void => {
      const depth = this.#depths[node] ?? 0;
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
        const length = this.#found[node] ?? 0;
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
