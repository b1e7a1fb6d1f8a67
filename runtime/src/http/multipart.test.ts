import { maxPartHeaderLines, maxPartHeaders, parsePartHeaders } from './multipart.js';

const read = (text: string): object | undefined => {
  const headers = parsePartHeaders(text);
  return headers && Object.fromEntries(headers);
};

describe('headers of a part', () => {
  it('are read as mail writes them: any letter case, folded lines, white space around', () => {
    expect(read('Content-Type: a/b;\r\n\tname="x"\r\n  ; y=z\r\nContent-ID :<1>  \r\n')).toEqual({
      'content-type': 'a/b; name="x" ; y=z',
      'content-id': '<1>',
    });
  });

  it('count once: the first of a name', () => {
    expect(read('a: 1\nA: 2')).toEqual({ a: '1' });
  });

  it.each(['', 'x', ': x', 'folded', '\r\n'])('are empty in %j', (text) => {
    expect(read(text)).toEqual({});
  });

  it('are refused beyond the limits', () => {
    const lines = (count: number): string => 'a: 1\n'.repeat(count).trimEnd();
    expect(read(lines(maxPartHeaderLines))).toEqual({ a: '1' });
    expect(read(lines(maxPartHeaderLines + 1))).toBeUndefined();
    expect(read(`a: ${'x'.repeat(maxPartHeaders)}`)).toBeUndefined();
  });
});
