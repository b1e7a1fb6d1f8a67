import type { SourceElement } from './document.js';
import { listItems, resolveQName, splitQName } from './qualified-names.js';

const scope = (namespaces: Readonly<Record<string, string>>): SourceElement => ({
  kind: 'element',
  namespace: '',
  local: 'scope',
  prefix: '',
  attributes: [],
  children: [],
  namespaces: new Map(Object.entries(namespaces)),
  position: { uri: 'a.xsd', file: 'a.xsd', line: 1, column: 1 },
  parent: undefined,
});

describe('splitQName', () => {
  it('takes what is before the first colon as the prefix', () => {
    expect(splitQName('tns:Order')).toEqual({ prefix: 'tns', local: 'Order' });
    expect(splitQName('a:b:c')).toEqual({ prefix: 'a', local: 'b:c' });
  });

  it('gives a name without a colon the empty prefix', () => {
    expect(splitQName('Order')).toEqual({ prefix: '', local: 'Order' });
  });
});

describe('resolveQName', () => {
  it('finds the namespace of a declared prefix', () => {
    expect(resolveQName('tns:Order', scope({ tns: 'urn:t' }))).toEqual({
      prefix: 'tns',
      local: 'Order',
      namespace: 'urn:t',
      isDeclared: true,
    });
  });

  it('puts a name without a prefix into the default namespace', () => {
    expect(resolveQName('Order', scope({ '': 'urn:d' }))).toMatchObject({ namespace: 'urn:d', isDeclared: true });
  });

  it('puts a name without a prefix into no namespace where there is no default', () => {
    expect(resolveQName('Order', scope({}))).toMatchObject({ namespace: '', isDeclared: true });
  });

  it('says that a prefix is not declared', () => {
    expect(resolveQName('x:Order', scope({}))).toMatchObject({ prefix: 'x', namespace: '', isDeclared: false });
  });
});

it('listItems leaves out the white space around and between items', () => {
  expect(listItems(' a\n\tb  c ')).toEqual(['a', 'b', 'c']);
  expect(listItems('  ')).toEqual([]);
});
