import { JsonTextError, type JsonTextLimits, parseJsonText } from './json-text.js';

function refusal(text: string | Uint8Array, limits?: JsonTextLimits): string {
  try {
    return `no refusal: ${JSON.stringify(parseJsonText(text, limits))}`;
  } catch (error) {
    if (!(error instanceof JsonTextError)) {
      throw error;
    }
    return `${error.code} ${error.line}:${error.column} ${error.offset}`;
  }
}

describe('a JSON text', () => {
  it.each([
    '{"a":[1,-2.5e+3,0,-0,1E400],"b":{"c":null},"":true,"d":false}',
    ' [ "\\u00e4\\n\\\\\\"/\\/\\ud83d\\ude00" , "\\ud800" , [ ] , { } ]\r\n',
    '"text"',
    '{"__proto__":{"x":1},"constructor":2,"1":3}',
  ])('has the value that JSON.parse gives: %s', (text) => {
    expect(parseJsonText(text)).toEqual(JSON.parse(text));
    expect(parseJsonText(new TextEncoder().encode(`\ufeff${text}`))).toEqual(JSON.parse(text));
  });

  it('does not change the prototype of an object', () => {
    const value = parseJsonText('{"__proto__":{"x":1}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
  });

  it.each([
    ['', 'syntax 1:1 0'],
    ['{"a":1,}', 'syntax 1:8 7'],
    ['[1 2]', 'syntax 1:4 3'],
    ['[1,\n  01]', 'syntax 2:4 7'],
    ['[1]x', 'syntax 1:4 3'],
    ['"a\nb"', 'syntax 1:3 2'],
    ['"\\x"', 'syntax 1:2 1'],
    ['"a', 'syntax 1:3 2'],
    ['{a:1}', 'syntax 1:2 1'],
    ['{"a" 1}', 'syntax 1:6 5'],
    ['nul', 'syntax 1:1 0'],
    ['NaN', 'syntax 1:1 0'],
    ['+1', 'syntax 1:1 0'],
    ['[1.]', 'syntax 1:3 2'],
    ['\u00a01', 'syntax 1:1 0'],
    ['\ufeff\ufeff1', 'syntax 1:1 0'],
  ])('that is none is refused with its place: %j', (text, expected) => {
    expect(refusal(text)).toBe(expected);
    expect(refusal(new TextEncoder().encode(text))).toBe(expected);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it('may have no two members of one name, however they are written', () => {
    expect(refusal('{"a":1,\n"a":2}')).toBe('duplicate-member 2:1 8');
    expect(refusal('{"a":1,"\\u0061":2}')).toBe('duplicate-member 1:8 7');
    expect(refusal('{"__proto__":1,"__proto__":2}')).toBe('duplicate-member 1:16 15');
  });

  it('has limits', () => {
    expect(refusal('[[[]]]', { maxDepth: 2 })).toBe('too-deep 1:3 2');
    expect(refusal('[[1]]', { maxDepth: 2 })).toBe('no refusal: [[1]]');
    expect(refusal('{"a":1,"b":2}', { maxMembers: 1 })).toBe('too-many-members 1:8 7');
    expect(refusal('"\u00e4"', { maxBytes: 3 })).toBe('too-long 1:1 0');
    expect(refusal('"\u00e4"', { maxBytes: 4 })).toBe('no refusal: "\u00e4"');
    expect(refusal(new Uint8Array(5), { maxBytes: 4 })).toBe('too-long 1:1 0');
    expect(refusal(Uint8Array.of(0x22, 0xff, 0x22))).toBe('encoding 1:1 0');
  });

  it('of any depth is refused, and not a crash, whatever limit is asked for', () => {
    expect(refusal('['.repeat(2_000_000), { maxDepth: 1_000_000 })).toBe('too-deep 1:1001 1000');
    expect(refusal('{"a":'.repeat(2_000_000))).toBe('too-deep 1:1281 1280');
  });

  it('takes the names of its limits and no others', () => {
    expect(() => parseJsonText('1', { maxdepth: 1 } as never)).toThrow(TypeError);
  });
});
