import { addBundled, isBundled } from './bundled.js';
import type { SourceElement } from './document.js';
import { parseDocument } from './parse.js';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';

async function parsed(text: string): Promise<SourceElement> {
  const [root] = await parseDocument(text, { uri: 'a.xsd', file: 'a.xsd', maxDepth: 100 });
  return root as SourceElement;
}

async function added(text: string, declared: readonly string[] = []): Promise<readonly string[]> {
  const uris: string[] = [];
  await addBundled({
    roots: [await parsed(text)],
    isDeclared: (namespace) => declared.includes(namespace),
    add: async (uri, schema) => {
      uris.push(uri);
      return parsed(schema);
    },
  });
  return uris;
}

const using = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}"><xs:element name="a" type="e:string"/></xs:schema>`;

describe('the bundled schema of a namespace', () => {
  it('is added when names are taken from the namespace', async () => {
    expect(await added(using)).toHaveLength(1);
  });

  it('is not added when a document declares the namespace', async () => {
    expect(await added(using, [encoding])).toEqual([]);
  });

  it('is not added when nothing names the namespace', async () => {
    expect(await added('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>')).toEqual([]);
  });
});

it('isBundled knows the namespaces whose schemas are complete', async () => {
  expect(await isBundled(encoding)).toBe(true);
  expect(await isBundled('urn:own')).toBe(false);
});
