import { thorough } from '../../tests/support/thorough.js';
import type { Contract, ElementParticle, Operation, Service, TypeDefinition } from '../contract/model.js';
import { byCodeUnits } from '../contract/names.js';
import { ModuleScope } from '../emit/module-scope.js';
import { printValue } from '../emit/print-value.js';
import { bindPackage } from './bind.js';
import { methodNames } from './names/methods.js';
import { Naming } from './names/naming.js';

const xs = (name: string): string => `{http://www.w3.org/2001/XMLSchema}${name}`;

function contract(parts: Partial<Contract>): Contract {
  return { formatVersion: 1, placeholders: [], types: [], elements: [], attributes: [], services: [], ...parts };
}

function complex(name: string, elements: readonly ElementParticle[] = [], base?: string): TypeDefinition {
  return {
    kind: 'complexType',
    key: name,
    name,
    abstract: false,
    block: [],
    final: [],
    derivation: base === undefined ? 'restriction' : 'extension',
    ...(base !== undefined && { base }),
    content: {
      kind: 'elementOnly',
      particle: { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles: elements },
    },
    attributes: [],
  };
}

function element(name: string, type: string): ElementParticle {
  return {
    kind: 'element',
    name,
    namespace: 'urn:a',
    ref: false,
    type,
    nillable: false,
    block: [],
    identityConstraints: [],
    minOccurs: 1,
    maxOccurs: 1,
  };
}

function operation(name: string, overload?: string): Operation {
  return { name, pattern: 'oneWay', faults: [], bindings: [], ...(overload !== undefined && { overload }) };
}

function service(name: string, namespace = 'urn:a'): Service {
  return { name, namespace, source: `${name}.wsdl`, ports: [], operations: [operation('Do')] };
}

function typeNames(types: readonly TypeDefinition[]): readonly string[] {
  const sorted = [...types].sort((x, y) => byCodeUnits(x.key, y.key));
  const [bound] = bindPackage(contract({ types: sorted }), { packageName: 'p' });
  return bound.modules.flatMap((module) => module.types.map((type) => type.name));
}

