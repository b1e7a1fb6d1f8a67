import type {
  ComplexTypeDefinition,
  Contract,
  ElementDeclaration,
  Operation,
  Particle,
  SimpleTypeDefinition,
} from './model.js';
import { matchesOperation, selectParts } from './select.js';

const complex = (
  name: string,
  particles: readonly Particle[] = [],
  more: Partial<ComplexTypeDefinition> = {},
): ComplexTypeDefinition => ({
  kind: 'complexType',
  key: `{urn:t}${name}`,
  name: `{urn:t}${name}`,
  abstract: false,
  block: [],
  final: [],
  derivation: 'extension',
  attributes: [],
  content: { kind: 'elementOnly', particle: { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles } },
  ...more,
});
const field = (type: string, ref = false): Particle => ({
  kind: 'element',
  name: type,
  namespace: 'urn:t',
  ref,
  type: `{urn:t}${type}`,
  nillable: false,
  block: [],
  identityConstraints: [],
  minOccurs: 1,
  maxOccurs: 1,
});
const simple = (name: string, more: Partial<SimpleTypeDefinition> = {}): SimpleTypeDefinition => ({
  kind: 'simpleType',
  key: `{urn:t}${name}`,
  name: `{urn:t}${name}`,
  final: [],
  variety: 'atomic',
  base: '{http://www.w3.org/2001/XMLSchema}string',
  facets: {},
  ...more,
});
const element = (name: string, type: string, more: Partial<ElementDeclaration> = {}): ElementDeclaration => ({
  name: `{urn:t}${name}`,
  type: `{urn:t}${type}`,
  nillable: false,
  abstract: false,
  block: [],
  final: [],
  identityConstraints: [],
  ...more,
});
const operation = (name: string): Operation => ({
  name,
  pattern: 'requestResponse',
  input: { kind: 'element', element: `{urn:t}${name}`, wrapped: true, part: 'parameters' },
  faults: [],
  bindings: [],
});

const contract: Contract = {
  formatVersion: 1,
  placeholders: [],
  attributes: [],
  types: [
    complex('Base', [field('Inner')]),
    complex('Derived', [field('InDerived')], { base: '{urn:t}Base' }),
    complex('Head'),
    complex('Holder', [field('Head', true)]),
    complex('Inner', [field('List')], {
      attributes: [{ name: 'a', namespace: '', use: 'optional', type: '{urn:t}Attribute' }],
    }),
    complex('Member'),
    complex('Other', [field('Inner')]),
    simple('Attribute'),
    simple('InDerived'),
    simple('Item'),
    simple('List', { variety: 'list', itemType: '{urn:t}Union' }),
    simple('Union', { variety: 'union', memberTypes: ['{urn:t}Item'] }),
  ],
  elements: [
    element('Get', 'Base'),
    element('Head', 'Head'),
    element('Hold', 'Holder'),
    element('Member', 'Member', { substitutionGroup: '{urn:t}Head' }),
    element('Set', 'Other'),
  ],
  services: [
    { name: 'A', namespace: 'urn:t', source: 'a.wsdl', ports: [], operations: [operation('Get'), operation('Set')] },
    { name: 'B', namespace: 'urn:t', source: 'a.wsdl', ports: [], operations: [operation('Hold')] },
  ],
};
const select = (...selection: Parameters<typeof selectParts>[1][]) =>
  selectParts(contract, Object.assign({}, ...selection));
const local = (names: readonly string[]): readonly string[] => names.map((name) => name.replace('{urn:t}', ''));
const types = (c: Contract): readonly string[] => local(c.types.map((t) => t.key));
const operations = (c: Contract): readonly string[] =>
  c.services.flatMap((s) => s.operations.map((o) => `${s.name}.${o.name}`));

