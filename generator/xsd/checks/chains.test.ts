import { thorough } from '../../../tests/support/thorough.js';
import { attribute, complex, derive, element, facet, found, simple } from '../fixtures/rules.js';

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

describe('types that are derived in many steps', () => {
  it('inherit facets, values and patterns of all steps', async () => {
    const types =
      simple('s0', 'xs:string', facet('enumeration', 'ab') + facet('enumeration', 'cd')) +
      times(100, (i) => simple(`s${i + 1}`, `tns:s${i}`, facet('pattern', i === 50 ? 'a.*' : '.*'))) +
      element('a', 'type="tns:s100" default="ab"');
    expect(await found(types)).toEqual([]);
    expect(await found(types + element('b', 'type="tns:s100" default="x"'))).toEqual(['invalid-value']);
    expect(await found(types + element('b', 'type="tns:s50" default="cd"'))).toEqual([]);
    expect(await found(types + element('b', 'type="tns:s51" default="cd"'))).toEqual(['invalid-value']);
  });

  it('have the values of an enumeration, with white space normalized by the type that declares it', async () => {
    const types =
      simple('a', 'xs:string', facet('enumeration', ' x')) + simple('b', 'tns:a', facet('whiteSpace', 'preserve'));
    expect(await found(types + element('c', 'type="tns:b" default=" x"'))).toEqual([]);
    expect(await found(types + element('c', 'type="tns:b" default="x"'))).toEqual(['invalid-value']);
  });

  it('know the facets of bases far away', async () => {
    const types =
      simple('s0', 'xs:string', facet('maxLength', '3')) +
      times(100, (i) => simple(`s${i + 1}`, `tns:s${i}`, facet('pattern', '.*')));
    expect(await found(types + simple('t', 'tns:s100', facet('maxLength', '4')))).toEqual(['facet-loosened']);
    expect(await found(types + simple('t', 'tns:s100', facet('length', '2') + facet('maxLength', '3')))).toEqual([]);
    expect(await found(types + simple('t', 'tns:s100', facet('length', '2') + facet('maxLength', '2')))).toEqual([
      'length-conflict',
    ]);
  });

  it('do not accept text if none of them is mixed, however many there are', async () => {
    const length = thorough ? 15_000 : 5000;
    const types = complex('c0', '') + times(length, (i) => complex(`c${i + 1}`, derive('extension', `tns:c${i}`, '')));
    expect(await found(types + element('a', `type="tns:c${length}" default="x"`))).toEqual(['value-without-text']);
  });

  it('have at most one ID, including those of bases', async () => {
    const types =
      complex('c0', attribute('id', 'type="xs:ID"')) +
      times(100, (i) => complex(`c${i + 1}`, derive('extension', `tns:c${i}`, i % 2 === 0 ? attribute(`a${i}`) : '')));
    const extension = (name: string) =>
      complex(name, derive('extension', 'tns:c100', attribute('other', 'type="xs:ID"')));
    expect(await found(types + extension('d') + extension('e'))).toEqual(['two-ids', 'two-ids']);
  });
});

describe('wildcards of one model', () => {
  const any = (namespace: string): string => `<xs:any minOccurs="0" namespace="${namespace}"/>`;
  const model = (...parts: string[]): string => complex('c', `<xs:sequence>${parts.join('')}</xs:sequence>`);

  it.each([
    ['of different namespaces do not overlap', [any('urn:a'), any('urn:b urn:c')], []],
    ['overlap in a namespace that both name', [any('urn:a urn:b'), any('urn:b')], ['ambiguous-content']],
    ['overlap if both exclude namespaces', [any('##other'), any('##any')], ['ambiguous-content']],
    ['overlap if one names what the other does not exclude', [any('urn:a'), any('##other')], ['ambiguous-content']],
    ['do not overlap if one names what the other excludes', [any('##targetNamespace'), any('##other')], []],
    [
      'overlap with an element of their namespace',
      [element('a', 'minOccurs="0"'), any('##targetNamespace')],
      ['ambiguous-content'],
    ],
    ['leave elements of other namespaces alone', [element('a', 'minOccurs="0"'), any('##other')], []],
  ])('%s', async (_, parts, expected) => {
    expect(await found(model(...parts))).toEqual(expected);
  });
});
