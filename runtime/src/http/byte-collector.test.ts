import { ByteCollector } from './byte-collector.js';

/** Bytes that depend on their position, so that a mixed-up order shows. */
function numbered(length: number, from = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (from + index) * 31 + ((from + index) >> 8));
}

function collect(sizes: readonly number[]): { readonly collector: ByteCollector; readonly whole: Uint8Array } {
  const collector = new ByteCollector();
  let length = 0;
  for (const size of sizes) {
    collector.add(numbered(size, length));
    length += size;
  }
  return { collector, whole: numbered(length) };
}

describe('ByteCollector', () => {
  it.each<[string, readonly number[]]>([
    ['nothing', []],
    ['empty chunks', [0, 0, 3, 0]],
    ['one chunk', [10]],
    ['short chunks', [1, 2, 3, 4]],
    ['long chunks', [5000, 70_000, 4096]],
    ['long and short chunks in turn', [1, 5000, 1, 5000, 600, 200_000, 1, 1, 4095, 4096]],
    ['hundreds of thousands of single bytes', Array.from({ length: 200_000 }, () => 1)],
  ])('puts %s together', (_, sizes) => {
    const { collector, whole } = collect(sizes);
    expect(collector.length).toBe(whole.length);
    expect(Buffer.compare(collector.bytes(), whole)).toBe(0);
  });

  it('goes on after its bytes were asked for, and does not change those', () => {
    const { collector, whole } = collect([1, 1, 5000, 1]);
    const early = collector.bytes();
    collector.add(numbered(7, whole.length));
    expect(Buffer.compare(early, whole)).toBe(0);
    expect(Buffer.compare(collector.bytes(), numbered(whole.length + 7))).toBe(0);
  });

  it('does not copy a single chunk', () => {
    const chunk = numbered(100);
    const collector = new ByteCollector();
    collector.add(chunk);
    expect(collector.bytes()).toBe(chunk);
  });

  it('does not keep a large buffer alive for a few bytes of it', () => {
    const collector = new ByteCollector();
    for (let index = 0; index < 3; index++) {
      collector.add(new Uint8Array(1_000_000).subarray(0, 5000));
    }
    expect(collector.bytes().buffer.byteLength).toBeLessThan(100_000);
  });

  it('keeps no object for a short chunk: its bytes are copied', () => {
    const collector = new ByteCollector();
    const chunk = new Uint8Array(1);
    for (let index = 0; index < 1000; index++) {
      chunk[0] = index;
      collector.add(index === 0 ? chunk.slice() : chunk);
    }
    expect([...collector.bytes()]).toEqual(Array.from({ length: 1000 }, (_, index) => index % 256));
  });
});
