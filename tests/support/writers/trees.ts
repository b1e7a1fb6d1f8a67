/** Texts and trees of elements that can be written. */
import type { XmlElement } from '@wsdl-codegen/runtime/xml';
import fc from 'fast-check';

/** Texts that XML can carry; markup, line ends and pairs of surrogates turn up often. */
export const text: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom(
      '',
      ' ',
      ' a ',
      '<&>"\'',
      ']]>',
      '--',
      '<!--',
      '\r\n\t',
      '😀',
      'x'.repeat(50),
      `${'é'.repeat(130)}&`,
    ),
  )
  .filter((value) => !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(value));

const name = fc.constantFrom('a', 'b', 'é', 'constructor', '__proto__', 'a.b-c', 'xml');
const namespaces = fc.constantFrom('', 'urn:1', 'urn:2', 'urn:<&">', 'http://www.w3.org/XML/1998/namespace');
const prefix = fc.constantFrom('', 'p', 'q', 'ns1', '__proto__');

const attribute = fc.record(
  { namespace: namespaces, name, value: text, prefix },
  { requiredKeys: ['namespace', 'name', 'value'], noNullPrototype: true },
);
const attributes = fc.uniqueArray(attribute, { maxLength: 3, selector: (each) => `${each.namespace} ${each.name}` });
const declarations = fc.constantFrom<Record<string, string>>({}, { p: 'urn:1' }, { q: 'urn:3', ns1: 'urn:1' });

const anyTree: fc.Memo<XmlElement> = fc.memo((depth) => {
  const child = depth <= 1 ? text : fc.oneof(text, anyTree());
  return fc.record(
    { namespace: namespaces, name, prefix, attributes, children: fc.array(child, { maxLength: 3 }), declarations },
    { requiredKeys: ['namespace', 'name', 'attributes', 'children'], noNullPrototype: true },
  );
});

/** Trees, of which the root is in a namespace if one is given. */
export function someTree(namespace?: string): fc.Arbitrary<XmlElement> {
  return anyTree(3).map((tree) => (namespace === undefined ? tree : { ...tree, namespace }));
}
