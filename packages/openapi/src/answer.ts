import type { FaultDescriptor } from '@wsdl-codegen/runtime';
import { itemList } from '@wsdl-codegen/runtime/extend';
import type { JsonSchema } from '@wsdl-codegen/runtime/json';
import { headerPlaces } from './header-blocks.js';
import { faultStatus, type ProblemName, problems } from './problems.js';
import { itemsContent } from './request.js';
import type { JsonRoute } from './routes.js';
import { binaryForm, objectIn } from './schema-parts.js';
import type { Writing } from './writing.js';

/** The answers of an operation by status. */
export function responsesOf(route: JsonRoute, writing: Writing, hasBody: boolean): Readonly<Record<string, object>> {
  const { operation } = route;
  const responses: Record<string, object> =
    operation.oneWay === true
      ? { 202: { description: 'The message was taken. Nothing answers.' } }
      : { 200: resultResponse(route, writing) };
  for (const [name, { status }] of Object.entries(problems)) {
    if (hasBody || (name !== 'UnsupportedMediaType' && name !== 'ContentTooLarge')) {
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  const faults = new Map<number, FaultDescriptor[]>();
  for (const fault of operation.faults ?? []) {
    const status = faultStatus({ name: operation.name, method: route.method }, fault.name, writing.faults);
    faults.set(status, [...(faults.get(status) ?? []), fault]);
  }
  for (const [status, declared] of faults) {
    responses[status] = faultResponse(status, declared, writing);
  }
  return responses;
}

function resultResponse(route: JsonRoute, writing: Writing): object {
  const { operation } = route;
  const { schemas, headerBlocks } = writing;
  const schema = schemas.answer(operation) ?? { type: 'null' };
  const example = writing.example(operation, 'output');
  const list = itemList(operation, 'output');
  // What an answer has in its header is text.
  const headers = headerBlocks ? headerPlaces(operation, 'output', schemas, false) : [];
  const fields = headers.flatMap(({ header, schema: block }) =>
    header === undefined ? [] : [[header, { schema: block }]],
  );
  return {
    description: 'The result.',
    ...(fields.length > 0 && { headers: Object.fromEntries(fields) }),
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      ...(list !== undefined && itemsContent(schemas.of(list.item))),
      ...binaryContent(schema, writing),
    },
  };
}

/** A result that is binary, or has one binary member, as it is. */
function binaryContent(schema: JsonSchema, { schemas: { definitions } }: Writing): object {
  const members = Object.values(objectIn(schema, definitions)?.properties ?? {});
  const found = [schema, ...members].filter((each) => binaryForm(each, definitions) !== undefined);
  return found.length === 1 ? { 'application/octet-stream': {} } : {};
}

/** The faults of one status; where a request with mistakes has the same, its problem is among them. */
function faultResponse(status: number, faults: readonly FaultDescriptor[], writing: Writing): object {
  const own = Object.entries(problems).find(([, each]) => each.status === status)?.[0];
  const other = own === undefined ? [] : [writing.problem(own as ProblemName)];
  const forms = [...faults.map((fault) => writing.fault(fault)), ...other];
  const names = faults.map(({ name }) => name).join(', ');
  return {
    description: `${faults.length === 1 ? 'The fault' : 'The faults'} ${names}${own === undefined ? '' : `, or: ${problems[own as ProblemName].description}`}`,
    content: { 'application/problem+json': { schema: forms.length === 1 ? forms[0] : { anyOf: forms } } },
  };
}
