import type { ts } from 'ts-morph';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** A range of a file, and the text in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The edits that count, in their order: what is within a range that is replaced goes with it; insertions at one place are in the order given. */
function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const order = (edit: Edit): number => (edit.start === edit.end ? 0 : 1);
  const sorted = [...edits].sort((a, b) => a.start - b.start || order(a) - order(b) || b.end - a.end);
  let done = 0;
  return sorted.filter(({ start, end }) => {
    const counts = start >= done;
    done = counts ? end : done;
    return counts;
  });
}

/** The text with all edits. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let copied = 0;
  for (const { start, end, text: replacement } of inOrder(edits)) {
    result += text.slice(copied, start) + replacement;
    copied = end;
  }
  return result + text.slice(copied);
}

/** Says where places are after all edits. */
export function placesAfter(edits: readonly Edit[]): (place: number) => number {
  const ordered = inOrder(edits);
  return (place) => {
    let moved = 0;
    for (const { start, end, text } of ordered) {
      if (end > place || (start === place && end === place)) {
        return Math.min(start, place) + moved;
      }
      moved += text.length - (end - start);
    }
    return place + moved;
  };
}

/** Says in which line, counted from 1, and where in it the places of a text are. */
export function linesIn(text: string): (place: number) => { readonly line: number; readonly column: number } {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
  return (place) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      [low, high] = (starts[middle] ?? 0) <= place ? [middle, high] : [low, middle - 1];
    }
    return { line: low + 1, column: place - (starts[low] ?? 0) + 1 };
  };
}

/** What is said of a place. */
export interface PlacedFinding {
  readonly diagnostic: Diagnostic;
  readonly start: number;
}

/** What becomes of one file: edits, imports that it needs, and what is said of its places. */
export class FileChanges {
  readonly file: ts.SourceFile;
  readonly edits: Edit[] = [];
  readonly findings: PlacedFinding[] = [];
  /** Names that the file imports from now on, by module. */
  readonly imports = new Map<string, Set<string>>();

  constructor(file: ts.SourceFile) {
    this.file = file;
  }

  replace(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text });
  }

  /** Gives an import another name in what was written so far. */
  rename(from: string, to: string): void {
    for (const [index, edit] of this.edits.entries()) {
      this.edits[index] = { ...edit, text: edit.text.replaceAll(from, to) };
    }
  }

  /** The name under which the file has an export of a module. A name that the file uses for something else gets `$` at its end. */
  imported(module: string, name: string, taken: (name: string) => boolean): string {
    const names = this.imports.get(module) ?? new Set();
    names.add(name);
    this.imports.set(module, names);
    return localName(name, taken);
  }
}

/** The name under which a file imports something. */
export function localName(name: string, taken: (name: string) => boolean): string {
  let local = name;
  while (taken(local)) {
    local += '$';
  }
  return local;
}
