import { typesOf } from '../context/type-alternatives.js';
import type { ElementDescriptor, Facets, Type } from '../descriptor/descriptor.js';
import { itemTypeOf } from '../descriptor/soap-array.js';
import { leavesOf } from '../plan/members.js';
import {
  type ComplexPlan,
  complexPlan,
  derivedOf,
  type ElementNode,
  type ElementPlan,
  elementPlan,
  type GroupNode,
  membersOf,
  type ParticleNode,
  planOf,
  propertiesOf,
  type TypePlan,
  targetOf,
} from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import { standInPlans } from '../plan/stand-ins.js';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

/**
 * The JSON Schema of the values in their natural JSON form: `bigint` and decimals as strings of digits, octets as base64 or
 * hexadecimal text. Constraints that JSON Schema cannot express (identity constraints, the order of date types) are left out.
 */
export function toJsonSchema(target: ElementDescriptor | Type): JsonSchema {
  const writer = new SchemaWriter();
  const schema = target.kind === 'element' ? writer.element(elementPlan(target)) : writer.type(planOf(target));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema, $defs: writer.definitions };
}

const digitsPattern = '^-?[0-9]+$';
const treeDefinition = 'XmlElement';

class SchemaWriter {
  readonly definitions: Record<string, JsonSchema> = Object.create(null) as Record<string, JsonSchema>;
  readonly #names = new Map<ComplexPlan, string>();

  element(element: ElementPlan): JsonSchema {
    const own = element.alternatives === undefined ? this.type(targetOf(element)) : this.#chosen(element);
    const standIns = standInPlans(element).map((plan) => this.#tagged(plan.type.typeName, plan));
    const schema = standIns.length === 0 ? own : { anyOf: [own, ...standIns] };
    const described = element.default === undefined ? schema : { ...schema, default: element.default };
    return element.nillable
      ? {
          anyOf: [
            described,
            ...[targetOf(element), ...standInPlans(element)].flatMap((plan) => this.#nilled(plan)),
            { type: 'null' },
          ],
        }
      : described;
  }

  /** A type that may replace another one. */
  #tagged(typeName: string | undefined, plan: TypePlan): JsonSchema {
    return { allOf: [this.type(plan), { required: ['$type'], properties: { $type: { const: typeName } } }] };
  }

  /** Any of the types that attributes may choose; tests are nothing that JSON Schema could say. */
  #chosen(element: ElementPlan): JsonSchema {
    const plans = new Set(typesOf(element).map(({ plan }) => plan));
    const withValues = [...plans].filter(
      (plan) => plan.kind === 'complex' || plan.variety !== 'union' || leavesOf(plan).length > 0,
    );
    return { anyOf: withValues.map((plan) => this.type(plan)) };
  }

