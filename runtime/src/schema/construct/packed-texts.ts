/** Each text begins with one of these, which says how many of its words are those of the text before. */
const separators = '\n ,;:.';

/**
 * The texts of a large enumeration from the form that generated packages have for bundlers. A word begins with a capital or `_`. With `snake`,
 * `ItemNotFound` stands for `ITEM_NOT_FOUND`.
 */
export function packedTexts<T extends string>(packed: string, snake?: boolean): readonly T[] {
  let words: readonly string[] = [];
  return packed.split(/(?=[\n ,;:.])/).map((entry) => {
    const more = entry.slice(1).split(/(?=[A-Z_])/);
    words = [...words.slice(0, separators.indexOf(entry.charAt(0))), ...more];
    const text = words.join('');
    return (snake ? text.replace(/\B(?=[A-Z])/g, '_').toUpperCase() : text) as T;
  });
}
