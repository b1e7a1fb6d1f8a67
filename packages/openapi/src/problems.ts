import type { OperationDescriptor } from '@wsdl-codegen/runtime';
import type { JsonSchema } from '@wsdl-codegen/runtime/json';

/** What goes wrong with a request, apart from faults of the service, by the name of its response in documents. */
export const problems = {
  BadRequest: { status: 400, title: 'Bad Request', description: 'The request is not JSON as it has to be.' },
  NotAcceptable: {
    status: 406,
    title: 'Not Acceptable',
    description: 'The answer has none of the media types of `Accept`.',
  },
  ContentTooLarge: {
    status: 413,
    title: 'Content Too Large',
    description: 'The request is larger than the server takes.',
  },
  UnsupportedMediaType: {
    status: 415,
    title: 'Unsupported Media Type',
    description: 'The body has another media type than the operation takes.',
  },
  UnprocessableContent: {
    status: 422,
    title: 'Unprocessable Content',
    description: 'Values of the request do not fit their types; all mistakes are listed.',
  },
  BadGateway: { status: 502, title: 'Bad Gateway', description: 'The service failed, or could not be reached.' },
  ServiceUnavailable: {
    status: 503,
    title: 'Service Unavailable',
    description: 'The service takes no calls at the moment.',
  },
  GatewayTimeout: { status: 504, title: 'Gateway Timeout', description: 'The service did not answer in time.' },
} as const;

/** The name of a problem. */
export type ProblemName = keyof typeof problems;

/** The status of a declared fault, where the program gives no other one: the request was understood, and refused. */
export const declaredFaultStatus = 422;

/** Statuses of declared faults: by `operation.Fault`, or by `Fault` for all operations. */
export type FaultStatuses = Readonly<Record<string, number>>;

/** The status of a declared fault of an operation. */
export function faultStatus(
  operation: Pick<OperationDescriptor, 'name' | 'method'>,
  fault: string,
  statuses: FaultStatuses = {},
): number {
  const keys = [operation.method, operation.name].flatMap((name) => (name === undefined ? [] : [`${name}.${fault}`]));
  const key = [...keys, fault].find((each) => Object.hasOwn(statuses, each));
  return (key === undefined ? undefined : statuses[key]) ?? declaredFaultStatus;
}

const text = { type: 'string' };

/** The members that all problems have (RFC 9457, 3.1). */
const members = {
  type: { type: 'string', format: 'uri-reference', default: 'about:blank' },
  title: text,
  status: { type: 'integer', minimum: 400, maximum: 599 },
  detail: text,
};

/** The schema of problems. */
export const problemSchema: JsonSchema = { type: 'object', properties: members, required: ['status'] };

/** The schema of the problem of a request with mistakes. */
export const mistakesSchema: JsonSchema = {
  type: 'object',
  properties: {
    ...members,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pointer: { ...text, format: 'json-pointer', description: 'Where the mistake is in the request (RFC 6901).' },
          detail: text,
          meant: { ...text, description: 'The name that was probably meant.' },
        },
        required: ['pointer', 'detail'],
      },
    },
  },
  required: ['status', 'errors'],
};

/** The schema of the problem that a declared fault is. The fault is a member of it, in the form of `faultToJson`. */
export function faultSchema(name: string, detail: JsonSchema | undefined): JsonSchema {
  return {
    type: 'object',
    properties: {
      ...members,
      fault: {
        type: 'object',
        properties: {
          name: { const: name },
          code: text,
          subcodes: { type: 'array', items: text },
          string: text,
          actor: text,
          ...(detail !== undefined && { detail }),
        },
        required: ['name', 'code', 'string'],
      },
    },
    required: ['status', 'fault'],
  };
}
