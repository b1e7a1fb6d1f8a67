import type { QName } from '../../schema/descriptor/descriptor.js';
import type { FaultInfo } from '../../soap/fault.js';

/** The functions that hide credentials in a fault. */
export interface FaultRules {
  text(text: string): string;
  data<T>(data: T): T;
}

/** A fault without credentials. The kind and the name of the fault, by which programs decide, are ours and stay. */
export function hideInFault(fault: FaultInfo, masker: FaultRules): FaultInfo {
  const reason = masker.text(fault.reason);
  const codeOf = (code: QName): QName => ({ namespace: masker.text(code.namespace), name: masker.text(code.name) });
  return {
    ...fault,
    code: fault.kind === undefined ? codeOf(fault.code) : fault.code,
    subcodes: fault.subcodes.map(codeOf),
    reason,
    reasons: fault.reasons.map(({ language, text }) => ({
      language: masker.text(language),
      text: text === fault.reason ? reason : masker.text(text),
    })),
    actor: fault.actor && masker.text(fault.actor),
    node: fault.node && masker.text(fault.node),
    detail: masker.data(fault.detail),
    ...(fault.detailText !== undefined && { detailText: masker.text(fault.detailText) }),
  };
}
