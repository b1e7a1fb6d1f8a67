import { XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { type CanonicalForm, type CanonicalOptions, canonicalize } from '@wsdl-codegen/ws-security';
import fc from 'fast-check';
import { runs } from '../../../../tests/support/thorough.js';
import { document } from '../../../../tests/support/xml-documents.js';

const forms: readonly CanonicalForm[] = ['exclusive', 'inclusive', 'inclusive-1.1'];

it.each<readonly [what: string, xml: string, options: CanonicalOptions & { readonly id?: string }, expected: string]>([
  [
    'instructions, comments and the space around the root',
    '<?xml version="1.0"?>\n\n<?a   href="b"?>\n\n<doc>x<!-- 1 --></doc>\n\n<?c ?>\n<!-- 2 -->',
    { form: 'inclusive' },
    '<?a href="b"?>\n<doc>x</doc>\n<?c?>',
  ],
  [
    'comments that stay',
    '<!--a--><doc>x<!--b-->y</doc><!--c-->',
    { comments: true },
    '<!--a-->\n<doc>x<!--b-->y</doc>\n<!--c-->',
  ],
  [
    'attributes in the order of their namespaces',
    `<e xmlns:b="urn:1" xmlns:a="urn:2" attr='x' b:attr="s" a:attr="o" attr2="a"/>`,
    { form: 'inclusive' },
    '<e xmlns:a="urn:2" xmlns:b="urn:1" attr="x" attr2="a" b:attr="s" a:attr="o"></e>',
  ],
  [
    'attributes whose prefixes are written further out, or not yet',
    '<p:a xmlns:p="urn:p" xmlns:q="urn:q"><p:b z="1" p:y="2" xml:lang="en" a="3"/><p:b q:c="1"><p:d q:e="2"/></p:b></p:a>',
    {},
    '<p:a xmlns:p="urn:p"><p:b a="3" z="1" xml:lang="en" p:y="2"></p:b><p:b xmlns:q="urn:q" q:c="1"><p:d q:e="2"></p:d></p:b></p:a>',
  ],
  [
    'declarations that say nothing new',
    '<a xmlns="urn:1" xmlns:p="urn:2"><b xmlns="urn:1"><c xmlns=""><d xmlns="" xmlns:p="urn:3"/></c></b></a>',
    { form: 'inclusive' },
    '<a xmlns="urn:1" xmlns:p="urn:2"><b><c xmlns=""><d xmlns:p="urn:3"></d></c></b></a>',
  ],
  [
    'references, sections and line ends',
    '<a b="&#9;&#10;&#13; &lt;&gt;&quot;\'">&#13;\r\n<![CDATA[<&>"]]>&quot;</a>',
    {},
    '<a b="&#x9;&#xA;&#xD; &lt;>&quot;\'">&#xD;\n&lt;&amp;&gt;""</a>',
  ],
  [
    'an element without what it does not use',
    '<a xmlns:p="urn:p" xmlns:q="urn:q" xml:lang="en"><p:b Id="i"><c/><p:d q:e="1"/></p:b></a>',
    { id: 'i' },
    '<p:b xmlns:p="urn:p" Id="i"><c></c><p:d xmlns:q="urn:q" q:e="1"></p:d></p:b>',
  ],
  [
    'prefixes that are listed',
    '<a xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q"><p:b Id="i" t="q:x"><p:c xmlns:q="urn:r"/></p:b></a>',
    { id: 'i', inclusivePrefixes: ['q', '#default', 'unknown'] },
    '<p:b xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q" Id="i" t="q:x"><p:c xmlns:q="urn:r"></p:c></p:b>',
  ],
  [
    'an element with the namespaces and attributes around it',
    '<a xmlns:p="urn:p" xml:lang="en" xml:id="r"><b xml:lang="de"><c Id="i"/></b></a>',
    { id: 'i', form: 'inclusive' },
    '<c xmlns:p="urn:p" Id="i" xml:id="r" xml:lang="de"></c>',
  ],
  [
    'an element that takes no id over, in the later form',
    '<a xmlns:p="urn:p" xml:lang="en" xml:id="r"><c Id="i"/></a>',
    { id: 'i', form: 'inclusive-1.1' },
    '<c xmlns:p="urn:p" Id="i" xml:lang="en"></c>',
  ],
  [
    'prefixes in the order of code points, not of code units',
    '<a xmlns:\u{10000}="urn:1" xmlns:\uf900="urn:2"/>',
    { form: 'inclusive' },
    '<a xmlns:\uf900="urn:2" xmlns:\u{10000}="urn:1"></a>',
  ],
])('writes %s', (_, xml, options, expected) => {
  expect(canonicalize(xml, options)).toBe(expected);
});

it('refuses the later form where an address around the element would have to be joined', () => {
  expect(() => canonicalize('<a xml:base="b/"><c Id="i"/></a>', { id: 'i', form: 'inclusive-1.1' })).toThrow(
    'xml:base',
  );
});

/** The canonical text, or nothing for a document that is not well-formed. */
function canonical(xml: string, options: CanonicalOptions): string | undefined {
  try {
    return canonicalize(xml, options);
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

it.each(forms)('the %s form of a canonical document is itself', (form) => {
  fc.assert(
    fc.property(document, fc.boolean(), (xml, comments) => {
      const once = canonical(xml, { form, comments });
      expect(once === undefined ? undefined : canonicalize(once, { form, comments })).toBe(once);
    }),
    { numRuns: runs(800) },
  );
});

it('an element may contain any number of comments', () => {
  const count = 150_000;
  expect(canonicalize(`<a>${'x<!-- -->&amp;'.repeat(count)}</a>`)).toBe(`<a>${'x&amp;'.repeat(count)}</a>`);
});

it.each(forms)('very many elements under very many namespaces get the %s form', (form) => {
  const wide = Array.from({ length: 200 }, (_, i) => ` xmlns:p${i}="urn:${i}"`).join('');
  const item = (i: number): string => `<p${i % 200}:a xmlns:q="urn:${i}" q:b="1"><c/></p${i % 200}:a>`;
  const items = Array.from({ length: 30_000 }, (_, i) => item(i)).join('');
  expect(canonicalize(`<r${wide}>${items}</r>`, { form }).match(/<c>/g)).toHaveLength(30_000);
});
