import {
  any,
  attribute,
  type ComplexType,
  char,
  choice,
  complexType,
  type ElementDescriptor,
  element,
  enumeration,
  field,
  list,
  patterns,
  restriction,
  sequence,
  union,
} from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';

const ns = 'urn:fuzz';
const unbounded = Number.POSITIVE_INFINITY;
const Colour = enumeration(ns, 'Colour', xs.string, ['red', 'green']);
const Code = restriction(ns, 'Code', xs.string, { patterns: patterns(['[A-Z]{2}[0-9]+']), maxLength: 6 });

const Scalars = complexType(ns, 'Scalars', {
  attributes: [attribute('', 'id', xs.ID), attribute('', 'kind', Colour, { default: 'red' })],
  content: sequence([
    field(ns, 'double', xs.double),
    field(ns, 'long', xs.long),
    field(ns, 'decimal', xs.decimal),
    field(ns, 'date', xs.dateTime, { nillable: true }),
    field(ns, 'bytes', xs.base64Binary),
    field(ns, 'name', xs.QName, { min: 0 }),
    field(ns, 'code', Code),
    field(ns, 'char', char),
    field(ns, 'sizes', list(ns, 'Sizes', union(ns, 'Size', [xs.int, Colour]))),
    field(ns, '__proto__', xs.string, { min: 0 }),
  ]),
});

const Tree: ComplexType = complexType(ns, 'Tree', {
  content: sequence([
    field(ns, 'label', xs.string, { min: 0, nillable: true }),
    field(ns, 'child', () => Tree, { min: 0, max: unbounded }),
  ]),
});

const Choices = complexType(ns, 'Choices', {
  content: sequence([
    choice([
      field(ns, 'card', xs.string),
      sequence([field(ns, 'cash', xs.int), field(ns, 'change', xs.int, { min: 0 })]),
    ]),
    choice([field(ns, 'line', xs.string), field(ns, 'discount', xs.int)], {
      min: 0,
      max: unbounded,
      property: '$items',
    }),
    any({ namespaces: { not: [ns] }, process: 'lax', min: 0, max: unbounded }),
  ]),
});

const Mixed = complexType(ns, 'Mixed', {
  mixed: true,
  content: sequence([field(ns, 'b', xs.string, { min: 0, max: unbounded })]),
});

/** Elements of many kinds of types. */
export const elements: readonly ElementDescriptor[] = [
  element(ns, 'scalars', Scalars),
  element(ns, 'tree', () => Tree),
  element(ns, 'choices', Choices),
  element(ns, 'mixed', Mixed),
];
