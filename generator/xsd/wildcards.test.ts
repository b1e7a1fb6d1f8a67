import fc from 'fast-check';
import type { XsdNamespaceConstraint } from './components.js';
import { codes, components } from './fixtures/memory.js';
import { allows, intersectNamespaces, isExpressible, uniteNamespaces } from './wildcards.js';

const namespaces = ['', 'urn:t', 'urn:u', 'urn:v'];
const list = fc.uniqueArray(fc.constantFrom(...namespaces));
const constraint: fc.Arbitrary<XsdNamespaceConstraint> = fc.oneof(
  fc.constant<XsdNamespaceConstraint>({ kind: 'any' }),
  list.map((namespaces): XsdNamespaceConstraint => ({ kind: 'not', namespaces })),
  list.map((namespaces): XsdNamespaceConstraint => ({ kind: 'enumeration', namespaces })),
);

it('intersection and union allow what both or either allow', () => {
  fc.assert(
    fc.property(constraint, constraint, fc.constantFrom(...namespaces, 'urn:else'), (a, b, namespace) => {
      expect(allows(intersectNamespaces(a, b), namespace)).toBe(allows(a, namespace) && allows(b, namespace));
      expect(allows(uniteNamespaces(a, b), namespace)).toBe(allows(a, namespace) || allows(b, namespace));
    }),
  );
});

it.each<[string, XsdNamespaceConstraint, boolean]>([
  ['everything', { kind: 'any' }, true],
  ['some', { kind: 'enumeration', namespaces: ['', 'urn:a', 'urn:b'] }, true],
  ['all but one and none', { kind: 'not', namespaces: ['', 'urn:a'] }, true],
  ['all but none', { kind: 'not', namespaces: [''] }, true],
  ['all but one', { kind: 'not', namespaces: ['urn:a'] }, false],
  ['all but two and none', { kind: 'not', namespaces: ['', 'urn:a', 'urn:b'] }, false],
])('whether one wildcard can allow %s', (_, namespaces, expected) => {
  expect(isExpressible(namespaces)).toBe(expected);
});

it.each([
  ['', { kind: 'any' }],
  ['namespace="##any"', { kind: 'any' }],
  ['namespace="##other"', { kind: 'not', namespaces: ['', 'urn:t'] }],
  ['namespace="##local ##targetNamespace urn:u"', { kind: 'enumeration', namespaces: ['', 'urn:t', 'urn:u'] }],
])('xs:any %s', async (attributes, expected) => {
  const [schemas, diagnostics] = await components(
    `<xs:group name="g"><xs:sequence><xs:any ${attributes}/></xs:sequence></xs:group>`,
  );
  expect(codes(diagnostics)).toEqual([]);
  expect(schemas.groups.get('{urn:t}g')?.model?.particles[0]).toMatchObject({
    kind: 'any',
    wildcard: { namespaces: expected, processContents: 'strict' },
  });
});
