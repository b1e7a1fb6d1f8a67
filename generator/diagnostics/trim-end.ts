/** What may be at the end of a sentence that becomes part of another one. */
export const sentenceEnd = '. \t\r\n';

/** The text without the characters of a set at its end. Takes linear time, which an expression that ends in `+$` does not. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) {
    end--;
  }
  return text.slice(0, end);
}