describe('bindPackage', () => {
  it('does not depend on the order of types, elements and services', () => {
    const types = ['b', 'a', 'a-b', 'a_b', 'A_B'].map((name) => complex(`{urn:a}${name}`, [element('x', xs('int'))]));
    const services = [service('One'), service('Two')];
    const forward = bindPackage(contract({ types, services }), { packageName: 'p' });
    const backward = bindPackage(contract({ types: [...types].reverse(), services }), { packageName: 'p' });
    expect(backward).toEqual(forward);
  });

  it('does not rename a type when another is added', () => {
    const types = ['Order', 'order-item', 'string'].map((name) => complex(`{urn:a}${name}`));
    const before = typeNames(types);
    const after = typeNames([...types, complex('{urn:a}Another'), complex('{urn:a}order')]);
    expect(after).toEqual(expect.arrayContaining([...before]));
  });

  it('turns a name that is not an identifier into one that no other name can have', () => {
    expect(typeNames([complex('{urn:a}a-b'), complex('{urn:a}a_b'), complex('{urn:a}a.b')])).toEqual([
      'a$$_b',
      'a$_b',
      'a_b',
    ]);
  });

  it('does not create a module for types of ASP.NET', () => {
    const char: TypeDefinition = {
      kind: 'simpleType',
      key: '{http://microsoft.com/wsdl/types/}char',
      name: '{http://microsoft.com/wsdl/types/}char',
      variety: 'atomic',
      base: xs('unsignedShort'),
      facets: {},
      final: [],
    };
    const [bound] = bindPackage(contract({ types: [char, complex('{urn:a}T', [element('c', char.key)])] }), {
      packageName: 'p',
    });
    expect(bound.modules.map(({ module }) => module.flat)).toEqual([true]);
    expect(bound.modules.map(({ module }) => module.namespace)).toEqual(['urn:a']);
  });

  it('keeps service names apart from the types of a flat package', () => {
    const types = [complex('{urn:a}Shop'), complex('{urn:a}ShopClient')];
    const [bound] = bindPackage(contract({ types, services: [service('Shop')] }), { packageName: 'p' });
    const names = bound.services[0]?.names;
    expect(names).toMatchObject({ descriptor: 'Shop', client: 'ShopClient', server: 'ShopService' });
    expect(bound.modules[0]?.types.map(({ name }) => name)).toEqual(['Shop$', 'ShopClient$']);
  });

  it('distinguishes services of the same name by their namespaces', () => {
    const services = [service('Shop', 'http://a.org/north'), service('Shop', 'http://a.org/south')];
    const [bound] = bindPackage(contract({ services }), { packageName: 'p' });
    expect(bound.services.map(({ names }) => names.client)).toEqual(['NorthShopClient', 'SouthShopClient']);
  });

  it('survives a long chain of extensions', () => {
    const names = Array.from({ length: thorough ? 2000 : 800 }, (_, i) => `{urn:a}T${String(i).padStart(5, '0')}`);
    const types = names.map((name, i) => ({ ...complex(name, [], names[i + 1]), block: ['extension' as const] }));
    expect(() => bindPackage(contract({ types }), { packageName: 'p' })).not.toThrow();
  });

  it('survives types that extend each other', () => {
    const types = [complex('{urn:a}A', [], '{urn:a}B'), complex('{urn:a}B', [], '{urn:a}A')];
    expect(() => bindPackage(contract({ types }), { packageName: 'p' })).not.toThrow();
  });

  it('replaces simple types by scalar mappings, and those that restrict them', () => {
    const stamp: TypeDefinition = {
      kind: 'simpleType',
      key: '{urn:a}Stamp',
      name: '{urn:a}Stamp',
      variety: 'atomic',
      base: xs('dateTime'),
      builtIn: xs('dateTime'),
      facets: { minInclusive: '2000-01-01T00:00:00Z' },
      final: [],
    };
    const types = [stamp, complex('{urn:a}T', [element('at', xs('dateTime')), element('stamp', stamp.key)])];
    const scalars = { [xs('dateTime')]: { type: 'Date', mappingFrom: './dates.js', mapping: 'dates' } };
    const [bound, diagnostics] = bindPackage(contract({ types }), { packageName: 'p', scalars });
    const [module] = bound.modules;
    const date = { kind: 'global', name: 'Date', arguments: [] };
    expect(diagnostics).toEqual([]);
    expect(module?.types).toEqual([
      expect.objectContaining({ name: 'Stamp', type: date }),
      expect.objectContaining({
        name: 'T',
        members: [expect.objectContaining({ name: 'at', type: date }), expect.anything()],
      }),
    ]);
    const scope = new ModuleScope('schema', []);
    expect(module?.constants.map(({ value }) => printValue(value, scope))).toEqual([
      "scalar(restriction(a, 'Stamp', xs.dateTime, { minInclusive: '2000-01-01T00:00:00Z' }), dates)",
      expect.stringContaining("field(a, 'at', scalar(xs.dateTime, dates)),"),
    ]);
  });

  it('warns of a scalar mapping for a type that does not exist', () => {
    const scalars = { '{urn:a}Nowhere': { type: 'Date', mappingFrom: './dates.js', mapping: 'dates' } };
    const [, diagnostics] = bindPackage(contract({ types: [complex('{urn:a}T')] }), { packageName: 'p', scalars });
    expect(diagnostics.map((d) => d.code)).toEqual(['typescript/unknown-scalar']);
  });

  it('refuses a built-in mapping for a type whose values it cannot represent', () => {
    const scalars = { 'xs:string': 'Date', 'xs:dateTime': 'Date' } as const;
    const [, diagnostics] = bindPackage(contract({ types: [complex('{urn:a}T')] }), { packageName: 'p', scalars });
    expect(diagnostics.map((d) => `${d.code}: ${d.message}`)).toEqual([
      'typescript/unfit-scalar: The scalar mapping "Date" cannot be used for "{http://www.w3.org/2001/XMLSchema}string"; it works for these types and their restrictions: dateTime, date.',
    ]);
  });

  it('warns of an empty package', () => {
    const [, diagnostics] = bindPackage(contract({}), { packageName: 'nothing' });
    expect(diagnostics.map((d) => [d.code, d.severity])).toEqual([['typescript/empty-package', 'warning']]);
  });
});

describe('methodNames', () => {
  const names = (...operations: readonly Operation[]): readonly string[] => [
    ...methodNames({ name: 'S', namespace: 'urn:s', operations }, new Naming()).values(),
  ];

  it('are camelCase', () => {
    expect(names(operation('GetErrorDesc'), operation('GETStatus'))).toEqual(['getErrorDesc', 'getStatus']);
  });

  it('are the exact names where camelCase would be the same', () => {
    expect(names(operation('Get'), operation('get'))).toEqual(['Get', 'get']);
  });

  it('avoid names that mean something to JavaScript', () => {
    expect(names(operation('constructor'), operation('then'))).toEqual(['constructor_', 'then_']);
  });

  it('distinguish overloads by their labels', () => {
    expect(names(operation('Find', 'FindById'), operation('Find', 'FindByName'))).toEqual(['findById', 'findByName']);
  });
});
