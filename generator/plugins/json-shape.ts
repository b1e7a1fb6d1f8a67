/** The part of JSON Schema that our own schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The first place where a JSON value is not of a schema's form, in words; undefined if it is. `at` is the value's path. */
export function misfit(value: unknown, schema: Schema, root: Schema, at: string): string | undefined {
  const { $ref, oneOf, anyOf } = schema;
  if ($ref !== undefined) {
    return misfit(value, definition($ref, root), root, at);
  }
  const forms = oneOf ?? anyOf;
  if (forms) {
    return misfitOfForms(value, forms, root, at);
  }
  return scalarMisfit(value, schema, at) ?? childMisfit(value, schema, root, at);
}

function definition(reference: string, root: Schema): Schema {
  const found = root.$defs?.[reference.replace('#/$defs/', '')];
  if (!found) {
    throw new Error(`the schema has no definition ${reference}`);
  }
  return found;
}

/** Of several forms, the one with the value's `kind` gives the best message. */
function misfitOfForms(value: unknown, forms: readonly Schema[], root: Schema, at: string): string | undefined {
  const found = forms.map((form) => misfit(value, form, root, at));
  if (found.includes(undefined)) {
    return undefined;
  }
  const ofKind = forms.findIndex((form) => isObject(value) && hasKind(form, value.kind, root));
  return found[ofKind] ?? `${at} has none of the forms that are allowed here`;
}

function hasKind(form: Schema, kind: unknown, root: Schema): boolean {
  const { properties } = form.$ref === undefined ? form : definition(form.$ref, root);
  const own = properties?.kind;
  return own !== undefined && (own.const === kind || (own.enum?.includes(kind) ?? false));
}

function scalarMisfit(value: unknown, schema: Schema, at: string): string | undefined {
  const { type, minimum, pattern } = schema;
  const allowed = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  if (allowed && !allowed.includes(value)) {
    return `${at} is ${valueForMessage(value)}, not ${allowed.map((item) => JSON.stringify(item)).join(' or ')}`;
  }
  const types = typeof type === 'string' ? [type] : type;
  if (types && !types.some((name) => isOfType(value, name))) {
    return `${at} is ${valueForMessage(value)}, not ${types.join(' or ')}`;
  }
  if (minimum !== undefined && typeof value === 'number' && value < minimum) {
    return `${at} is below ${minimum}`;
  }
  const matches = pattern === undefined || typeof value !== 'string' || new RegExp(pattern, 'u').test(value);
  return matches ? undefined : `${at} is ${valueForMessage(value)}, which is not of the form that it must have`;
}

function childMisfit(value: unknown, schema: Schema, root: Schema, at: string): string | undefined {
  if (Array.isArray(value)) {
    return itemMisfit(value, schema, root, at);
  }
  return isObject(value) ? propertyMisfit(value, schema, root, at) : undefined;
}

function itemMisfit(items: readonly unknown[], schema: Schema, root: Schema, at: string): string | undefined {
  if (items.length < (schema.minItems ?? 0)) {
    return `${at} has ${items.length} items, not ${schema.minItems} or more`;
  }
  const { items: form } = schema;
  if (!form) {
    return undefined;
  }
  for (const [i, item] of items.entries()) {
    const found = misfit(item, form, root, `${at}[${i}]`);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function propertyMisfit(value: JsonObject, schema: Schema, root: Schema, at: string): string | undefined {
  const { properties = {}, additionalProperties = true, required = [] } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) {
    return `${at}.${missing} is missing`;
  }
  for (const [name, child] of Object.entries(value)) {
    const form = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (form === false) {
      return `${at} has a property "${name}", which contracts do not have here`;
    }
    const found = typeof form === 'object' ? misfit(child, form, root, `${at}.${name}`) : undefined;
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueForMessage(value: unknown): string {
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (isObject(value)) {
    return 'an object';
  }
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
