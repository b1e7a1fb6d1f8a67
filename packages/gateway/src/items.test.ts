import { type ItemsType, itemsIn } from './items.js';

const limits = { maxItemBytes: 100, maxBytes: 1e9, maxDepth: 10 };

async function read(type: ItemsType, ...texts: readonly string[]): Promise<readonly unknown[]> {
  const body = async function* (): AsyncGenerator<Uint8Array, void> {
    for (const text of texts) {
      yield new TextEncoder().encode(text);
    }
  };
  const items: unknown[] = [];
  for await (const item of itemsIn(type, body(), limits)) {
    items.push(item);
  }
  return items;
}

it.each([
  ['application/x-ndjson', ['1', '2\n3', '\n\n \n4'], [12, 3, 4]],
  ['application/json-seq', ['\u001e1', '2\n\u001e"a"\u001e{}\u001e\u001e3 \u001e[1]'], [12, 'a', {}, 3, [1]]],
] as const)('items of %s are found wherever the body is cut', async (type, texts, expected) => {
  expect(await read(type, ...texts)).toEqual(expected);
});

it.each(['\u001e12', '\u001e12\u001e3\n', '\u001e-1\n\u001etrue', '\u001enull'])(
  'an item of a sequence that may have been cut off is refused: %j',
  async (text) => {
    await expect(read('application/json-seq', text)).rejects.toMatchObject({ problem: { status: 400 } });
  },
);

it('an endless item is refused as soon as it is too long', async () => {
  const body = async function* (): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      yield new Uint8Array(30).fill(0x20);
    }
  };
  const items = itemsIn('application/x-ndjson', body(), limits);
  await expect(items.next()).rejects.toMatchObject({ problem: { status: 413 } });
});
