import type { JsonSchema } from '@wsdl-codegen/runtime/json';
import { bytesOf, isSchema, mapSchemas } from './schema-walk.js';

/** What references to definitions begin with. */
const definitionsPrefix = '#/$defs/';

/** A schema without references. */
export interface InlineSchema {
  readonly schema: JsonSchema;
  /** Names of the definitions that are not in it. */
  readonly collapsed: readonly string[];
}

/** A place of a schema where a definition may go. */
interface Place {
  readonly target: JsonSchema;
  readonly name: string;
  /** Definitions around it; one of them again would never end. */
  readonly within: ReadonlySet<string>;
}

/**
 * Puts definitions in the places of references to them, the outer ones first, as long as the whole has no more than `maxBytes` octets. The others
 * are collapsed: such a place takes any value, and says the name of its type. So is every type within itself.
 */
export function inlineSchema(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  maxBytes: number,
): InlineSchema {
  return new Inliner(definitions).inline(schema, maxBytes);
}

/** The name of the definition that a schema refers to; undefined for another one. */
export function referenceOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(definitionsPrefix)
    ? $ref.slice(definitionsPrefix.length)
    : undefined;
}

/** What stands for a type that is described elsewhere. */
function collapsedType(name: string): JsonSchema {
  return { description: `${name}: see describe_type` };
}

class Inliner {
  readonly #definitions: Readonly<Record<string, JsonSchema>>;
  /** What each definition adds, with everything in it collapsed: the one with all its values, and the one with shortened lists of them. */
  readonly #costs = new Map<string, readonly [whole: number, short: number]>();

  constructor(definitions: Readonly<Record<string, JsonSchema>>) {
    this.#definitions = definitions;
  }

  inline(schema: JsonSchema, maxBytes: number): InlineSchema {
    const queue: Place[] = [];
    const result = this.#opened(schema, new Set(), queue);
    const collapsed = new Set<string>();
    let size = bytesOf(result);
    // The queue grows while it is read: the definitions of one depth come before those within them.
    for (const { target, name, within } of queue) {
      const [whole, short] = this.#costOf(name);
      const chosen = [whole, short].find((cost) => size + cost <= maxBytes);
      const definition = this.#definitions[name];
      if (definition === undefined || within.has(name) || chosen === undefined) {
        collapsed.add(name);
        continue;
      }
      size += chosen;
      const { description: _, ...others } = target;
      const source = chosen === whole ? definition : withShortEnumerations(definition);
      const opened = this.#opened(source, new Set([...within, name]), queue);
      replace(target, { ...others, ...opened });
    }
    return { schema: result, collapsed: [...collapsed] };
  }

  /** A copy in which each reference is a collapsed type, and a place of the queue. */
  #opened(schema: JsonSchema, within: ReadonlySet<string>, queue: Place[]): JsonSchema {
    const name = referenceOf(schema);
    if (name === undefined) {
      return mapSchemas(schema, (each) => this.#opened(each, within, queue));
    }
    const { $ref: _, ...others } = schema;
    const target = { ...others, ...collapsedType(name) };
    queue.push({ target, name, within });
    return target;
  }

  #costOf(name: string): readonly [whole: number, short: number] {
    let costs = this.#costs.get(name);
    if (costs === undefined) {
      const definition = this.#definitions[name] ?? {};
      const cost = (schema: JsonSchema): number =>
        bytesOf(this.#opened(schema, new Set(), [])) - bytesOf(collapsedType(name));
      costs = [cost(definition), cost(withShortEnumerations(definition))];
      this.#costs.set(name, costs);
    }
    return costs;
  }
}

function replace(target: JsonSchema, { ...members }: JsonSchema): void {
  for (const key of Object.keys(target)) {
    delete target[key];
  }
  Object.assign(target, members);
}

/** Values of an enumeration that are always told. */
const shownValues = 12;

/** A schema whose long enumerations are texts with some of the values as examples. */
function withShortEnumerations(schema: JsonSchema): JsonSchema {
  const { enum: values, ...others } = mapSchemas(schema, withShortEnumerations);
  if (!Array.isArray(values) || values.length <= shownValues) {
    return values === undefined ? others : { ...others, enum: values };
  }
  return {
    ...others,
    examples: values.slice(0, shownValues),
    description: `One of ${values.length} values`,
  };
}

/**
 * A schema of an object with less in it, so that it has no more than `maxBytes` octets: without rules between members, then without what members
 * are, then without the members that may be left out, and at last without members.
 */
export function reducedObject(schema: JsonSchema, maxBytes: number): JsonSchema {
  const { properties, required, ...others } = schema;
  const { additionalProperties: _, ...open } = others;
  const members = isSchema(properties) ? Object.keys(properties) : [];
  const needed = Array.isArray(required) ? (required as readonly string[]) : [];
  const namesOnly = (names: readonly string[]): JsonSchema => Object.fromEntries(names.map((name) => [name, {}]));
  const forms: readonly JsonSchema[] = [
    schema,
    withShortEnumerations(schema),
    { ...others, properties: namesOnly(members), ...(needed.length > 0 && { required: needed }) },
    { ...open, properties: namesOnly(needed), ...(needed.length > 0 && { required: needed }) },
  ];
  return forms.find((form) => bytesOf(form) <= maxBytes) ?? { type: 'object' };
}
