import type { ts } from 'ts-morph';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** A range of a file, and the text in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all edits. What is within a range that is replaced goes with it; insertions at one place are in the order given. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const order = (edit: Edit): number => (edit.start === edit.end ? 0 : 1);
  const sorted = [...edits].sort((a, b) => a.start - b.start || order(a) - order(b) || b.end - a.end);
  let result = '';
  let copied = 0;
  for (const { start, end, text: replacement } of sorted) {
    if (start < copied) {
      continue;
    }
    result += text.slice(copied, start) + replacement;
    copied = end;
  }
  return result + text.slice(copied);
}

/** What becomes of one file: edits, imports that it needs, and what is said of its places. */
export class FileChanges {
  readonly file: ts.SourceFile;
  readonly edits: Edit[] = [];
  readonly findings: Diagnostic[] = [];
  /** Names that the file imports from now on, by module. */
  readonly imports = new Map<string, Set<string>>();

  constructor(file: ts.SourceFile) {
    this.file = file;
  }

  replace(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text });
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