  /** The forms of a nil element other than null: an object with the attributes of its type, or of one derived from it. */
  #nilled(plan: TypePlan): JsonSchema[] {
    if (plan.kind === 'simple' || plan.mode === 'tree' || plan.mode === 'array') {
      return [];
    }
    const types = plan.type.abstract === true ? [] : [plan.type];
    const plans = [...types, ...derivedOf(plan).byName.values()].map(complexPlan);
    return [...new Set(plans)].flatMap((each) => {
      const { properties, required } = this.#attributes(each);
      if (Object.keys(properties).length === 0) {
        return [];
      }
      const tag = each.type.typeName === undefined ? {} : { $type: { const: each.type.typeName } };
      const needed = each === plan || each.type.typeName === undefined ? required : ['$type', ...required];
      return [
        {
          type: 'object',
          properties: { $nil: { const: true }, ...tag, ...properties },
          required: ['$nil', ...needed],
          additionalProperties: false,
        },
      ];
    });
  }

  type(plan: TypePlan): JsonSchema {
    return plan.kind === 'simple' ? simpleSchema(plan) : { $ref: `#/$defs/${encodeURIComponent(this.#define(plan))}` };
  }

  #define(plan: ComplexPlan): string {
    if (plan.mode === 'tree') {
      this.definitions[treeDefinition] ??= treeSchema();
      return treeDefinition;
    }
    let name = this.#names.get(plan);
    if (name === undefined) {
      const wanted = plan.type.typeName ?? (plan.type.name === '' ? 'Anonymous' : plan.type.name);
      name = wanted;
      for (let i = 2; name in this.definitions; i++) {
        name = `${wanted}_${i}`;
      }
      this.#names.set(plan, name);
      // Reserved while the type is written, since it may refer to itself.
      this.definitions[name] = {};
      this.definitions[name] = this.#complex(plan);
    }
    return name;
  }

  #complex(plan: ComplexPlan): JsonSchema {
    const array = plan.type.soapArray;
    if (array !== undefined) {
      return { type: 'array', items: this.type(planOf(itemTypeOf(array))) };
    }
    const own = this.#object(plan);
    const others = [...derivedOf(plan).byTypeName].filter(([, type]) => type !== plan.type);
    if (others.length === 0) {
      return own;
    }
    const derived = others.map(([typeName, type]) => this.#tagged(typeName, planOf(type)));
    return { anyOf: plan.type.abstract === true ? derived : [own, ...derived] };
  }

  #object(plan: ComplexPlan): JsonSchema {
    const { properties, required } = this.#attributes(plan);
    if (plan.type.typeName !== undefined) {
      properties.$type = { const: plan.type.typeName };
    }
    if (plan.mode === 'text' && plan.text !== undefined) {
      properties.$value = simpleSchema(plan.text);
      required.push('$value');
    }
    if (plan.mode === 'mixed') {
      properties.$content = { type: 'array', items: { anyOf: [{ type: 'string' }, this.#tree()] } };
      required.push('$content');
    }
    const rules: JsonSchema[] = [];
    if (plan.content !== undefined && plan.mode !== 'mixed') {
      this.#group(plan.content, properties, required, rules);
    }
    if (plan.open !== undefined && plan.mode !== 'mixed') {
      properties.$open = { type: 'array', items: this.#tree() };
    }
    const { unwrap } = plan.type;
    return (unwrap === undefined ? undefined : properties[unwrap]) ?? objectSchema(properties, required, rules);
  }

  #attributes({ attributes, anyAttribute }: ComplexPlan): {
    readonly properties: Record<string, JsonSchema>;
    readonly required: string[];
  } {
    const properties: Record<string, JsonSchema> = Object.create(null) as Record<string, JsonSchema>;
    for (const attribute of attributes) {
      properties[attribute.property] = simpleSchema(attribute.type);
    }
    if (anyAttribute !== undefined) {
      properties.$anyAttribute = { type: 'object', additionalProperties: { type: 'string' } };
    }
    return { properties, required: attributes.filter(({ required }) => required).map(({ property }) => property) };
  }

  #group(
    group: GroupNode,
    properties: Record<string, JsonSchema>,
    required: string[] | undefined,
    rules: JsonSchema[],
  ): void {
    if (group.kind === 'choice') {
      for (const particle of group.particles) {
        this.#particle(particle, properties, undefined, rules);
      }
      rules.push(exclusion(group));
      return;
    }
    for (const particle of group.particles) {
      this.#particle(particle, properties, group.min > 0 ? required : undefined, rules);
    }
  }

  #particle(
    node: ParticleNode,
    properties: Record<string, JsonSchema>,
    required: string[] | undefined,
    rules: JsonSchema[],
  ): void {
    switch (node.kind) {
      case 'element':
        properties[node.property] = occurrences(node.list, node.min, node.max, this.#member(node));
        if (node.min > 0) {
          required?.push(node.property);
        }
        return;
      case 'any':
        properties[node.property] = occurrences(node.list, node.min, node.max, this.#tree());
        if (node.min > 0) {
          required?.push(node.property);
        }
        return;
      case 'sequence':
      case 'choice':
      case 'all':
        if (node.property === undefined) {
          this.#group(node, properties, node.min > 0 ? required : undefined, rules);
        } else {
          properties[node.property] = occurrences(true, node.min, node.max, this.#item(node));
          if (node.min > 0) {
            required?.push(node.property);
          }
        }
    }
  }

  #item(node: GroupNode): JsonSchema {
    const properties: Record<string, JsonSchema> = Object.create(null) as Record<string, JsonSchema>;
    const required: string[] = [];
    const rules: JsonSchema[] = [];
    this.#group({ ...node, min: 1 }, properties, required, rules);
    return objectSchema(properties, required, rules);
  }

  #member(node: ElementNode): JsonSchema {
    if (node.substitutes === undefined) {
      return this.element(node.element);
    }
    return {
      anyOf: membersOf(node).map(({ key, element }) => ({
        type: 'object',
        properties: { $name: { const: key }, $value: this.element(element) },
        required: ['$name', '$value'],
      })),
    };
  }

  #tree(): JsonSchema {
    this.definitions[treeDefinition] ??= treeSchema();
    return { $ref: `#/$defs/${treeDefinition}` };
  }
}

