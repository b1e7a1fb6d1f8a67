import type { OperationDescriptor } from '../../service/descriptor.js';

/** Elements that are named after the operation: `ChangePassword` is not a password. */
export function messagesOf({ name, input, output }: OperationDescriptor): ReadonlySet<string> {
  const elements = [input.element?.name, output?.element?.name].filter((element) => element !== undefined);
  return new Set([name, `${name}Response`, ...elements]);
}
