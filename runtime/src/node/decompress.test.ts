import { gzipSync } from 'node:zlib';
import { ContentEncodingError } from '../client/errors/errors.js';
import { decompress } from './decompress.js';

/** A body in so many codings, one in the other. */
function packed(times: number): Uint8Array {
  let body: Uint8Array = new TextEncoder().encode('<a/>');
  for (let i = 0; i < times; i++) {
    body = gzipSync(body);
  }
  return body;
}

describe('a body in several codings', () => {
  it('is undone from the last one on', async () => {
    const plain = await decompress(packed(3), 'gzip, x-gzip,GZIP', 100);
    expect(new TextDecoder().decode(plain)).toBe('<a/>');
  });

  it('is refused when there are more than anyone means', async () => {
    const codings = Array<string>(5).fill('gzip').join();
    await expect(decompress(packed(5), codings, 1000)).rejects.toThrow(ContentEncodingError);
  });
});
