import type { OperationDescriptor } from '@wsdl-codegen/runtime';
import type { JsonSchema, SharedSchemas } from '@wsdl-codegen/runtime/json';
import { textForm } from './schema-parts.js';

/** Where a header block of SOAP is in a message of HTTP. */
export interface HeaderPlace {
  /** The member that it is in the JSON of the header blocks. */
  readonly property: string;
  readonly schema: JsonSchema;
  /** The field of the header that has it; undefined where it is a member of `$headers` in the body. */
  readonly header?: string;
  /** The parameter that describes the field. */
  readonly parameter: object;
}

/** The member of a body that has header blocks. Names of XML have no `$`. */
export const blocksMember = '$headers';

/** What the names of fields with header blocks begin with, so that none of them is a field of HTTP. */
const prefix = 'Soap-';

/**
 * Where the header blocks of a message are. One that is a single text is a field of the header, `Soap-` and its member; another one is a member of `$headers` in the body.
 * Without a body it is JSON in a field.
 */
export function headerPlaces(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  schemas: SharedSchemas,
  hasBody: boolean,
): readonly HeaderPlace[] {
  const blocks = Object.entries(schemas.headers(operation, way));
  const lower = blocks.map(([property]) => property.toLowerCase());
  return blocks.map(([property, schema]) => {
    const isText = textForm(schema, schemas.definitions) === 'text';
    // Fields of HTTP have names without letter case, of the characters of tokens.
    const isName =
      /^[\w.~!#$&'*+^`|-]+$/.test(property) && lower.filter((each) => each === property.toLowerCase()).length === 1;
    if (!isName || (!isText && hasBody)) {
      return { property, schema, parameter: {} };
    }
    const header = prefix + property;
    const value = isText ? { schema } : { content: { 'application/json': { schema } } };
    return { property, schema, header, parameter: { name: header, in: 'header', ...value } };
  });
}
