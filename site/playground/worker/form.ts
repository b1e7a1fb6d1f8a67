import type { MessageDescriptor } from '@wsdl-codegen/runtime';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import { simpleTypeAt } from '../../../generator/calls/parameters.js';
import { formField } from '../../../runtime/src/server/pages/form-field.js';
import type { FormField } from '../tasks.js';

type Path = readonly (string | number)[];

/** Fields that a form has at most: what is larger is changed in its JSON. */
const mostFields = 200;

/** The fields for the simple values of a message: those of the server's own pages. */
export function formOf(message: MessageDescriptor, json: JsonValue): readonly FormField[] {
  const fields: FormField[] = [];
  for (const path of leavesOf(json, [])) {
    // A message that is one value has a part with the name of its element.
    const type = simpleTypeAt(message, path.length === 0 ? [message.property ?? message.element?.name ?? ''] : path);
    if (type !== undefined) {
      const id = `field-${fields.length}`;
      fields.push({ id, path, markup: formField({ name: path.join('.') || 'value', type }, id) });
    }
    if (fields.length === mostFields) {
      break;
    }
  }
  return fields;
}

/** The ways to the values that are no objects and lists. */
function* leavesOf(json: JsonValue, path: Path): Generator<Path> {
  if (typeof json !== 'object' || json === null) {
    yield path;
    return;
  }
  for (const [name, value] of Object.entries(json)) {
    yield* leavesOf(value as JsonValue, [...path, Array.isArray(json) ? Number(name) : name]);
  }
}