/** Branches of a choice leave each other out. */
function exclusion(choice: GroupNode): JsonSchema {
  const branches = choice.particles.map(propertiesOf);
  return {
    anyOf: branches.map((own) => {
      const foreign = choice.properties.filter((property) => !own.includes(property));
      return foreign.length === 0 ? {} : { not: { anyOf: foreign.map((property) => ({ required: [property] })) } };
    }),
  };
}

function objectSchema(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  rules: readonly JsonSchema[],
): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
    ...(rules.length === 0 ? {} : { allOf: rules }),
  };
}

function occurrences(list: boolean, min: number, max: number, items: JsonSchema): JsonSchema {
  if (!list) {
    return items;
  }
  return {
    type: 'array',
    items,
    ...(min > 0 ? { minItems: min } : {}),
    ...(Number.isFinite(max) ? { maxItems: max } : {}),
  };
}

function treeSchema(): JsonSchema {
  return {
    type: 'object',
    properties: {
      namespace: { type: 'string' },
      name: { type: 'string' },
      attributes: { type: 'array' },
      children: { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: `#/$defs/${treeDefinition}` }] } },
    },
    required: ['namespace', 'name', 'attributes', 'children'],
  };
}

const bigIntegerTypes: ReadonlySet<string> = new Set(
  'integer nonPositiveInteger negativeInteger long nonNegativeInteger unsignedLong positiveInteger'.split(' '),
);
const smallIntegerBounds: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  int: [-2147483648, 2147483647],
  short: [-32768, 32767],
  byte: [-128, 127],
  unsignedInt: [0, 4294967295],
  unsignedShort: [0, 65535],
  unsignedByte: [0, 255],
};
const formats: Readonly<Record<string, string>> = { anyURI: 'uri-reference' };

function simpleSchema(plan: SimplePlan): JsonSchema {
  if (plan.mapped !== undefined) {
    return plan.type.name === 'char' ? { type: 'string', minLength: 1, maxLength: 1 } : simpleSchema(plan.mapped);
  }
  switch (plan.variety) {
    case 'list':
      return listSchema(plan);
    case 'union':
      return { anyOf: leavesOf(plan).map(simpleSchema) };
    case 'atomic':
      return atomicSchema(plan, plan.facets ?? {});
  }
}

function listSchema(plan: SimplePlan): JsonSchema {
  const items = plan.item === undefined ? {} : simpleSchema(plan.item);
  const { length, minLength, maxLength } = plan.facets ?? {};
  return {
    type: 'array',
    items,
    ...defined({ minItems: length ?? minLength, maxItems: length ?? maxLength }),
  };
}

function atomicSchema(plan: SimplePlan, facets: Facets): JsonSchema {
  const { builtIn } = plan;
  if (builtIn === 'boolean') {
    return { type: 'boolean' };
  }
  const range = smallIntegerBounds[builtIn];
  if (range !== undefined) {
    return { type: 'integer', minimum: range[0], maximum: range[1], ...numericFacets(facets) };
  }
  if (builtIn === 'float' || builtIn === 'double') {
    return { anyOf: [{ type: 'number', ...numericFacets(facets) }, { enum: ['INF', '-INF', 'NaN'] }] };
  }
  if (bigIntegerTypes.has(builtIn)) {
    return { type: 'string', pattern: digitsPattern };
  }
  if (builtIn === 'decimal') {
    return { type: 'string', pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' };
  }
  if (builtIn === 'base64Binary') {
    return { type: 'string', contentEncoding: 'base64' };
  }
  if (builtIn === 'hexBinary') {
    return { type: 'string', contentEncoding: 'base16' };
  }
  if (builtIn === 'QName' || builtIn === 'NOTATION') {
    return {
      type: 'object',
      properties: { namespace: { type: 'string' }, name: { type: 'string' } },
      required: ['namespace', 'name'],
    };
  }
  if (facets.enumeration !== undefined) {
    return { enum: [...facets.enumeration] };
  }
  return {
    type: 'string',
    ...defined({
      minLength: facets.length ?? facets.minLength,
      maxLength: facets.length ?? facets.maxLength,
      format: formats[builtIn],
    }),
  };
}

function numericFacets(facets: Facets): JsonSchema {
  const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  return {
    ...defined({
      minimum: number(facets.minInclusive),
      maximum: number(facets.maxInclusive),
      exclusiveMinimum: number(facets.minExclusive),
      exclusiveMaximum: number(facets.maxExclusive),
    }),
    ...(facets.enumeration === undefined ? {} : { enum: facets.enumeration.map(Number) }),
  };
}

function defined(keywords: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}
