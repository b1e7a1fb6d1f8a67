import { runtimeType, type TypeExpression, type ValueExpression } from '../typescript/expressions/expression.js';

/** A constant beside the descriptor of a service. */
interface SharedConstant {
  readonly name: string;
  readonly type: TypeExpression;
  readonly value: ValueExpression;
}

type ObjectValue = Extract<ValueExpression, { readonly kind: 'object' }>;

/** The descriptor of a service whose operations say once which parameters they have over GET and POST, where these are the same. */
export function withSharedParameters(descriptor: ValueExpression): {
  readonly descriptor: ValueExpression;
  readonly constants: readonly SharedConstant[];
} {
  const constants: SharedConstant[] = [];
  const shared = mapProperty(descriptor, 'operations', (operations) =>
    mapProperties(operations, (operation, method) => {
      const get = parametersOf(operation, 'httpGet');
      const post = parametersOf(operation, 'httpPost');
      if (get === undefined || get.items.length === 0 || JSON.stringify(get) !== JSON.stringify(post)) {
        return operation;
      }
      const name = `${method}$parameters`;
      const item = runtimeType('HttpParameterDescriptor');
      constants.push({ name, type: { kind: 'global', name: 'ReadonlyArray', arguments: [item] }, value: get });
      const replace = (facts: ValueExpression): ValueExpression =>
        mapProperty(facts, 'parameters', () => ({ kind: 'local', name }));
      return mapProperty(mapProperty(operation, 'httpGet', replace), 'httpPost', replace);
    }),
  );
  return { descriptor: shared, constants };
}

function parametersOf(
  operation: ValueExpression,
  kind: string,
): Extract<ValueExpression, { kind: 'array' }> | undefined {
  const facts = operation.kind === 'object' ? property(operation, kind) : undefined;
  const parameters = facts?.kind === 'object' ? property(facts, 'parameters') : undefined;
  return parameters?.kind === 'array' ? parameters : undefined;
}

function property(value: ObjectValue, name: string): ValueExpression | undefined {
  return value.properties.find((each) => each.name === name)?.value;
}

function mapProperties(
  value: ValueExpression,
  map: (value: ValueExpression, name: string) => ValueExpression,
): ValueExpression {
  if (value.kind !== 'object') {
    return value;
  }
  return { ...value, properties: value.properties.map((each) => ({ ...each, value: map(each.value, each.name) })) };
}

function mapProperty(
  value: ValueExpression,
  name: string,
  map: (value: ValueExpression) => ValueExpression,
): ValueExpression {
  return mapProperties(value, (each, own) => (own === name ? map(each) : each));
}
