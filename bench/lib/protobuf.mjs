import { jsonValue } from './messages.mjs';

const optionalLabel = 1;
const repeatedLabel = 3;
const types = { double: 1, int32: 5, bool: 8, string: 9, message: 11, bytes: 12, int64: 3 };

const typeOf = (value) => {
  if (typeof value === 'bigint') {
    return types.int64;
  }
  if (typeof value === 'boolean') {
    return types.bool;
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? types.int32 : types.double;
  }
  return value instanceof Uint8Array ? types.bytes : types.string;
};

const isObject = (value) => typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

/** Adds to a message the fields that a value has; a field that is a whole number here and a fraction there is a double. */
function describe(message, value, name) {
  for (const [property, content] of Object.entries(value)) {
    const items = Array.isArray(content) ? content : [content];
    const own = property.replace(/[^a-zA-Z0-9]/g, '_');
    let field = message.field.find(({ jsonName }) => jsonName === property);
    if (field === undefined) {
      const number = message.field.length + 1;
      field = { name: own, jsonName: property, number, label: Array.isArray(content) ? repeatedLabel : optionalLabel };
      message.field.push(field);
    }
    for (const item of items) {
      describeItem(message, field, item, `${name}.M_${own}`);
    }
    field.type ??= types.string;
  }
}

function describeItem(message, field, item, name) {
  if (!isObject(item)) {
    field.type = field.type === types.double ? types.double : typeOf(item);
    return;
  }
  const own = name.slice(name.lastIndexOf('.') + 1);
  let nested = message.nestedType.find((each) => each.name === own);
  if (nested === undefined) {
    nested = { name: own, field: [], nestedType: [] };
    message.nestedType.push(nested);
  }
  field.type = types.message;
  field.typeName = name;
  describe(nested, item, name);
}

/** protobuf-es with a schema that is made from the value: what the same data cost in a binary format. */
export async function protobuf({ value }) {
  const { create, createFileRegistry, fromBinary, fromJson, toBinary } = await import('@bufbuild/protobuf');
  const { FileDescriptorProtoSchema } = await import('@bufbuild/protobuf/wkt');
  const message = { name: 'Root', field: [], nestedType: [] };
  describe(message, value, '.Root');
  const file = create(FileDescriptorProtoSchema, { name: 'message.proto', syntax: 'proto3', messageType: [message] });
  const schema = createFileRegistry(file, () => undefined).getMessage('Root');
  const whole = fromJson(schema, jsonValue(value));
  const bytes = toBinary(schema, whole);
  return {
    decode: { 'protobuf-es': () => fromBinary(schema, bytes) },
    encode: { 'protobuf-es': () => toBinary(schema, whole) },
  };
}
