import { deepStrictEqual } from 'node:assert/strict';
import { formatMultipart } from '../../../runtime/src/client/plans/form-values.js';
import { FormLimitError, formatForm, parseForm } from '../../../runtime/src/http/form.js';
import { parseMediaType } from '../../../runtime/src/http/media-type.js';
import { parseMultipartForm } from '../../../runtime/src/http/multipart-form.js';
import { mutate } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import { randomText, wellFormed } from '../../support/random-text.js';
import { expecting, type FuzzPart, itemOf } from '../part.js';

/** Fields, forms that are nearly forms, and the number of a charset. */
interface Input {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly query: string;
  readonly charset: number;
  /** Octets, one character each; the boundary is `b`. */
  readonly multipart: string;
}

const charsets = [undefined, 'utf-8', 'windows-1251', 'utf-16', 'none'];

/** Forms of both kinds are read as they were written; anything else is read, or refused for its length. */
export const forms: FuzzPart<Input> = {
  name: 'forms',
  cases: 3000,
  inputs: drawn((random) => {
    const fields = Array.from({ length: random.below(6) }, (): [string, string] => [
      `n${randomText(random, 8)}`,
      randomText(random, 30),
    ]);
    const { body, contentType } = formatMultipart(fields.map(multipartField));
    return {
      fields,
      query: mutate(formatForm(fields), random),
      charset: random.below(charsets.length),
      multipart: Buffer.from(mutate(body.replaceAll(boundaryOf(contentType), 'b'), random)).toString('latin1'),
    };
  }),
  check: ({ fields, query, charset, multipart }) => {
    const wellFormedFields = fields.map(([name, value]) => [wellFormed(name), wellFormed(value)] as const);
    deepStrictEqual(parseForm(formatForm(wellFormedFields)), wellFormedFields);
    const sent = wellFormedFields.map(multipartField);
    const { body, contentType } = formatMultipart(sent);
    deepStrictEqual(parseMultipartForm(new TextEncoder().encode(body), boundaryOf(contentType)), sent);
    const named = itemOf(charsets, charset);
    expecting(
      () => parseForm(query, { maxFields: 20, ...(named !== undefined && { charset: named }) }),
      FormLimitError,
    );
    expecting(() => parseMultipartForm(Buffer.from(multipart, 'latin1'), 'b'), FormLimitError);
  },
};

const boundaryOf = (contentType: string): string => parseMediaType(contentType)?.parameters.get('boundary') ?? '';

/** A field whose name a header can have without escapes. */
const multipartField = ([name, value]: readonly [string, string]): [string, string] => [
  name.replace(/["%\\\r\n]/g, ''),
  value,
];
