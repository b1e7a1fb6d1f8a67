/** What a reader accepts of a document, where its options do not say. */
export const defaultMaxDepth = 256;
export const defaultMaxAttributes = 256;
export const defaultMaxNamespaces = 256;
// Lists of what is in scope are made one by one where elements declare something of their own. So many namespaces are listed
// as often as is asked for, more of them only until they sum up to the second number.
export const fewNamespaces = 32;
export const maxListed = 1_000_000;

// A document of few bytes can make each element of another need all the declarations around it. What is written for that is bounded: so many
// characters of declarations are free, and then so many for each other character.
export const freeDeclarations: number = 4 * 1024 * 1024;
export const declarationsEach = 16;
