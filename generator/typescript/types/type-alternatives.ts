import type { Contract, TestExpression, TestOperand, TypeAlternative, TypeKey } from '../../contract/model.js';
import type { MappedAttribute } from '../content/properties.js';
import type { BindContext } from '../context/context.js';
import { builtInDescriptor } from '../expressions/built-ins.js';
import {
  construct,
  literal,
  objectValue,
  type TypeExpression,
  type ValueExpression,
} from '../expressions/expression.js';
import { simpleValueOf } from '../expressions/simple-values.js';

/** The descriptors of an element's type alternatives; undefined if it has none. `typeReference` returns those of types. */
export function alternativesValue(
  alternatives: readonly TypeAlternative[] | undefined,
  typeReference: (key: TypeKey) => ValueExpression,
  namespace: NamespaceValue,
): ValueExpression | undefined {
  if (alternatives === undefined) {
    return undefined;
  }
  const items = alternatives.map(({ test, type }) =>
    construct('alternative', typeReference(type), ...(test ? [testValue(test, namespace)] : [])),
  );
  return { kind: 'array', items };
}

/** The value of a namespace. */
type NamespaceValue = BindContext['namespace'];

function testValue(test: TestExpression, namespace: NamespaceValue): ValueExpression {
  const kind = literal(test.kind);
  switch (test.kind) {
    case 'or':
    case 'and':
      return objectValue({
        kind,
        operands: { kind: 'array', items: test.operands.map((operand) => testValue(operand, namespace)) },
      });
    case 'not':
      return objectValue({ kind, operand: testValue(test.operand, namespace) });
    case 'constant':
      return objectValue({ kind, value: literal(test.value) });
    case 'exists':
    case 'holds':
      return objectValue({ kind, operand: operandValue(test.operand, namespace) });
    case 'compare':
      return objectValue({
        kind,
        operator: literal(test.operator),
        single: test.single ? literal(true) : undefined,
        left: operandValue(test.left, namespace),
        right: operandValue(test.right, namespace),
      });
  }
}

function operandValue(operand: TestOperand, namespace: NamespaceValue): ValueExpression {
  const kind = literal(operand.kind);
  switch (operand.kind) {
    case 'attribute':
      return objectValue({
        kind,
        namespace: namespace(operand.namespace),
        name: literal(operand.name),
      });
    case 'string':
    case 'number':
      return objectValue({ kind, value: literal(operand.value) });
    case 'length':
      return objectValue({ kind, operand: operandValue(operand.operand, namespace) });
    case 'cast':
      return objectValue({
        kind,
        type: builtInDescriptor(operand.type),
        operand: operandValue(operand.operand, namespace),
        optional: operand.optional ? literal(true) : undefined,
      });
  }
}

/**
 * The meaning of a test for the properties of a value, so that a `switch` can distinguish the alternatives: for `@kind =
 * 'circle'` the member `kind: 'circle'`. Nothing if the attribute may belong to another element, or is not a text.
 */
export function discriminant(
  { test, type }: TypeAlternative,
  context: BindContext,
): (TypeExpression & { readonly kind: 'object' }) | undefined {
  if (test?.kind !== 'compare' || test.operator !== '=') {
    return undefined;
  }
  const { left, right } = test;
  const [attribute, text] = left.kind === 'attribute' ? [left, right] : [right, left];
  if (attribute.kind !== 'attribute' || text.kind !== 'string' || isInherited(attribute.name, context)) {
    return undefined;
  }
  const mapped = attributesOf(type, context).find(
    ({ use }) => use.name === attribute.name && use.namespace === attribute.namespace,
  );
  if (!mapped || context.scalars(mapped.use.type)) {
    return undefined;
  }
  const value = simpleValueOf(mapped.use.type, context.index);
  if (value.kind !== 'family' || value.family !== 'text') {
    return undefined;
  }
  const literalType: TypeExpression = { kind: 'literal', value: text.value };
  return {
    kind: 'object',
    members: [{ name: mapped.property, type: literalType, optional: false, documentation: [] }],
  };
}

const inheritable = new WeakMap<Contract, ReadonlySet<string>>();

function isInherited(name: string, { contract }: BindContext): boolean {
  let names = inheritable.get(contract);
  if (!names) {
    const uses = contract.types.flatMap((type) => (type.kind === 'complexType' ? type.attributes : []));
    names = new Set(uses.flatMap((use) => (use.inheritable ? [use.name] : [])));
    inheritable.set(contract, names);
  }
  return names.has(name);
}

/** The attributes of a complex type, those of its bases included. */
function attributesOf(key: TypeKey, { index, mapper }: BindContext): readonly MappedAttribute[] {
  const type = index.types.get(key);
  return type?.kind === 'complexType'
    ? mapper.chainOf(mapper.mappingOf(type)).flatMap(({ attributes }) => attributes)
    : [];
}
