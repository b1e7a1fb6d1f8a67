import { FormLimitError, formatForm, wellFormed } from '../http/form.js';

/** Levels of brackets in the name of a field (`a[b][c]`). */
const maxLevels = 32;

type Field = [name: string, value: string];

/**
 * The fields of a form that a parser turned into an object, as they were sent: `{ a: ['1', '2'] }` is `a=1&a=2`, `{ a: { b:
 * '1' } }` is `a[b]=1`. Accepts any object. Throws `FormLimitError` for more than `maxFields` fields, or names of too many
 * levels.
 */
export function parsedForm(body: object, maxFields: number): string {
  const fields: Field[] = [];
  for (const [name, value] of Object.entries(body)) {
    addFields(fields, wellFormed(name), value, maxFields, 0);
  }
  return formatForm(fields);
}

function addFields(fields: Field[], name: string, value: unknown, maxFields: number, level: number): void {
  if (level > maxLevels || fields.length > maxFields) {
    throw new FormLimitError(`The form has more than ${maxFields} fields, or more than ${maxLevels} levels.`);
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      addFields(fields, name, item, maxFields, level + 1);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, inner] of Object.entries(value)) {
      addFields(fields, `${name}[${wellFormed(member)}]`, inner, maxFields, level + 1);
    }
  } else {
    fields.push([name, textOf(value)]);
  }
}

function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return wellFormed(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}
