import type { Load, StoreMethods } from '../../../tests/support/runtime/stream-fixture.js';
import type { ServiceImplementation } from '../server/handlers/registration.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import type { Streaming } from './write/sources.js';
import { streamed } from './write/streamed.js';

interface Letter {
  readonly title: string;
  readonly pages: readonly { readonly lines: string[]; readonly scan?: Uint8Array | null }[];
  readonly sent: Date;
  readonly any: XmlElement;
}

const any: XmlElement = { namespace: '', name: 'a', attributes: [], children: [] };
const rest = { title: 't', sent: new Date(0), any };

async function* pages(): AsyncGenerator<Streaming<Letter['pages'][number]>> {
  yield { lines: ['a'], scan: new Blob([]) };
  yield { lines: new Set(['a', 'b']), scan: null };
  yield { lines: new ReadableStream<string>() };
}

describe('the type of values that are read while they are written', () => {
  it('takes everything that the type itself takes', () => {
    const letter: Letter = { ...rest, pages: [{ lines: ['a'], scan: new Uint8Array(1) }] };
    const value: Streaming<Letter> = letter;
    expect(value).toBe(letter);
  });

  it('takes sources of items and of octets, also inside one another', () => {
    const values: Streaming<Letter>[] = [
      { ...rest, pages: pages() },
      { ...rest, pages: [{ lines: ['a'].values(), scan: new ReadableStream<Uint8Array>() }] },
      { ...rest, pages: new Map([[1, { lines: [] }]]).values() },
    ];
    expect(values).toHaveLength(3);
  });

  it('refuses texts as lists of characters, other items, and parts of trees', () => {
    const values: Streaming<Letter>[] = [
      // @ts-expect-error: a text is not a list of its characters
      { ...rest, pages: [{ lines: 'abc' }] },
      // @ts-expect-error: the items are of another type
      { ...rest, pages: [{ lines: new Set([1]) }] },
      // @ts-expect-error: a tree has to be there as a whole
      { ...rest, pages: [], any: { ...any, children: new Set<string>() } },
      // @ts-expect-error: this is no list
      { ...rest, pages: [], title: new Set(['t']) },
    ];
    expect(values).toHaveLength(4);
  });

  it('is what handlers of every form may answer with', () => {
    const implementation: Partial<ServiceImplementation<StoreMethods>> = {
      fetch: ({ name }) => streamed({ name, entries: new Set([{ id: 1, text: 'a' }]) }),
      entries: async () => streamed(new Set([{ id: 1, text: 'a' }])),
    };
    const wrong: Partial<ServiceImplementation<StoreMethods>> = {
      // @ts-expect-error: the items are of another type
      fetch: ({ name }) => streamed<Load>({ name, entries: new Set([1]) }),
    };
    expect([implementation, wrong]).toHaveLength(2);
  });
});
