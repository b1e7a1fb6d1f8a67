import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { headerOf, incomingHeaders } from './incoming-headers.js';

/** An answer as it was received. */
function received(...rawHeaders: string[]): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  // Node's own way from the lines to the object.
  const { _addHeaderLines: add } = incoming as unknown as { _addHeaderLines(lines: string[], count: number): void };
  incoming.rawHeaders = rawHeaders;
  add.call(incoming, rawHeaders, rawHeaders.length);
  return incoming;
}

describe('a header of an answer', () => {
  it.each([
    ['in any letter case', ['CONTENT-type', 'text/xml'], 'content-type', 'text/xml'],
    ['that is not there', ['X-Powered-By', 'x'], 'content-type', undefined],
    ['of the length of another', ['Connection', 'close', 'Keep-Alive', 'timeout=5'], 'keep-alive', 'timeout=5'],
    ['that is empty', ['Content-Encoding', ''], 'content-encoding', ''],
    ['whose name is a value', ['X-Name', 'content-type', 'Content-Type', 'text/xml'], 'content-type', 'text/xml'],
    ['that comes twice', ['X-Tag', 'a', 'x-tag', 'b'], 'x-tag', 'a, b'],
    ['that may come once alone', ['Content-Type', 'a/b', 'Content-Type', 'c/d'], 'content-type', 'a/b'],
    ['that is a list', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'], 'set-cookie', 'a=1, b=2'],
  ] as const)('%s', (_, lines, name, value) => {
    const incoming = received(...lines);
    expect(headerOf(incoming, name)).toBe(value);
    expect(incomingHeaders(incoming).get(name.toUpperCase())).toBe(value ?? null);
  });

  it('is the same as in the object of all headers', () => {
    const incoming = received('Content-Type', 'text/xml', 'X-Tag', 'a', 'Set-Cookie', 'c=d', 'x-tag', 'b');
    const headers = incomingHeaders(incoming);
    const all: Record<string, string> = {};
    headers.forEach((value, name) => {
      all[name] = value;
    });
    expect(Object.keys(all)).toEqual(['content-type', 'set-cookie', 'x-tag']);
    for (const [name, value] of Object.entries(all)) {
      expect(headers.get(name)).toBe(value);
    }
  });

  it.each([
    [
      'with an object of its own',
      { headers: { 'content-type': 'text/xml' }, rawHeaders: ['Content-Type', 'text/plain'] },
    ],
    ['without lines', { headers: { 'content-type': 'text/xml' } }],
  ])('of a mock %s is in that object', (_, mock) => {
    expect(headerOf(mock as unknown as IncomingMessage, 'content-type')).toBe('text/xml');
  });

  it('of a mock without headers is not there', () => {
    expect(headerOf({} as IncomingMessage, 'content-type')).toBeUndefined();
  });
});
