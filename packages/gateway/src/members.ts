import { type JsonSchema, parseJsonText } from '@wsdl-codegen/runtime/json';

/** How a member of a message is written where there is only text, and which are binary. */
export interface MemberForm {
  readonly kind: 'number' | 'boolean' | 'text' | 'binary' | 'attachment' | 'object';
  readonly isList: boolean;
}

/** The forms of the members of an object, by its schema; undefined for what is no object. */
export function memberForms(
  schema: JsonSchema | undefined,
  definitions: Readonly<Record<string, JsonSchema>>,
): ReadonlyMap<string, MemberForm> | undefined {
  const { properties } = schema === undefined ? {} : (resolved(schema, definitions) as JsonSchema);
  if (typeof properties !== 'object' || properties === null) {
    return undefined;
  }
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return new Map(members.map(([name, member]) => [name, formOf(member, definitions)]));
}

/** The form of a value, by its schema. */
export function formOf(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): MemberForm {
  const variants = variantsOf(schema, definitions, 0);
  const list = variants.find(({ items }) => typeof items === 'object');
  if (list !== undefined) {
    return { kind: formOf(list.items as JsonSchema, definitions).kind, isList: true };
  }
  const has = (...names: readonly string[]): boolean =>
    variants.some(({ type }) => names.some((name) => [type].flat().includes(name)));
  if (variants.some(({ contentEncoding }) => contentEncoding === 'base64')) {
    return { kind: 'binary', isList: false };
  }
  const object = variants.find(({ properties }) => properties !== undefined);
  if (object !== undefined) {
    const { content, contentType } = object.properties as Readonly<Record<string, JsonSchema>>;
    const isAttachment = contentType !== undefined && content?.contentEncoding === 'base64';
    return { kind: isAttachment ? 'attachment' : 'object', isList: false };
  }
  return { kind: has('number', 'integer') ? 'number' : has('boolean') ? 'boolean' : 'text', isList: false };
}

/** References that are followed, one in the other. */
const mostReferences = 20;

function resolved(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return variantsOf(schema, definitions, 0).find(({ properties }) => properties !== undefined) ?? schema;
}

/** The schemas of which one fits a value, without references. */
function variantsOf(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  depth: number,
): readonly JsonSchema[] {
  if (depth > mostReferences) {
    return [];
  }
  const { $ref, anyOf, oneOf } = schema;
  if (typeof $ref === 'string') {
    const target = definitions[$ref.slice($ref.lastIndexOf('/') + 1)];
    return target === undefined ? [] : variantsOf(target, definitions, depth + 1);
  }
  const parts = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  return parts === undefined ? [schema] : parts.flatMap((each) => variantsOf(each, definitions, depth + 1));
}

const numeral = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The JSON of texts from an address: numbers and booleans where the member is one, lists where it is one. What is no text is written as JSON. Throws `JsonTextError`. */
export function jsonOfTexts(texts: readonly string[], form: MemberForm | undefined): unknown {
  const [first = ''] = texts;
  if (form?.kind === 'object' && texts.length === 1 && (!form.isList || first.startsWith('['))) {
    return parseJsonText(first);
  }
  const values = texts.map((text) => jsonOfText(text, form));
  return form?.isList === true || values.length > 1 ? values : values[0];
}

/** The JSON of texts that are no text in JSON. */
const readers: Readonly<Partial<Record<MemberForm['kind'], (text: string) => unknown>>> = {
  number: (text) => (numeral.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

function jsonOfText(text: string, form: MemberForm | undefined): unknown {
  const read = form && readers[form.kind];
  return read === undefined ? text : read(text);
}
