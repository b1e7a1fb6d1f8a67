import { formatMediaType, parseMediaType } from './media-type.js';

describe('parseMediaType', () => {
  it.each([
    ['text/xml', 'text/xml', {}],
    ['Text/XML; CharSet=UTF-8', 'text/xml', { charset: 'UTF-8' }],
    ['text/xml ;charset="utf-8" ; a=b;', 'text/xml', { charset: 'utf-8', a: 'b' }],
    [
      'application/soap+xml; action="http://x/a;b=\\"c\\""; charset=utf-8',
      'application/soap+xml',
      { action: 'http://x/a;b="c"', charset: 'utf-8' },
    ],
    ['application/soap+xml; action=http://x/A?b=c', 'application/soap+xml', { action: 'http://x/A?b=c' }],
    ['application/soap+xml; action=""', 'application/soap+xml', { action: '' }],
    ['text/xml; charset="utf-8', 'text/xml', { charset: 'utf-8' }],
    ['text/xml; a=1; a=2; nonsense; =3', 'text/xml', { a: '1' }],
  ])('%s', (text, type, parameters) => {
    const parsed = parseMediaType(text);
    expect(parsed?.type).toBe(type);
    expect(Object.fromEntries(parsed?.parameters ?? [])).toEqual(parameters);
  });

  it.each([undefined, null, '', 'xml', '; charset=utf-8', 'text/', 'text/xml/x', 'te xt/xml'])('%p is none', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });
});

describe('formatMediaType', () => {
  it('quotes values that are not tokens', () => {
    const text = formatMediaType('application/soap+xml', { charset: 'utf-8', action: 'http://x/"a\\' });
    expect(text).toBe('application/soap+xml; charset=utf-8; action="http://x/\\"a\\\\"');
    expect(parseMediaType(text)?.parameters.get('action')).toBe('http://x/"a\\');
  });
});
