/** Limits of readers and writers of XML. */

/** Depth of elements that a reader accepts, if its options do not say. */
export const defaultMaxDepth = 256;
/** Attributes of one element that a reader accepts, if its options do not say. */
export const defaultMaxAttributes = 256;
/** Namespace declarations in force at once that a reader accepts, if its options do not say. */
export const defaultMaxNamespaces = 256;

/** Declarations in scope that are listed as often as somebody asks: each element that declares something needs a list of its own. */
export const fewNamespaces = 32;
/** The sum of the declarations in longer lists that one document may need. */
export const maxListed = 1_000_000;

/**
 * Characters of declarations that a writer repeats without limit. A document of few bytes can make each element of another document need all the
 * declarations around it.
 */
export const freeDeclarations: number = 4 * 1024 * 1024;
/** Beyond these, characters of declarations for each other character that is written. */
export const declarationsEach = 16;
