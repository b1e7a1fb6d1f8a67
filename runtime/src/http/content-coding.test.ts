import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { zlibDecoders } from '../node/zlib-decoders.js';
import { ContentCodingError, codingsOf, type DecodingBounds, decodeContent } from './content-coding.js';
import { streamDecoders } from './stream-decoders.js';

const text = '<Envelope>'.repeat(2000);
const bounds: DecodingBounds = { maxBytes: 100_000, hold: () => true };
const hosts = [
  { host: 'Node', decoders: zlibDecoders },
  { host: 'a host with streams', decoders: streamDecoders() },
];

it.each([
  ['gzip', ['gzip']],
  [' X-GZIP , identity,, Deflate', ['gzip', 'deflate']],
  ['', []],
  ['identity', []],
])('reads the codings of %j', (header, codings) => {
  expect(codingsOf(header)).toEqual(codings);
});

describe.each(hosts)('$host', ({ decoders }) => {
  const decode = async (body: Uint8Array, codings: readonly string[], given = bounds): Promise<string> => {
    const plain = await decodeContent(body, codings, decoders, given);
    return new TextDecoder().decode(plain);
  };
  const problem = async (body: Uint8Array, codings: readonly string[], given = bounds): Promise<string> => {
    try {
      await decode(body, codings, given);
    } catch (error) {
      return error instanceof ContentCodingError ? error.problem : String(error);
    }
    return 'none';
  };
  const forms = {
    gzip: (bytes: Uint8Array | string) => gzipSync(bytes),
    deflate: (bytes: Uint8Array | string) => deflateSync(bytes),
    br: (bytes: Uint8Array | string) => brotliCompressSync(bytes),
  };
  const known = [...decoders.keys()] as (keyof typeof forms)[];

  it('knows gzip and deflate at least', () => {
    expect(known).toEqual(expect.arrayContaining(['gzip', 'deflate']));
  });

  it.each(known)('undoes %s', async (coding) => {
    expect(await decode(forms[coding](text), [coding])).toBe(text);
    expect(await decode(forms[coding](''), [coding])).toBe('');
  });

  it('undoes deflate without the head of zlib, which some send', async () => {
    expect(await decode(deflateRawSync(text), ['deflate'])).toBe(text);
  });

  it('undoes several codings in the opposite order', async () => {
    expect(await decode(gzipSync(deflateSync(text)), ['deflate', 'gzip'])).toBe(text);
    expect(await problem(gzipSync(deflateSync(text)), ['gzip', 'deflate'])).toBe('broken');
    const three = gzipSync(gzipSync(gzipSync(text)));
    expect(await decode(three, ['gzip', 'gzip', 'gzip'])).toBe(text);
    expect(await problem(gzipSync(three), ['gzip', 'gzip', 'gzip', 'gzip'])).toBe('unknown');
  });

  it.each(known)('notices a body in %s that is cut short, or is something else', async (coding) => {
    const body = forms[coding](text);
    for (const length of [0, 1, 5, body.length - 1]) {
      expect(await problem(body.subarray(0, length), [coding])).toBe('broken');
    }
    expect(await problem(Buffer.from(text), [coding])).toBe('broken');
  });

  it.each(known)('stops a body in %s at the limit', async (coding) => {
    const body = forms[coding](Buffer.alloc(5_000_000));
    let held = 0;
    const hold = (bytes: number): boolean => {
      held += bytes;
      return true;
    };
    expect(await problem(body, [coding], { maxBytes: 100_000, hold })).toBe('too-long');
    expect(held).toBeLessThanOrEqual(100_000);
    expect(await problem(forms[coding](Buffer.from([...body])), [coding, coding], bounds)).toBe('too-long');
    const exact = forms[coding]('x'.repeat(1000));
    expect(await problem(exact, [coding], { ...bounds, maxBytes: 999 })).toBe('too-long');
    expect((await decode(exact, [coding], { ...bounds, maxBytes: 1000 })).length).toBe(1000);
    expect((await decode(exact, [coding], { ...bounds, maxBytes: Number.POSITIVE_INFINITY })).length).toBe(1000);
  });

  it('knows no other coding', async () => {
    expect(await problem(new Uint8Array(4), ['zstd'])).toBe('unknown');
    expect(await problem(gzipSync(text), ['zstd', 'gzip'])).toBe('unknown');
  });
});

it.each(['gzip', 'deflate', 'br'] as const)('Node notices a body in %s that goes on', (coding) => {
  const body = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[coding](text);
  const longer = Buffer.concat([body, Buffer.from('more')]);
  expect(() => decodeContent(longer, [coding], zlibDecoders, bounds)).toThrow(ContentCodingError);
});

it('a host with streams stops when there is no memory', async () => {
  const full: DecodingBounds = { maxBytes: 100_000, hold: () => false };
  await expect(decodeContent(gzipSync(text), ['gzip'], streamDecoders(), full)).rejects.toMatchObject({
    problem: 'no-room',
  });
});
