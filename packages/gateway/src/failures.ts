import {
  HandlerTimeoutError,
  HttpStatusError,
  type OperationDescriptor,
  ServiceError,
  SoapFault,
  SoapFaultError,
  TimeoutError,
} from '@wsdl-codegen/runtime';
import { faultToJson, type JsonMembers } from '@wsdl-codegen/runtime/json';
import type { JsonObject } from '@wsdl-codegen/runtime/schema';
import { SourceError } from '@wsdl-codegen/runtime/stream';
import { type Problem, requestProblem } from './problem.js';

/** A call that failed. */
export interface FailedCall {
  readonly operation: OperationDescriptor;
  /** True if the gateway called the service over the network. */
  readonly isRemote: boolean;
  /** True to show what may contain addresses and secrets. */
  readonly showsDetail: boolean;
  readonly members: JsonMembers;
  /** The status of a declared fault. */
  statusOf(fault: string): number;
}

/** A failure as its caller may see it, and whether it is one that the owner should know of. */
export interface Failure {
  readonly problem: Problem;
  /** False for what the service or the program says to the caller on purpose. */
  readonly isOurs: boolean;
}

/** What the caller of an operation is told of an error: never an address behind the gateway, a stack, or words that nobody chose for callers. */
export function failureOf(error: unknown, call: FailedCall): Failure {
  const cause = error instanceof SourceError ? error.cause : error;
  const mistake = requestProblem(cause);
  if (mistake !== undefined) {
    return { problem: mistake, isOurs: false };
  }
  if (cause instanceof SoapFaultError) {
    return { problem: faultProblem(cause, call), isOurs: false };
  }
  if (cause instanceof SoapFault) {
    return { problem: thrownProblem(cause, call), isOurs: false };
  }
  const [status, detail, headers] = statusOf(cause);
  const shown = call.showsDetail && cause instanceof Error ? `${detail} ${cause.message}` : detail;
  return { problem: { status, detail: shown, ...(headers !== undefined && { headers }) }, isOurs: true };
}

type StatusText = readonly [status: number, detail: string, headers?: Readonly<Record<string, string>> | undefined];

function statusOf(error: unknown): StatusText {
  if (error instanceof TimeoutError || error instanceof HandlerTimeoutError) {
    return [504, 'The service did not answer in time. It may have done its work all the same.'];
  }
  if (error instanceof HttpStatusError && (error.status === 503 || error.status === 429)) {
    const { retryAfterMs } = error;
    const headers = retryAfterMs === undefined ? undefined : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
    return [503, 'The service takes no calls at the moment.', headers];
  }
  return error instanceof ServiceError
    ? [502, 'The service could not be reached, or its answer is none that its contract allows.']
    : [500, 'The operation failed.'];
}

/** A fault of the service. */
function faultProblem(error: SoapFaultError, call: FailedCall): Problem {
  const isDeclared = call.operation.faults?.some(({ name }) => name === error.faultName) === true;
  const isChosen = isDeclared || call.showsDetail;
  const { code, string, name, subcodes, detail, actor } = faultToJson(call.operation, error, {
    members: call.members,
  });
  const shown = isChosen ? string : 'The service answered with a fault.';
  const fault = {
    // Codes of the service's own may have an address in their namespaces.
    code: isChosen || error.kind !== undefined ? code : 'Server',
    string: shown,
    ...(name !== undefined && { name }),
    ...(isChosen && subcodes !== undefined && { subcodes }),
    // Services write their own address there.
    ...(call.showsDetail && actor !== undefined && { actor }),
    ...(isChosen && detail !== undefined && { detail }),
  };
  const members = { fault };
  const status = isDeclared ? call.statusOf(error.faultName as string) : 502;
  return { status, detail: shown, members: members as unknown as JsonObject };
}

/** A fault that a handler or an interceptor throws: its words are for callers. */
function thrownProblem(fault: SoapFault, { operation, members: named, statusOf: statusOfFault }: FailedCall): Problem {
  const { code, message, detail, actor, subcodes } = fault;
  const declared = operation.faults?.find(({ name }) => name === fault.fault);
  const info = {
    version: '1.1' as const,
    code: typeof code === 'string' ? { namespace: '', name: code } : code,
    kind: typeof code === 'string' ? code : undefined,
    subcodes,
    reason: message,
    reasons: [],
    actor,
    node: undefined,
    faultName: declared?.name,
    detail: declared === undefined ? undefined : detail,
    detailText: undefined,
  };
  const members = { fault: faultToJson(operation, new SoapFaultError(info as never), { members: named }) };
  const usual = declared === undefined ? (code === 'Client' ? 400 : 500) : statusOfFault(declared.name);
  const status = fault.status ?? usual;
  return { status, detail: message, members: members as unknown as JsonObject };
}
