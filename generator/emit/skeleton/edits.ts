/** Text to insert into a file. Nothing is ever removed. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The text with all insertions; those at the same position are in the order given. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  const sorted = [...insertions].sort((a, b) => a.at - b.at);
  let result = '';
  let copied = 0;
  for (const { at, text: inserted } of sorted) {
    result += text.slice(copied, at) + inserted;
    copied = at;
  }
  return result + text.slice(copied);
}
