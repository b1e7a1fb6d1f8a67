/** Code units of a message: a megabyte of a document does not help readers of a fault or a log. */
const maxMessage = 1000;

/** A text that fits in a message: names and values of a document may be as long as the document. */
export function brief(text: string, length: number = maxMessage): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
