import { Readable } from 'node:stream';
import type { TransportResponse } from '../http/transport.js';
import { createFetchTransport } from './fetch-transport.js';

/** Hosts differ in the body of a Response: all forms are read, and kept within the limit. */

interface Facts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** The answer of a host whose Response has only the given members, and status and headers. */
function read({ headers = {}, ...members }: Facts, maxResponseBytes?: number): Promise<TransportResponse> {
  const response = { status: 200, statusText: 'OK', headers: new Headers(headers), ...members };
  const transport = createFetchTransport(async () => response as unknown as Response);
  return transport({
    method: 'GET',
    url: 'https://wallet.example/x',
    headers: {},
    ...(maxResponseBytes !== undefined && { maxResponseBytes }),
  });
}

const text = 'ж and more';
const bytes = new TextEncoder().encode(text);
const arrayBuffer = async (): Promise<ArrayBuffer> => bytes.slice().buffer;
const refuses = async (): Promise<never> => {
  throw new Error('FileReader.readAsArrayBuffer is not implemented');
};
const readText = async (): Promise<string> => text;

describe('a body is read', () => {
  it.each<[string, Facts]>([
    ['through arrayBuffer where there is no stream, as on React Native', { arrayBuffer, text: refuses }],
    [
      'through text where arrayBuffer is there and fails, as on older React Native',
      { arrayBuffer: refuses, text: refuses, clone: () => ({ arrayBuffer: refuses, text: readText }) },
    ],
    ['through text where there is nothing else, as in mocks', { body: null, text: readText }],
    [
      'from a stream of Node, as of packages that bring a fetch',
      { body: Readable.from([bytes.slice(0, 4), bytes.slice(4)]) },
    ],
    ['from a web stream', { body: new Response(text).body }],
  ])('%s', async (_, members) => {
    expect(new TextDecoder().decode((await read(members)).body)).toBe(text);
  });

  it('as an empty one where there is nothing to read', async () => {
    expect((await read({ body: null })).body.byteLength).toBe(0);
    expect((await read({ body: null, arrayBuffer: async () => new ArrayBuffer(0) })).body.byteLength).toBe(0);
  });

  it('and the error of the host is reported if it cannot be read', async () => {
    const error = await read({ arrayBuffer: refuses, clone: () => ({ text: refuses }) }).catch((reason) => reason);
    expect(error).toMatchObject({
      name: 'ResponseTruncatedError',
      cause: new Error('FileReader.readAsArrayBuffer is not implemented'),
    });
  });
});

describe('the limit holds', () => {
  it.each<[string, Facts]>([
    ['arrayBuffer', { arrayBuffer }],
    ['text, counted in bytes', { text: readText }],
    ['a stream of Node', { body: Readable.from([bytes]) }],
  ])('for %s', async (_, members) => {
    await expect(read(members, bytes.length - 1)).rejects.toMatchObject({
      name: 'ResponseTooLargeError',
      limit: bytes.length - 1,
    });
  });

  it('for an announced length without reading, when the body is not compressed', async () => {
    const read100 = (headers: Readonly<Record<string, string>>, reader: () => Promise<ArrayBuffer>) =>
      read({ headers: { 'Content-Length': '1000', ...headers }, arrayBuffer: reader }, 100);
    const unread = jest.fn(arrayBuffer);
    await expect(read100({}, unread)).rejects.toMatchObject({ name: 'ResponseTooLargeError' });
    expect(unread).not.toHaveBeenCalled();
    expect((await read100({ 'Content-Encoding': 'gzip' }, arrayBuffer)).body.byteLength).toBe(bytes.length);
  });

  it('and ends an endless stream of Node', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1000));
      },
    });
    await expect(read({ body: endless }, 10_000)).rejects.toMatchObject({ name: 'ResponseTooLargeError' });
    expect(endless.destroyed).toBe(true);
  });
});
