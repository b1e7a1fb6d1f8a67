import { buildTypes } from '../../contract/types/build.js';
import { codes, components, schema } from '../../xsd/fixtures/memory.js';
import { wellKnownSchemas } from './index.js';

it('has one sound schema for each namespace', async () => {
  expect(new Set(wellKnownSchemas.map(({ namespace }) => namespace)).size).toBe(wellKnownSchemas.length);
  for (const { namespace, text } of wellKnownSchemas) {
    const [schemas, diagnostics] = await components({ 'a.xsd': text });
    expect([namespace, codes(diagnostics)]).toEqual([namespace, []]);
    const [built, building] = buildTypes(schemas);
    expect(codes(building)).toEqual([]);
    expect(built.types.length + built.elements.length + built.attributes.length).toBeGreaterThan(0);
  }
});

it('adds only types that something refers to', async () => {
  const text = schema('<xs:element name="e" type="e:int"/>', 'xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"');
  const [schemas] = await components({ 'a.xsd': text });
  const [{ types, elements }] = buildTypes(schemas);
  expect(types.map(({ key }) => key)).toEqual(['{http://schemas.xmlsoap.org/soap/encoding/}int']);
  expect(elements.map(({ name }) => name)).toEqual(['{}e']);
});
