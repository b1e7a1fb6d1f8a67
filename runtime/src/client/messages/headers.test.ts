import { mergeHeaders, requireSendable } from './headers.js';

describe('header fields of a request', () => {
  it('are merged without regard to case, the later ones last', () => {
    expect(Object.entries(mergeHeaders({ 'Content-Type': 'a', 'X-A': '1' }, { 'content-type': 'b' }))).toEqual([
      ['X-A', '1'],
      ['content-type', 'b'],
    ]);
    const base = { 'X-A': '1' };
    expect(mergeHeaders(base, {})).toBe(base);
  });

  it('can be sent with every visible character of Latin 1, spaces and tabs', () => {
    expect(() => requireSendable({ 'X-A_b.1~': ' é\tÿ "~"', Empty: '' })).not.toThrow();
  });

  it.each([
    [
      'a line end',
      { 'X-A': 'secret\nX-B: 1' },
      'ERR_INVALID_CHAR',
      'The header field X-A has a character that HTTP cannot send',
    ],
    [
      'a control character',
      { 'X-A': '\u0001' },
      'ERR_INVALID_CHAR',
      'The header field X-A has a character that HTTP cannot send',
    ],
    [
      'a character beyond Latin 1',
      { 'X-A': 'ж' },
      'ERR_INVALID_CHAR',
      'The header field X-A has a character that HTTP cannot send',
    ],
    ['a space in a name', { 'X A': '1' }, 'ERR_INVALID_HTTP_TOKEN', '"X A" is not a name of a header field'],
    ['no name', { '': '1' }, 'ERR_INVALID_HTTP_TOKEN', '"" is not a name of a header field'],
  ])('are refused with %s, without their values', (_, headers, code, message) => {
    const failure = { name: 'TransportError', kind: 'address', phase: 'connect', code, message };
    expect(() => requireSendable(headers as Record<string, string>)).toThrow(expect.objectContaining(failure));
  });
});
