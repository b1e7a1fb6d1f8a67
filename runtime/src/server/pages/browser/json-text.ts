import type { TextPiece } from './xml-text.js';

/** Texts, marks, and everything else that is no white space. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"/g;

/** JSON with each member and item in a line of its own, indented. Values keep their characters: no digit is lost. */
export function indentedJson(json: string): TextPiece[] {
  const result: TextPiece[] = [];
  let depth = 0;
  let before = '';
  for (const [token] of json.matchAll(tokens)) {
    const isEnd = token === '}' || token === ']';
    depth -= isEnd && depth > 0 ? 1 : 0;
    const isOpen = before === '{' || before === '[';
    const breaks = before === ',' || (isEnd ? !isOpen : isOpen);
    const gap = before === ':' ? ' ' : breaks ? `\n${'  '.repeat(depth)}` : '';
    depth += token === '{' || token === '[' ? 1 : 0;
    before = token;
    const last = result.at(-1);
    if (token === ':' && last !== undefined) {
      // What was before is a name.
      result[result.length - 1] = { ...last, isValue: false };
    }
    if (gap !== '') {
      result.push({ text: gap, isValue: false });
    }
    result.push({ text: token, isValue: !/^[{}[\],:]$/.test(token) });
  }
  return result;
}

/** JSON as an expression of JavaScript that gives the same text, but for white space; undefined where there is none. */
export function jsonExpression(json: string): string | undefined {
  try {
    const same = JSON.stringify(JSON.parse(json)) === [...json.matchAll(tokens)].map(([token]) => token).join('');
    return same && !json.includes('__proto__')
      ? `JSON.stringify(${indentedJson(json)
          .map(({ text }) => text)
          .join('')})`
      : undefined;
  } catch {
    return undefined;
  }
}
