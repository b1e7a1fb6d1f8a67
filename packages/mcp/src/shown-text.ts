/** Characters that are not shown, or change how others are: controls, directions, what has no width, tags. Variation selectors are marks. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

/** Words of a contract as one line of bounded length, without characters that a person would not see. */
export function shownText(text: string, maxCharacters: number): string {
  // Whoever writes a book into a contract does not make all readers read it.
  const line = text
    .slice(0, maxCharacters * 8)
    .replace(/\s+/gu, ' ')
    .replace(hidden, '')
    .trim();
  const characters = [...line];
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
