import { formatSimple } from '../index.js';
import * as xs from '../xs.js';

describe('octets as text', () => {
  const bytes = Uint8Array.from({ length: 1_000_001 }, (_, at) => (at * 7 + (at >> 8)) & 255);

  it.each([0, 1, 2, 3, 4, 5, 1_000_000, 1_000_001])('%i of them are written as the platform writes them', (size) => {
    const some = bytes.subarray(0, size);
    expect(formatSimple(xs.base64Binary, some) === Buffer.from(some).toString('base64')).toBe(true);
    expect(formatSimple(xs.hexBinary, some) === Buffer.from(some).toString('hex').toUpperCase()).toBe(true);
  });
});
