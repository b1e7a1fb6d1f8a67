import { typesOf } from '../context/type-alternatives.js';
import type { ComplexType, ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { itemTypeOf } from '../descriptor/soap-encoding.js';
import { derivedOf, hasNilObjects, standInPlans } from '../plan/derived-types.js';
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
import type { SimplePlan } from '../plan/simple-plan.js';
import { membersOf } from '../plan/substitution.js';
import { type JsonMembers, namesOf } from './member-names.js';
import {
  fixedSchema,
  type JsonSchema,
  jsonOfText,
  ownSchema,
  type SimpleStyle,
  simpleSchema,
} from './simple-schema.js';

/**
 * The JSON Schema of the values in their JSON form, which `toJson` makes and `fromJson` reads: `bigint` and decimals as strings of digits,
 * octets as base64 or hexadecimal text. Constraints that JSON Schema cannot express (identity constraints, the order of date types) are left
 * out.
 */
export function toJsonSchema(target: ElementDescriptor | Type): JsonSchema {
  const writer = new SchemaWriter({
    refs: '#/$defs/',
    nameOf: ({ type }) => (type.kind === 'complex' ? type.typeName : undefined) ?? type.name,
  });
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
  nameOf(plan: TypePlan, place: SchemaPlace | undefined): string;
  /** Sees each place where a type is used. */
  readonly used?: (plan: TypePlan, place: SchemaPlace | undefined) => void;
  /** What schemas say beyond what is needed to check a value; nothing by default. */
  readonly detail?: SchemaDetail;
}

/** What schemas say for people, and for programs that make code of them. */
export interface SchemaDetail {
  /** The text for people about a type or an element, or about a property of a type. */
  readonly describe?: ((target: Type | ElementDescriptor, property?: string) => string | undefined) | undefined;
  /** Say with `discriminator` of OpenAPI which types there are in the place of an abstract one. */
  readonly discriminators: boolean;
  /** A pattern facet as an expression of JavaScript; undefined for one that is left out. */
  readonly expressionOf: (pattern: string) => string | undefined;
  /** How members are called. Default: as properties. */
  readonly members?: JsonMembers;
}

/** Writes schemas that share their definitions. */
export class SchemaWriter {
  readonly definitions: Record<string, JsonSchema> = Object.create(null) as Record<string, JsonSchema>;
  readonly #names = new Map<TypePlan, string>();
  readonly #style: SchemaWriterStyle;
  readonly #simpleStyle: SimpleStyle;
  #place: SchemaPlace | undefined;

  constructor(style: SchemaWriterStyle) {
    this.#style = style;
    const { detail } = style;
    this.#simpleStyle =
      detail === undefined
        ? {}
        : {
            formats: true,
            expressionOf: detail.expressionOf,
            reference: (plan) => (isNamedEnumeration(plan) ? this.#reference(plan) : undefined),
          };
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

  /** The schema of an element's values. */
  element(element: ElementPlan): JsonSchema {
    const own = element.alternatives === undefined ? this.type(targetOf(element)) : this.#chosen(element);
    const standIns = standInPlans(element).map((plan) => this.#tagged(plan.type.typeName, plan));
    const schema = standIns.length === 0 ? own : this.#oneOf([own, ...standIns]);
    const valued = { ...schema, ...this.#valued(element) };
    // Null may also stand for an element that is left out.
    return element.nillable || element.absentNull === true ? this.#nillable(element, valued) : valued;
  }

  /** The default of an element, and its fixed value. */
  #valued({ fixed, default: fallback, ...element }: ElementPlan): JsonSchema {
    const text = fixed ?? fallback;
    const type = text === undefined || element.alternatives !== undefined ? undefined : targetOf(element);
    return text === undefined || type?.kind !== 'simple' ? {} : this.#valueOf(type, fixed, text);
  }

  #valueOf(type: SimplePlan, fixed: string | undefined, text: string): JsonSchema {
    const value = jsonOfText(type, text);
    return {
      ...(value !== undefined && { default: value }),
      ...(fixed !== undefined && this.#style.detail !== undefined && fixedSchema(type, fixed)),
    };
  }

  /** A schema that also takes nil: null, and objects that say it beside attributes. */
  #nillable(element: ElementPlan, schema: JsonSchema): JsonSchema {
    const nilled = element.nillable ? this.#nilled(element) : [];
    return this.#style.detail !== undefined && nilled.length === 0
      ? orNull(schema)
      : { anyOf: [schema, ...nilled, ...(needsNilObject(element) ? [] : [{ type: 'null' }])] };
  }

  #oneOf(schemas: readonly JsonSchema[]): JsonSchema {
    return { [this.#style.detail === undefined ? 'anyOf' : 'oneOf']: schemas };
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

  /** The forms of a nil element other than null: an object with the attributes of its type, or of one that replaces it. */
  #nilled(element: ElementPlan): JsonSchema[] {
    const declared =
      element.alternatives === undefined ? [targetOf(element)] : typesOf(element).map(({ plan }) => plan);
    const own = declared.flatMap((plan) =>
      plan.kind === 'complex' && plan.mode !== 'tree' && plan.mode !== 'array' && hasNilObjects(plan)
        ? [...derivedOf(plan).byName.values()].map((type) => this.#nilObject(complexPlan(type), type !== plan.type))
        : [],
    );
    return [...own, ...standInPlans(element).map((plan) => this.#nilObject(plan, true))];
  }

  #nilObject(plan: ComplexPlan, isNamed: boolean): JsonSchema {
    const { properties, required } = this.#attributes(plan);
    const memberOf = this.#membersOf(plan);
    const { typeName } = plan.type;
    return {
      type: 'object',
      properties: {
        $nil: { const: true },
        ...(typeName !== undefined && { $type: { const: typeName } }),
        ...renamed(properties, memberOf),
      },
      required: ['$nil', ...(isNamed && typeName !== undefined ? ['$type'] : []), ...required.map(memberOf)],
      additionalProperties: false,
    };
  }

  type(plan: TypePlan): JsonSchema {
    return plan.kind === 'simple' ? this.#simple(plan) : plan.mode === 'tree' ? this.#tree() : this.#reference(plan);
  }

  #simple(plan: SimplePlan): JsonSchema {
    return simpleSchema(plan, this.#simpleStyle);
  }

  #reference(plan: TypePlan): JsonSchema {
    return { $ref: this.#style.refs + encodeURIComponent(this.#define(plan)) };
  }

  #define(plan: TypePlan): string {
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
      this.definitions[name] = {
        ...this.#described(plan.type),
        ...(plan.kind === 'simple' ? ownSchema(plan, this.#simpleStyle) : this.within(plan, () => this.#complex(plan))),
      };
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
    if (plan.type.abstract === true && this.#style.detail?.discriminators === true) {
      return this.#discriminated(others);
    }
    const derived = others.map(([typeName, type]) => this.#tagged(typeName, planOf(type)));
    return this.#oneOf(plan.type.abstract === true ? derived : [own, ...derived]);
  }

  /** Types in the place of an abstract one. OpenAPI counts only those that are referred to, so that each has a definition that requires `$type`. */
  #discriminated(types: readonly (readonly [typeName: string, type: ComplexType])[]): JsonSchema {
    const references = types.map(([typeName, type]) => {
      const plan = planOf(type);
      const name = `${this.#define(plan)}.tagged`;
      this.definitions[name] ??= this.#tagged(typeName, plan);
      return [typeName, this.#style.refs + encodeURIComponent(name)] as const;
    });
    return {
      oneOf: references.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: '$type', mapping: Object.fromEntries(references) },
    };
  }

  /** The text for people, where there is one. */
  #described(target: Type | ElementDescriptor, property?: string): JsonSchema {
    const description = this.#style.detail?.describe?.(target, property);
    return description === undefined || description === '' ? {} : { description };
  }

  /** The schema of the objects of a type itself, without those of derived types; of a type that is a list in JSON, that of the list. */
  object(plan: ComplexPlan): JsonSchema {
    const { properties, required } = this.#attributes(plan);
    if (plan.type.typeName !== undefined) {
      properties.$type = { const: plan.type.typeName };
    }
    if (plan.mode === 'text' && plan.text !== undefined) {
      properties.$value = this.#simple(plan.text);
      required.push('$value');
    }
    if (plan.mode === 'mixed') {
      properties.$content = { type: 'array', items: { anyOf: [{ type: 'string' }, this.#tree()] } };
      required.push('$content');
    }
    const rules: GroupNode[] = [];
    if (plan.content !== undefined && plan.mode !== 'mixed') {
      this.#group(plan.content, properties, required, rules);
    }
    if (plan.open !== undefined && plan.mode !== 'mixed') {
      properties.$open = { type: 'array', items: this.#tree() };
    }
    for (const [property, schema] of Object.entries(properties)) {
      properties[property] = { ...schema, ...this.#described(plan.type, property) };
    }
    const { unwrap } = plan.type;
    return (unwrap === undefined ? undefined : properties[unwrap]) ?? this.#objectOf(plan, properties, required, rules);
  }

  #attributes({ attributes, anyAttribute }: ComplexPlan): {
    readonly properties: Record<string, JsonSchema>;
    readonly required: string[];
  } {
    const properties: Record<string, JsonSchema> = Object.create(null) as Record<string, JsonSchema>;
    for (const attribute of attributes) {
      const { property, type, fixed, default: fallback } = attribute;
      const text = fixed ?? fallback;
      properties[property] = { ...this.#simple(type), ...(text !== undefined && this.#valueOf(type, fixed, text)) };
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
    rules: GroupNode[],
  ): void {
    if (group.kind === 'choice') {
      for (const particle of group.particles) {
        this.#particle(particle, properties, undefined, rules);
      }
      if (group.particles.length > 1) {
        rules.push(group);
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
    rules: GroupNode[],
  ): void {
    switch (node.kind) {
      case 'element':
      case 'any': {
        const item = node.kind === 'any' ? this.#tree() : this.#at(node.property, () => this.#member(node));
        addProperty(properties, node.property, occurrences(node, required !== undefined, item));
        if (node.min > 0 && !(node.kind === 'element' && node.element.absentNull === true)) {
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
    const rules: GroupNode[] = [];
    this.#group({ ...node, min: 1 }, properties, required, rules);
    return this.#objectOf(node, properties, required, rules);
  }

  #objectOf(
    owner: ComplexPlan | GroupNode,
    properties: Record<string, JsonSchema>,
    required: readonly string[],
    choices: readonly GroupNode[],
  ): JsonSchema {
    const memberOf = this.#membersOf(owner);
    const rules = choices.map((each) => exclusion(each, memberOf));
    return {
      type: 'object',
      properties: renamed(properties, memberOf),
      ...(required.length === 0 ? {} : { required: [...new Set(required.map(memberOf))] }),
      ...(rules.length === 0 ? {} : { allOf: rules }),
      additionalProperties: false,
    };
  }

  /** The members of objects by their properties. */
  #membersOf(owner: ComplexPlan | GroupNode): (property: string) => string {
    const names = this.#style.detail?.members === 'camelCase' ? namesOf(owner) : undefined;
    return (property) => names?.member(property) ?? property;
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

/** True for a type that code has as an enumeration of its own. */
function isNamedEnumeration(plan: SimplePlan): boolean {
  return plan.texts !== undefined && plan.type.name !== '' && plan.mapped === undefined;
}

/** True for an element of which null is no nil: it needs an attribute, or the name of another type. */
function needsNilObject(element: ElementPlan): boolean {
  const plan = element.alternatives === undefined && element.absentNull !== true ? targetOf(element) : undefined;
  return plan?.kind === 'complex' && (plan.type.abstract === true || plan.attributes.some(({ required }) => required));
}

/** A schema that also takes null: in its type, if it has one alone. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema;
  if (typeof type === 'string' && schema.const === undefined) {
    return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
  }
  const takesNull = Array.isArray(anyOf) && anyOf.some((each: JsonSchema) => each.type === 'null');
  return takesNull || Array.isArray(type) ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** Branches of a choice leave each other out; an empty list is nothing. */
function exclusion(choice: GroupNode, memberOf: (property: string) => string): JsonSchema {
  const branches = choice.particles.map(propertiesOf);
  const lists = new Set(choice.particles.flatMap(listsOf));
  const isThere = (property: string): JsonSchema => ({
    required: [memberOf(property)],
    ...(lists.has(property) && { properties: { [memberOf(property)]: { minItems: 1 } } }),
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

function renamed(
  properties: Readonly<Record<string, JsonSchema>>,
  memberOf: (property: string) => string,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([property, schema]) => [memberOf(property), schema]));
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
  const text = { type: 'string' };
  const named = { namespace: text, name: text, prefix: text };
  const attribute = {
    type: 'object',
    properties: { ...named, value: text },
    required: ['namespace', 'name', 'value'],
    additionalProperties: false,
  };
  return {
    type: 'object',
    properties: {
      ...named,
      attributes: { type: 'array', items: attribute },
      children: { type: 'array', items: { anyOf: [text, reference] } },
      declarations: { type: 'object', additionalProperties: text },
    },
    required: ['namespace', 'name', 'attributes', 'children'],
    additionalProperties: false,
  };
}
