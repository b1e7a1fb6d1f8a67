/** Puts each element of a document without mixed content on a line of its own, as programs do that write for people. */
export const indented = (lineEnd) => (xml) => {
  let depth = 0;
  return xml.replaceAll(/<(\/?)[^>]*>(?=<|$)/g, (tag, end) => {
    depth += end === '/' ? -1 : 0;
    const next = end === '/' ? depth - 1 : depth;
    return `${tag}${lineEnd}${'  '.repeat(Math.max(0, next))}`;
  });
};
