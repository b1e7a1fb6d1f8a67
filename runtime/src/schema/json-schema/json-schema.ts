import { typesOf } from '../context/type-alternatives.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { itemTypeOf } from '../descriptor/soap-encoding.js';
import { derivedOf, standInPlans } from '../plan/derived-types.js';
import { isEmptiable } from '../plan/emptiable.js';
import { propertiesOf } from '../plan/groups.js';
import { leavesOf } from '../plan/members.js';
import {
  type ComplexPlan,
  complexPlan,
  type ElementNode,
  type ElementPlan,
  elementPlan,
  type GroupNode,
  type ParticleNode,
  planOf,
  type TypePlan,
  targetOf,
} from '../plan/plan.js';
import { membersOf } from '../plan/substitution.js';
import { type JsonSchema, simpleSchema } from './simple-schema.js';

/**
 * The JSON Schema of the values in their JSON form, which `toJson` makes and `fromJson` reads: `bigint` and decimals as strings of digits,
 * octets as base64 or hexadecimal text. Constraints that JSON Schema cannot express (identity constraints, the order of date types) are left
 * out.
 */
export function toJsonSchema(target: ElementDescriptor | Type): JsonSchema {
  const writer = new SchemaWriter({ refs: '#/$defs/', nameOf: ({ type }) => type.typeName ?? type.name });
  const schema = target.kind === 'element' ? writer.element(elementPlan(target)) : writer.type(planOf(target));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema, $defs: writer.definitions };
}

const treeDefinition = 'XmlElement';

/** Where a type is used: the type that is being written, or the name of what else is, and the property. */
export interface SchemaPlace {
  readonly owner: ComplexPlan | string;
  readonly property: string;
}

/** How schemas are written. */
export interface SchemaWriterStyle {
  /** What references begin with. */
  readonly refs: string;
  /** The name that the definition of a type should have; the writer makes it the only one. */
  nameOf(plan: ComplexPlan, place: SchemaPlace | undefined): string;
  /** Sees each place where a type is used. */
  readonly used?: (plan: ComplexPlan, place: SchemaPlace | undefined) => void;
}

/** Writes schemas that share their definitions. */
export class SchemaWriter {
  readonly definitions: Record<string, JsonSchema> = Object.create(null) as Record<string, JsonSchema>;
  readonly #names = new Map<ComplexPlan, string>();
  readonly #style: SchemaWriterStyle;
  #place: SchemaPlace | undefined;

  constructor(style: SchemaWriterStyle) {
    this.#style = style;
  }

  /** Writes what belongs to a type, or to something else that has a name. */
  within<S extends JsonSchema | undefined>(owner: ComplexPlan | string, write: () => S): S {
    const outer = this.#place;
    this.#place = { owner, property: '' };
    const schema = write();
    this.#place = outer;
    return schema;
  }

  /** The definition that a schema is nothing but a reference to. */
  referred({ $ref }: JsonSchema): JsonSchema | undefined {
    const { refs } = this.#style;
    return typeof $ref === 'string' && $ref.startsWith(refs)
      ? this.definitions[decodeURIComponent($ref.slice(refs.length))]
      : undefined;
  }

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
      if (Object.keys(properties).length === 0 && plan.type.abstract !== true) {
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
    return plan.kind === 'simple' ? simpleSchema(plan) : plan.mode === 'tree' ? this.#tree() : this.#reference(plan);
  }

  #reference(plan: ComplexPlan): JsonSchema {
    return { $ref: this.#style.refs + encodeURIComponent(this.#define(plan)) };
  }

  #define(plan: ComplexPlan): string {
    this.#style.used?.(plan, this.#place);
    let name = this.#names.get(plan);
    if (name === undefined) {
      const wanted = this.#style.nameOf(plan, this.#place) || 'Anonymous';
      name = wanted;
      for (let i = 2; name in this.definitions || name === treeDefinition; i++) {
        name = `${wanted}_${i}`;
      }
      this.#names.set(plan, name);
      // Reserved while the type is written, since it may refer to itself.
      this.definitions[name] = {};
      this.definitions[name] = this.within(plan, () => this.#complex(plan));
    }
    return name;
  }

