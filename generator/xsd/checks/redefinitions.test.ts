import { codes, schema, validity } from '../fixtures/memory.js';

const redefining = (file: string) => schema(`<xs:redefine schemaLocation="${file}"/>`);

it('a schema that redefines itself through another is reported', async () => {
  const found = await validity({
    'a.xsd': redefining('b.xsd'),
    'b.xsd': redefining('c.xsd'),
    'c.xsd': redefining('a.xsd'),
  });
  expect(codes(found)).toEqual(Array(3).fill('warning xsd/circular-redefinition 2:30'));
});

it('two redefinitions of one schema are no circle', async () => {
  const both = schema('<xs:redefine schemaLocation="c.xsd"/><xs:include schemaLocation="b.xsd"/>');
  expect(await validity({ 'a.xsd': both, 'b.xsd': redefining('c.xsd'), 'c.xsd': schema('') })).toEqual([]);
});
