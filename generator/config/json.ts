/** A mistake in a JSON text. */
export interface JsonMistake {
  readonly reason: string;
  /** In UTF-16 code units. */
  readonly offset: number;
}

/** White space and one token of JSON, at `lastIndex`; the groups are punctuation, string, and number or word. */
export const tokenPattern: RegExp =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)))/y;

/** The tokens that are allowed next. */
type Expected = 'value' | 'value or ]' | 'property name or }' | 'property name' | ':' | ', or ]' | ', or }' | 'the end';

/**
 * Finds the first mistake in a text that `JSON.parse` refused: its own messages differ between versions of Node, and most
 * have no position. `undefined` if there is none.
 */
export function findJsonMistake(text: string): JsonMistake | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let end = 0;
  for (;;) {
    tokenPattern.lastIndex = end;
    const match = tokenPattern.exec(text);
    const offset = end + (/^[ \t\n\r]*/.exec(text.slice(end))?.[0].length ?? 0);
    if (!match) {
      if (offset >= text.length && expected === 'the end') {
        return undefined;
      }
      const isComment = /^\/[/*]/.test(text.slice(offset, offset + 2));
      return { reason: isComment ? 'comments are no part of JSON' : `${nameOf(expected)} is expected here`, offset };
    }
    const next = step(expected, match, open);
    if (next === undefined) {
      // After a comma nothing else may end a list.
      const isExtra = (match[1] === '}' || match[1] === ']') && text.slice(0, offset).trimEnd().endsWith(',');
      const extra = isExtra ? `; JSON has no comma before "${match[1]}"` : '';
      return { reason: `${nameOf(expected)} is expected here${extra}`, offset };
    }
    expected = next;
    end = tokenPattern.lastIndex;
  }
}

function step(expected: Expected, match: RegExpExecArray, open: ('{' | '[')[]): Expected | undefined {
  const [, mark, string] = match;
  const after = (): Expected => (open.length === 0 ? 'the end' : open.at(-1) === '{' ? ', or }' : ', or ]');
  if (mark === ']' || mark === '}') {
    if (!expected.endsWith(mark)) {
      return undefined;
    }
    open.pop();
    return after();
  }
  switch (expected) {
    case 'value':
    case 'value or ]':
      if (mark === '{' || mark === '[') {
        open.push(mark);
        return mark === '{' ? 'property name or }' : 'value or ]';
      }
      return mark === undefined ? after() : undefined;
    case 'property name':
    case 'property name or }':
      return string === undefined ? undefined : ':';
    case ':':
      return mark === ':' ? 'value' : undefined;
    case ', or ]':
      return mark === ',' ? 'value' : undefined;
    case ', or }':
      return mark === ',' ? 'property name' : undefined;
    case 'the end':
      return undefined;
  }
}

function nameOf(expected: Expected): string {
  if (expected === 'the end') {
    return expected;
  }
  const [what = '', or] = expected.split(' or ');
  const quoted = /^\W,?$/.test(what) ? `"${what.replace(/,$/, '')}"` : `a ${what}`;
  return (what === ',' ? '","' : quoted) + (or ? ` or "${or}"` : '');
}