  #complex(plan: ComplexPlan): JsonSchema {
    const array = plan.type.soapArray;
    if (array !== undefined) {
      return {
        type: 'array',
        items: { anyOf: [this.type(planOf(itemTypeOf(array, plan.type.engine))), { type: 'null' }] },
      };
    }
    const own = this.object(plan);
    const others = [...derivedOf(plan).byTypeName].filter(([, type]) => type !== plan.type);
    if (others.length === 0) {
      return own;
    }
    const derived = others.map(([typeName, type]) => this.#tagged(typeName, planOf(type)));
    return { anyOf: plan.type.abstract === true ? derived : [own, ...derived] };
  }

  /** The schema of the objects of a type itself, without those of derived types; of a type that is a list in JSON, that of the list. */
  object(plan: ComplexPlan): JsonSchema {
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
      if (group.particles.length > 1) {
        rules.push(exclusion(group));
      }
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
      case 'any': {
        const item = node.kind === 'any' ? this.#tree() : this.#at(node.property, () => this.#member(node));
        addProperty(properties, node.property, occurrences(node, required !== undefined, item));
        if (node.min > 0) {
          required?.push(node.property);
        }
        return;
      }
      case 'sequence':
      case 'choice':
      case 'all':
        if (node.property === undefined) {
          this.#group(node, properties, node.min > 0 ? required : undefined, rules);
        } else {
          const isRequired = required !== undefined && !isEmptiable(node);
          const item = this.#at(node.property, () => this.#item(node));
          addProperty(properties, node.property, occurrences({ ...node, list: true }, isRequired, item));
          if (isRequired && node.min > 0) {
            required.push(node.property);
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

  /** Writes what is below a property. */
  #at(property: string, write: () => JsonSchema): JsonSchema {
    const outer = this.#place;
    this.#place = { owner: outer?.owner ?? '', property };
    const schema = write();
    this.#place = outer;
    return schema;
  }

  #tree(): JsonSchema {
    const reference = { $ref: this.#style.refs + treeDefinition };
    this.definitions[treeDefinition] ??= treeSchema(reference);
    return reference;
  }
}

/** Branches of a choice leave each other out; an empty list is nothing. */
function exclusion(choice: GroupNode): JsonSchema {
  const branches = choice.particles.map(propertiesOf);
  const lists = new Set(choice.particles.flatMap(listsOf));
  const isThere = (property: string): JsonSchema => ({
    required: [property],
    ...(lists.has(property) && { properties: { [property]: { minItems: 1 } } }),
  });
  return {
    anyOf: branches.map((own) => {
      const foreign = choice.properties.filter((property) => !own.includes(property));
      return foreign.length === 0 ? {} : { not: { anyOf: foreign.map(isThere) } };
    }),
  };
}

/** Properties that are lists of occurrences. */
function listsOf(node: ParticleNode): readonly string[] {
  if (!('particles' in node)) {
    return node.list ? [node.property] : [];
  }
  return node.property === undefined ? node.particles.flatMap(listsOf) : [node.property];
}

/** Adds a property. Particles that share one have a type in common, and the number of their items counts together. */
function addProperty(properties: Record<string, JsonSchema>, name: string, schema: JsonSchema): void {
  const known = properties[name];
  if (known === undefined) {
    properties[name] = schema;
    return;
  }
  const { minItems: _, maxItems: __, ...one } = known;
  const { minItems: ___, maxItems: ____, ...other } = schema;
  properties[name] = JSON.stringify(one) === JSON.stringify(other) ? one : { anyOf: [one, other] };
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
    additionalProperties: false,
  };
}

function occurrences(
  { list, min, max }: { readonly list: boolean; readonly min: number; readonly max: number },
  isRequired: boolean,
  items: JsonSchema,
): JsonSchema {
  if (!list) {
    return items;
  }
  return {
    type: 'array',
    items,
    ...(min > 0 && isRequired ? { minItems: min } : {}),
    ...(Number.isFinite(max) ? { maxItems: max } : {}),
  };
}

function treeSchema(reference: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      namespace: { type: 'string' },
      name: { type: 'string' },
      attributes: { type: 'array' },
      children: { type: 'array', items: { anyOf: [{ type: 'string' }, reference] } },
    },
    required: ['namespace', 'name', 'attributes', 'children'],
  };
}
