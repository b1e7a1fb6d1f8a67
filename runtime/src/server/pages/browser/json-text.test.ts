import { runInNewContext } from 'node:vm';
import { indentedJson, jsonExpression } from './json-text.js';
import { fetchOf } from './request.js';

const text = (json: string): string =>
  indentedJson(json)
    .map((piece) => piece.text)
    .join('');

describe('indentedJson', () => {
  it('puts each member and item in its line, and keeps the characters of values', () => {
    const value = { a: [1, { b: 'x, {y}: "z"' }], c: {}, d: [], e: null };
    expect(text(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    expect(text(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value, null, 2));
    expect(text('[1.50,12345678901234567890]')).toBe('[\n  1.50,\n  12345678901234567890\n]');
    expect(text('7')).toBe('7');
  });

  it('marks values, not names', () => {
    const values = indentedJson('{"a":["a",1]}').filter(({ isValue }) => isValue);
    expect(values.map((piece) => piece.text)).toEqual(['"a"', '1']);
  });

  it('shows what is no JSON', () => {
    expect(text('{"a":')).toBe('{\n  "a":');
    expect(text(']}x"')).toContain('x"');
  });
});

describe('fetchOf', () => {
  const request = { method: 'POST', url: 'http://h/a', headers: [] };

  it('has JSON as an expression, where that gives the same text', () => {
    expect(fetchOf({ ...request, body: '{"a":1}' })).toBe(
      'const response = await fetch("http://h/a", {\n  method: "POST",\n  body: JSON.stringify({\n    "a": 1\n  }),\n});',
    );
    for (const json of ['{"a":1.50}', '{"__proto__":1}', '{"a":1,"a":2}', '<a/>']) {
      expect([json, jsonExpression(json)]).toEqual([json, undefined]);
    }
    const lines = `<a>\n  \${b} \`c\` \\d\n</a>`;
    const [, expression = ''] = /body: (.*),\n\}\);$/s.exec(fetchOf({ ...request, body: lines })) ?? [];
    expect(runInNewContext(expression)).toBe(lines);
    expect(fetchOf({ ...request, headers: [['A', '1']], body: undefined })).toContain('headers: {"A":"1"}');
    expect(
      fetchOf({
        ...request,
        headers: [
          ['A', '1'],
          ['a', '2'],
        ],
        body: undefined,
      }),
    ).toContain('[["A","1"],["a","2"]]');
    expect(fetchOf({ ...request, body: '<a b="c"/>' })).toContain('body: "<a b=\\"c\\"/>"');
  });
});
