/** A schema of the document, as far as forms need it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly contentEncoding?: string;
  readonly description?: string;
}

/** One way to fit a schema: no reference and no alternative is left in it. */
export interface FormShape extends Schema {
  readonly type?: string;
  /** What people call it: the value of `$type` or `$name`, the name of its schema, or its type. */
  readonly name: string;
}

/** An object of JSON. */
export type ObjectValue = Readonly<Record<string, unknown>>;

/** The shapes of the schemas of a document. */
export class FormShapes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #known = new WeakMap<Schema, readonly FormShape[]>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  /** The ways to fit a schema. */
  of(schema: Schema): readonly FormShape[] {
    let known = this.#known.get(schema);
    if (known === undefined) {
      known = withWords(this.#leaves(schema, new Set()).flatMap(byType)).map(named);
      this.#known.set(schema, known);
    }
    return known;
  }

  /** A small value of a schema: with what it requires, and nothing else. */
  empty(schema: Schema, depth: number = 0): unknown {
    const shapes = this.of(schema);
    const [shape = shapes[0]] = shapes.filter(({ type }) => type !== 'null');
    return shape === undefined ? {} : this.emptyOf(shape, shapes.length > 1, depth);
  }

  /** A small value of a shape. `isOne` says that there are others, from which a name tells it. */
  emptyOf(shape: FormShape, isOne: boolean, depth: number = 0): unknown {
    const { type, properties = {}, required = [], items = {}, minItems = 0 } = shape;
    const fixed = shape.default ?? shape.const ?? (type === 'number' ? undefined : shape.enum?.[0]);
    if (fixed !== undefined) {
      return fixed;
    }
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return false;
      case 'integer':
      case 'number':
        return 0;
      case 'string':
        return shape.format === undefined || shape.pattern === undefined ? '' : '0';
      case 'array':
        return Array.from({ length: depth > deepest ? 0 : Math.min(minItems, 10) }, () => this.empty(items, depth + 1));
    }
    const wanted = Object.entries(properties).filter(
      ([name, { const: value }]) => required.includes(name) || (isOne && value !== undefined && name !== '$nil'),
    );
    return Object.fromEntries(depth > deepest ? [] : wanted.map(([name, each]) => [name, this.empty(each, depth + 1)]));
  }

  /** References in `seen` are being followed: a schema that is itself has no shape. */
  #leaves(schema: Schema, seen: ReadonlySet<string>): readonly Schema[] {
    const { $ref, anyOf, oneOf, allOf = [], ...own } = schema;
    let found: readonly Schema[] = [own];
    if ($ref !== undefined) {
      const name = decodeURIComponent($ref.slice($ref.lastIndexOf('/') + 1))
        .replaceAll('~1', '/')
        .replaceAll('~0', '~');
      const target = seen.has(name) ? undefined : this.#schemas[name];
      const leaves = target === undefined ? [] : this.#leaves(target, new Set([...seen, name]));
      found = both(
        found,
        leaves.map((leaf) => ({ name, ...leaf })),
      );
    }
    for (const each of allOf) {
      found = both(found, this.#leaves(each, seen));
    }
    for (const alternatives of [anyOf, oneOf]) {
      // Rules about members that leave each other out say nothing of the form.
      if (alternatives?.every((each) => each.not === undefined && Object.keys(each).length > 0)) {
        found = both(
          found,
          alternatives.flatMap((each) => this.#leaves(each, seen)),
        );
      }
    }
    return found;
  }
}

/** Objects that an empty value has within each other. */
const deepest = 12;

/** What fits two lists of alternatives: each of one together with each of the other, but for those that contradict each other. */
function both(first: readonly Schema[], second: readonly Schema[]): readonly Schema[] {
  return first.flatMap((one) => second.flatMap((other) => merged(one, other) ?? []));
}

function merged(one: Schema, other: Schema): Schema | undefined {
  const properties = new Map(Object.entries(other.properties ?? {}));
  for (const [name, schema] of Object.entries(one.properties ?? {})) {
    const known = properties.get(name);
    if (known?.const !== undefined && schema.const !== undefined && known.const !== schema.const) {
      return undefined;
    }
    properties.set(name, { ...known, ...schema });
  }
  const required = [...(one.required ?? []), ...(other.required ?? [])];
  return {
    ...other,
    ...one,
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}

/** A schema for each of its types. */
function byType(schema: Schema): readonly Schema[] {
  const { type } = schema;
  if (typeof type === 'string' || type === undefined) {
    return [schema.properties !== undefined ? { ...schema, type: 'object' } : schema];
  }
  const { enum: values, ...others } = schema;
  const texts = values?.filter((value) => value !== null);
  return type.map((each) =>
    each === 'null' ? { type: 'null' } : { ...others, type: each, ...(texts && { enum: texts }) },
  );
}

/** Words that stand for numbers are those of the number: `INF`. */
function withWords(shapes: readonly Schema[]): readonly Schema[] {
  const words = shapes.find((shape) => shape.type === undefined && shape.enum !== undefined);
  const number = shapes.find(({ type }) => type === 'number');
  return words === undefined || number === undefined
    ? shapes
    : shapes.flatMap((each) =>
        each === words ? [] : each === number ? [{ ...number, enum: words.enum ?? [] }] : [each],
      );
}

function named(schema: Schema): FormShape {
  const { properties = {} } = schema;
  const type = typeof schema.type === 'string' ? schema.type : undefined;
  const { name: ownName } = schema as { readonly name?: string };
  const told = properties.$type?.const ?? properties.$name?.const;
  const name = properties.$nil === undefined ? told : '$nil';
  return { ...(schema as FormShape), name: String(name ?? ownName ?? schema.format ?? type ?? 'any value') };
}

/** The shape that a value has; undefined if it has none of them. */
export function shapeOf(shapes: readonly FormShape[], value: unknown): FormShape | undefined {
  const fitting = shapes.filter((shape) => fits(shape, value));
  return fitting.find((shape) => isMembers(value) && hasNames(shape, value)) ?? fitting[0];
}

function fits(shape: FormShape, value: unknown): boolean {
  const { type, properties = {}, required = [] } = shape;
  if (shape.const !== undefined || (shape.enum !== undefined && type !== 'number')) {
    return value === shape.const || shape.enum?.includes(value) === true;
  }
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return (
        isMembers(value) &&
        Object.entries(properties).every(
          ([name, { const: known }]) =>
            known === undefined || value[name] === known || (value[name] === undefined && !required.includes(name)),
        )
      );
    case 'integer':
    case 'number':
      return typeof value === 'number' || shape.enum?.includes(value) === true;
    default:
      return type === undefined || typeof value === type;
  }
}

function hasNames({ properties = {}, required = [] }: FormShape, value: ObjectValue): boolean {
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => Object.hasOwn(properties, name))
  );
}

/** True for an object of JSON. */
export function isMembers(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