describe('selectParts', () => {
  it('leaves a contract as it is when nothing is chosen', () => {
    expect(select({})[0]).toBe(contract);
  });

  it('keeps the types that a chosen operation can reach: parts, derived types, lists, unions, attributes', () => {
    const [{ elements, ...rest }, problems] = select({ include: ['A.Get'] });
    expect(problems).toEqual([]);
    expect(operations(rest as Contract)).toEqual(['A.Get']);
    expect(types(rest as Contract)).toEqual([
      'Base',
      'Derived',
      'Inner',
      'Attribute',
      'InDerived',
      'Item',
      'List',
      'Union',
    ]);
    expect(local(elements.map((e) => e.name))).toEqual(['Get']);
  });

  it('keeps members of substitution groups', () => {
    const [chosen] = select({ only: ['B.*'] });
    expect(types(chosen)).toEqual(['Head', 'Holder', 'Member']);
    expect(local(chosen.elements.map((e) => e.name))).toEqual(['Head', 'Hold', 'Member']);
  });

  describe('leaves out types that no message of the chosen operations can contain', () => {
    const chosen = (own: Pick<Contract, 'types' | 'elements'>): Contract => {
      const services = [{ name: 'A', namespace: 'urn:t', source: 'a.wsdl', ports: [], operations: [operation('Go')] }];
      return selectParts({ ...contract, ...own, services }, { include: ['A.Go'] })[0];
    };
    const request = complex('Request', [], { abstract: true });
    const extending = (name: string, ...fields: readonly Particle[]): ComplexTypeDefinition =>
      complex(name, fields, { base: '{urn:t}Request' });

    it('other types derived from the base type of one', () => {
      const pruned = chosen({
        types: [extending('GoType'), request, extending('StayType', field('Big')), complex('Big')],
        elements: [element('Go', 'GoType'), element('Stay', 'StayType')],
      });
      expect(types(pruned)).toEqual(['GoType', 'Request']);
    });

    it('but not where an element has the base type, so that xsi:type may name them', () => {
      const pruned = chosen({
        types: [extending('GoType', field('Request')), request, extending('StayType', field('Big')), complex('Big')],
        elements: [element('Go', 'GoType'), element('Stay', 'StayType')],
      });
      expect(types(pruned)).toEqual(['GoType', 'Request', 'StayType', 'Big']);
    });

    it('types that the element or the type blocks', () => {
      const held = { ...field('Request'), block: ['extension'] } as Particle;
      const pruned = chosen({
        types: [complex('GoType', [held]), request, extending('StayType')],
        elements: [element('Go', 'GoType')],
      });
      expect(types(pruned)).toEqual(['GoType', 'Request']);
    });

    it('other members of the substitution group of an element, but not its head', () => {
      const pruned = chosen({
        types: [complex('Head'), complex('First'), complex('Second')],
        elements: [
          element('Go', 'First', { substitutionGroup: '{urn:t}Head' }),
          element('Head', 'Head'),
          element('Second', 'Second', { substitutionGroup: '{urn:t}Head' }),
        ],
      });
      expect(local(pruned.elements.map(({ name }) => name))).toEqual(['Go', 'Head']);
    });
  });

  it('leaves out an excluded operation, even if it is included as well', () => {
    expect(operations(select({ exclude: ['A.Set'] })[0])).toEqual(['A.Get', 'B.Hold']);
    expect(operations(select({ include: ['A.*'], exclude: ['A.Set'] })[0])).toEqual(['A.Get']);
    expect(operations(select({ include: ['A.*'], only: ['A.Set'] })[0])).toEqual(['A.Set']);
  });

  it('reports patterns without a match, and suggests a name', () => {
    const [, problems] = select({ include: ['a.get', 'Get', 'A.Gte', 'Gte', 'C.*', 'A.Nothing'] });
    expect(problems.map((d) => `${d.code} ${d.help}`)).toEqual([
      'config/unknown-operation did you mean "A.Get"?',
      'config/unknown-operation did you mean "A.Get"?',
      'config/unknown-operation did you mean "A.Get"?',
      'config/unknown-operation did you mean "A.Get"?',
      'config/unknown-operation name it as SERVICE.OPERATION, or SERVICE.* for all; codegen inspect lists them.',
      'config/unknown-operation name it as SERVICE.OPERATION, or SERVICE.* for all; codegen inspect lists them.',
    ]);
  });
});

describe('matchesOperation', () => {
  it('reads names with dots correctly', () => {
    expect(matchesOperation('My.Service.Get', 'My.Service.Get')).toBe(true);
    expect(matchesOperation('My.*', 'My.Service.Get')).toBe(true);
    expect(matchesOperation('A.Get', 'A.GetAll')).toBe(false);
  });
});
