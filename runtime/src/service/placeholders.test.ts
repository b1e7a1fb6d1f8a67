import { AddressLocator, ErrorsApi, ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import type { ServiceDescriptor } from './descriptor.js';
import { fillAction, fillPlaceholders } from './placeholders.js';
import { translateNamespaces } from './translation.js';

describe('placeholders', () => {
  it('are filled in; those without a value stay', () => {
    const values = { a: 'http://x', b: '$&' };
    expect(fillPlaceholders('{a}/y {b} {c} {toString} plain', values)).toBe('http://x/y $& {c} {toString} plain');
  });

  it('in actions give one slash between namespace and name, as .NET does', () => {
    expect(fillAction('{ns}/Op', { ns: 'http://x/api' })).toBe('http://x/api/Op');
    expect(fillAction('{ns}/Op', { ns: 'http://x/' })).toBe('http://x/Op');
    expect(fillAction('{ns}Op', { ns: 'http://x/' })).toBe('http://x/Op');
    expect(fillAction('urn:{other}/Op', {})).toBe('urn:{other}/Op');
  });
});

describe('translateNamespaces', () => {
  it('maps both ways', () => {
    const { read, write } = translateNamespaces([ExchangerApi, ErrorsApi], { api_namespace: 'http://x' });
    expect([...(read ?? [])]).toEqual([['http://x', '{api_namespace}']]);
    expect([...(write ?? [])]).toEqual([['{api_namespace}', 'http://x']]);
  });

  it('knows every namespace that is made from a placeholder', () => {
    const item = complexType('{ns}/items', 'Item', { content: sequence([field('{ns}/deep', 'x', xs.string)]) });
    const service: ServiceDescriptor = {
      kind: 'service',
      name: 'S',
      namespace: '{ns}',
      placeholders: ['ns'],
      ports: [],
      operations: {
        a: {
          name: 'A',
          method: 'a',
          input: {
            element: element('{ns}', 'A', complexType('{ns}', '', { content: field('{ns}', 'i', () => item) })),
          },
        },
      },
    };
    const { write } = translateNamespaces([service], { ns: 'http://x' });
    expect(Object.fromEntries(write ?? [])).toEqual({
      '{ns}': 'http://x',
      '{ns}/items': 'http://x/items',
      '{ns}/deep': 'http://x/deep',
    });
  });

  it('is nothing for services without placeholders', () => {
    const service: ServiceDescriptor<unknown> = { ...ErrorsApi, placeholders: [] };
    expect(translateNamespaces([service])).toEqual({ read: undefined, write: undefined });
  });

  it('wants a value for each placeholder', () => {
    expect(() => translateNamespaces([ErrorsApi], {})).toThrow(
      'ErrorsApi needs a value for the namespace "{api_namespace}"',
    );
    expect(() => translateNamespaces([ErrorsApi], { api_namespace: '' })).toThrow(TypeError);
    expect(() => translateNamespaces([ErrorsApi], Object.create({ api_namespace: 'x' }))).toThrow(TypeError);
  });

  it('refuses values that make two namespaces equal, because messages would be ambiguous', () => {
    const values = { api_namespace: 'http://x', geo_namespace: 'http://x' };
    expect(() => translateNamespaces([ErrorsApi, AddressLocator], values)).toThrow('would both be "http://x"');
    const schema = 'http://www.w3.org/2001/XMLSchema';
    expect(() => translateNamespaces([ErrorsApi], { api_namespace: schema })).toThrow(`would both be "${schema}"`);
  });
});
