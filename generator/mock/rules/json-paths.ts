import type { ElementDescriptor, Type } from '@wsdl-codegen/runtime/schema';
import { toJsonSchema } from '@wsdl-codegen/runtime/schema';

type Schema = { readonly [keyword: string]: unknown };

/** What is wrong with a path: the step that does not exist, and the names that do. */
export interface WrongStep {
  readonly step: string;
  readonly known: readonly string[];
}

/** The first step of a path that no value of the type has; `undefined` if there may be a value at the path. */
export function wrongStep(target: ElementDescriptor | Type, path: readonly string[]): WrongStep | undefined {
  const root = toJsonSchema(target) as Schema;
  let schemas: readonly Schema[] = [root];
  for (const step of path) {
    const expanded = schemas.flatMap((schema) => expand(schema, root, 0));
    if (expanded.some(isOpen)) {
      return undefined;
    }
    const next = expanded.flatMap((schema) => stepInto(schema, step, root));
    if (next.length === 0) {
      return { step, known: [...new Set(expanded.flatMap((schema) => namesIn(schema, root)))].sort() };
    }
    schemas = next;
  }
  return undefined;
}

/** References inside each other; a schema has few. */
const maxDepth = 50;

/** The schemas that a schema is made of: those it refers to, and its alternatives. */
function expand(schema: Schema, root: Schema, depth: number): readonly Schema[] {
  if (depth > maxDepth) {
    return [];
  }
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap(
    (keyword) => (schema[keyword] as readonly Schema[] | undefined) ?? [],
  );
  const reference = typeof schema.$ref === 'string' ? referred(schema.$ref, root) : undefined;
  return [schema, ...inner, ...(reference ? [reference] : [])].flatMap((each) =>
    each === schema ? [each] : expand(each, root, depth + 1),
  );
}

function referred(reference: string, root: Schema): Schema | undefined {
  const name = reference.replace('#/$defs/', '').replaceAll('~1', '/').replaceAll('~0', '~');
  return (root.$defs as Readonly<Record<string, Schema>> | undefined)?.[decodeURIComponent(name)];
}

/** True for a schema that says nothing about its members. */
function isOpen(schema: Schema): boolean {
  const isEmpty = Object.keys(schema).every((keyword) =>
    ['description', '$schema', '$defs', 'title'].includes(keyword),
  );
  return (
    isEmpty ||
    schema.additionalProperties === true ||
    (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null)
  );
}

function stepInto(schema: Schema, step: string, root: Schema): readonly Schema[] {
  const items = schema.items as Schema | undefined;
  if (typeof items === 'object') {
    return /^\d+$/.test(step) ? [items] : expand(items, root, 0).flatMap((each) => stepInto(each, step, root));
  }
  const properties = schema.properties as Readonly<Record<string, Schema>> | undefined;
  return properties !== undefined && Object.hasOwn(properties, step) ? [properties[step] as Schema] : [];
}

function namesIn(schema: Schema, root: Schema): readonly string[] {
  const items = schema.items as Schema | undefined;
  const own = Object.keys((schema.properties as object | undefined) ?? {});
  return typeof items === 'object' ? expand(items, root, 0).flatMap((each) => namesIn(each, root)) : own;
}
