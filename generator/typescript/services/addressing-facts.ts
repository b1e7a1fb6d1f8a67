import { defaultActionBase } from '../../contract/addressing.js';
import { isHttpBinding, isSoapKind } from '../../contract/binding-kinds.js';
import type { Fault, Operation, OperationBinding, Service } from '../../contract/model.js';
import { literal, objectValue, type ValueExpression } from '../expressions/expression.js';

/** The facts of a binding about WS-Addressing. */
export type AddressingValues = Readonly<
  Record<'addressing' | 'inputAction' | 'outputAction', ValueExpression | undefined>
>;

const none: AddressingValues = { addressing: undefined, inputAction: undefined, outputAction: undefined };

/**
 * The facts of a binding about WS-Addressing: whether its WSDL asks for it, and the actions, which also a client or a server has whose options ask for it. Actions that are
 * the default ones are left out.
 */
export function addressingValues(service: Service, operation: Operation, binding: OperationBinding): AddressingValues {
  if (isHttpBinding(binding)) {
    return none;
  }
  const { inputAction, outputAction, soapAction, addressing } = binding;
  const base = actionBase(service) ?? '';
  const request = soapAction === '' ? `${base}${operation.name}${operation.output ? 'Request' : ''}` : soapAction;
  return {
    addressing:
      addressing &&
      objectValue({ version: literal(addressing.version), required: addressing.required ? literal(true) : undefined }),
    inputAction: unlessDefault(inputAction, request),
    outputAction: unlessDefault(outputAction, `${base}${operation.name}Response`),
  };
}

/** Beginning of the default actions of a service; undefined if its WSDL says nothing of WS-Addressing. */
export function actionBaseValue(service: Service): ValueExpression | undefined {
  const base = service.operations.some(knowsAddressing) ? actionBase(service) : undefined;
  return base === undefined ? undefined : literal(base);
}

/** The action of a declared fault, if it is not the default one. */
export function faultAction(
  service: Service,
  operation: Operation,
  { name, action }: Fault,
): ValueExpression | undefined {
  const base = actionBase(service) ?? '';
  const delimiter = base.endsWith(':') ? ':' : '/';
  return unlessDefault(action, `${base}${[operation.name, 'Fault', name].join(delimiter)}`);
}

/** True if the WSDL asks for WS-Addressing, or names actions of it. */
function knowsAddressing({ bindings, faults }: Operation): boolean {
  return (
    faults.some(({ action }) => action !== undefined) ||
    bindings.some(
      (binding) => !isHttpBinding(binding) && (binding.addressing ?? binding.inputAction ?? binding.outputAction),
    )
  );
}

/** That of the first port type over SOAP: nearly all services have only one. */
function actionBase({ ports }: Service): string | undefined {
  const port = ports.find(({ binding }) => isSoapKind(binding));
  return port && defaultActionBase(port.portType);
}

function unlessDefault(action: string | undefined, usual: string): ValueExpression | undefined {
  return action === undefined || action === usual ? undefined : literal(action);
}
