import { checkOptions, type OptionKinds } from '../base/options.js';
import type { SoapFaultError } from '../client/errors/errors.js';
import { expandedName } from '../schema/descriptor/resolve.js';
import { type JsonValue, type ToJsonOptions, toJson } from '../schema/json/to-json.js';
import { membersKind } from '../schema/json-schema/member-names.js';
import type { OperationDescriptor } from '../service/descriptor.js';
import { jsonOrNone, untypedJson } from './untyped-json.js';

/** A fault as JSON. */
export interface FaultJson {
  /** The local name of a code of SOAP, in the words of SOAP 1.1; others in the form `{namespace}local`. */
  readonly code: string;
  readonly subcodes?: readonly string[];
  /** The text for people. */
  readonly string: string;
  /** Name of the declared fault. */
  readonly name?: string;
  readonly actor?: string;
  /** Of a declared fault its value, otherwise the elements of the detail. */
  readonly detail?: JsonValue;
}

const kinds: OptionKinds<ToJsonOptions> = { members: membersKind };

/** The JSON of a fault of an operation. */
export function faultToJson(
  operation: OperationDescriptor,
  error: SoapFaultError,
  options: ToJsonOptions = {},
): FaultJson {
  checkOptions('`faultToJson`', options, kinds);
  const { kind, code, subcodes, reason, faultName, actor, detail } = error;
  const element = operation.faults?.find(({ name }) => name === faultName)?.element;
  return {
    code: kind ?? expandedName(code.namespace, code.name),
    ...(subcodes.length > 0 && { subcodes: subcodes.map(({ namespace, name }) => expandedName(namespace, name)) }),
    string: reason,
    ...(faultName !== undefined && { name: faultName }),
    ...(actor !== undefined && { actor }),
    ...(detail !== undefined && {
      detail: (element && jsonOrNone(() => toJson(element, detail, options))) ?? untypedJson(detail),
    }),
  };
}
