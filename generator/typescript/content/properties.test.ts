import type { ElementParticle } from '../../contract/model.js';
import { type PropertyNaming, PropertyScope } from './properties.js';

const naming: PropertyNaming = {
  slugOf: (namespace) => namespace.replace('urn:', ''),
  nameOf: (local) => local,
};

const element = (name: string, namespace = 'urn:home'): ElementParticle => ({
  kind: 'element',
  name,
  namespace,
  ref: false,
  type: '{http://www.w3.org/2001/XMLSchema}string',
  nillable: false,
  block: [],
  identityConstraints: [],
  minOccurs: 1,
  maxOccurs: 1,
});

const required = (declaration: ElementParticle) => ({ declaration, list: false, optional: false });
const optional = (declaration: ElementParticle) => ({ declaration, list: false, optional: true });
const attribute = (name: string, namespace = '', use: 'required' | 'optional' = 'optional') => ({
  name,
  namespace,
  use,
  type: '{http://www.w3.org/2001/XMLSchema}string',
  ref: false,
});

describe('the properties of an object', () => {
  it('have the names of their elements', () => {
    const scope = new PropertyScope('urn:home', naming);
    scope.reserveElements([required(element('item'))]);
    expect(scope.elementProperty(element('item'))).toBe('item');
  });

  it('name the namespace of elements of other namespaces that share a name', () => {
    const scope = new PropertyScope('urn:home', naming);
    scope.reserveElements([required(element('item', 'urn:other')), required(element('item'))]);
    expect(scope.elementProperty(element('item'))).toBe('item');
    expect(scope.elementProperty(element('item', 'urn:other'))).toBe('item$other');
  });

  it('name the namespace of both when neither is of the type itself', () => {
    const scope = new PropertyScope('urn:home', naming);
    scope.reserveElements([required(element('item', 'urn:a')), required(element('item', 'urn:b'))]);
    expect(scope.elementProperty(element('item', 'urn:a'))).toBe('item$a');
    expect(scope.elementProperty(element('item', 'urn:b'))).toBe('item$b');
  });

  it('say that they are attributes when an element has the name', () => {
    const scope = new PropertyScope('urn:home', naming);
    scope.reserveElements([required(element('id'))]);
    expect(scope.attributeProperty(attribute('id'), true)).toBe('id$attr');
  });

  it('do not have the name of a member of every object when they may be absent', () => {
    const scope = new PropertyScope('urn:home', naming);
    scope.reserveElements([optional(element('toString')), required(element('valueOf'))]);
    expect(scope.elementProperty(element('toString'))).toBe('toString$element');
    expect(scope.elementProperty(element('valueOf'))).toBe('valueOf');
    expect(scope.attributeProperty(attribute('constructor'), true)).toBe('constructor$attr');
    expect(scope.attributeProperty(attribute('isPrototypeOf', '', 'required'), true)).toBe('isPrototypeOf');
  });

  it('include those of the base, which keep their names', () => {
    const base = new PropertyScope('urn:base', naming);
    base.reserveElements([required(element('item', 'urn:base'))]);
    const scope = new PropertyScope('urn:home', naming, base);
    scope.reserveElements([required(element('item'))]);
    expect(scope.inheritsElement('{urn:base}item')).toBe(true);
    expect(scope.elementProperty(element('item', 'urn:base'))).toBe('item');
    expect(scope.elementProperty(element('item'))).toBe('item$home');
  });

  it('start again in the objects of a repeated group', () => {
    const scope = new PropertyScope('urn:home', naming);
    scope.reserveElements([required(element('item'))]);
    const nested = scope.nested();
    nested.reserveElements([required(element('item'))]);
    expect(nested.elementProperty(element('item'))).toBe('item');
  });

  it('number wildcards and repeated groups in the order of the content', () => {
    const scope = new PropertyScope('urn:home', naming);
    expect([scope.wildcardProperty(), scope.wildcardProperty()]).toEqual(['$any', '$any2']);
    expect([scope.itemsProperty(), scope.itemsProperty()]).toEqual(['$items', '$items2']);
  });
});
