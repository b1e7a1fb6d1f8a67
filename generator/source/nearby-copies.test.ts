import { posix } from 'node:path';
import { load, memoryDisk, schema } from '../xsd/fixtures/memory.js';
import type { ReadDocument } from './outside-access.js';

const wanted = schema('', 'targetNamespace="urn:u"');
const other = schema('', 'targetNamespace="urn:o"');
const importing = (location: string): string => schema(`<xs:import namespace="urn:u" schemaLocation="${location}"/>`);

/**
 * Loads `a.xsd`, which refers to `location`, from a folder that can be listed; returns the names of the other documents, and
 * the findings.
 */
async function loadBeside(text: string, files: Readonly<Record<string, string>>) {
  const all = { 'a.xsd': text, ...files };
  const list = async (folder: string): Promise<readonly string[]> => [
    ...new Set(
      Object.keys(all)
        .map((name) => posix.relative(folder, `/work/${name}`))
        .filter((name) => !name.startsWith('..'))
        .map((name) => name.split('/')[0] ?? ''),
    ),
  ];
  const [sources, diagnostics] = await load(all, { list });
  const found = [...sources.documents.values()].map(({ displayName }) => displayName).slice(1);
  return {
    found,
    codes: diagnostics.map(({ code }) => code),
    reference: sources.documents.get('/work/a.xsd')?.references[0],
  };
}

describe('a document whose location is not valid', () => {
  it.each([
    ['Common/Types.xsd', 'common/types.XSD'],
    ['http://vendor.example/v1/types.xsd', 'types.xsd'],
    ['C:\\build\\wsdl\\types.xsd', 'types.xsd'],
    ['file:///C:/build/types.xsd', 'types.xsd'],
    ['http://vendor.example/Service.svc?xsd=xsd0', 'xsd0.xsd'],
    ['http://vendor.example/Service.svc?xsd=xsd0', 'Service.xsd0.xsd'],
    ['http://vendor.example/Service?xsd=1', 'Service@xsd=1.xsd'],
    ['Service.asmx?schema=data', 'Service_data.xsd'],
    ['http://vendor.example/x?type=9', 'vendor.example.types.xsd'],
  ])('%s is found as %s', async (location, name) => {
    const loaded = await loadBeside(importing(location), { [name]: wanted, 'b.xsd': other });
    expect([loaded.found, loaded.codes]).toEqual([[name], ['source/found-nearby']]);
    expect(loaded.reference?.target).toBe(`/work/${name}`);
  });

  it('is not taken for one of another namespace', async () => {
    const loaded = await loadBeside(importing('http://vendor.example/types.xsd'), { 'types.xsd': other });
    expect([loaded.found, loaded.codes]).toEqual([[], ['source/remote-import']]);
  });

  it('is not replaced if two documents may be meant', async () => {
    const loaded = await loadBeside(importing('gone.xsd'), { 'b.xsd': wanted, 'c.xsd': wanted });
    expect([loaded.found, loaded.codes]).toEqual([[], ['source/missing-import']]);
  });

  it('is found for includes by its name alone', async () => {
    const text = schema('<xs:include schemaLocation="../x/Part.xsd"/>', 'targetNamespace="urn:o"');
    expect((await loadBeside(text, { 'part.xsd': other, 'b.xsd': other })).found).toEqual(['part.xsd']);
  });

  it('adds the documents that it refers to, which are searched in turn', async () => {
    const files = {
      'b.xsd': schema('<xs:include schemaLocation="http://h.example/c.xsd"/>', 'targetNamespace="urn:u"'),
    };
    const loaded = await loadBeside(importing('http://h.example/b.xsd'), { ...files, 'c.xsd': wanted });
    expect(loaded.found).toEqual(['b.xsd', 'c.xsd']);
  });
});

it('a location with a query is the document that was saved under it, never the one that asks', async () => {
  const saved = { 'a.xsd?xsd=1': wanted };
  const loaded = await loadBeside(importing('a.xsd?xsd=1'), saved);
  expect([loaded.found, loaded.codes]).toEqual([['a.xsd?xsd=1'], []]);
});

it('however many locations lead nowhere, a folder is listed once, and a file in it is looked into once', async () => {
  const imports = Array.from({ length: 50 }, (_, i) => `<xs:import namespace="urn:n${i}" schemaLocation="n${i}.xsd"/>`);
  const files = { 'a.xsd': schema(imports.join('')), 'b.xsd': other, 'c.xsd': wanted };
  const asked: string[] = [];
  const list = async (folder: string): Promise<readonly string[]> => {
    asked.push(folder);
    return Object.keys(files);
  };
  const disk = memoryDisk(files);
  const read: ReadDocument = (path, limits) => {
    if (/[bc]\.xsd$/.test(path)) {
      asked.push(path);
    }
    return disk(path, limits);
  };
  const [, diagnostics] = await load(files, { list, read });
  expect(diagnostics).toHaveLength(imports.length);
  expect(asked).toEqual(['/work', '/work/b.xsd', '/work/c.xsd']);
});
