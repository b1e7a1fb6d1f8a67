import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { withoutDefault } from '../../xml/interfaces/writer.js';
import type { CallContent, SoapPlan, WrittenCall } from '../call/context.js';

/** The envelope of a call and its parts, as `SoapPlan.packed` takes them. Throws as `CallPlan.encode`. */
export function writtenCall(
  plan: SoapPlan,
  call: CallContent,
  blocks: readonly SoapHeaderBlock[] | undefined,
): WrittenCall {
  const message = plan.outgoing(call, blocks);
  const { url, contentType, mtom } = message;
  let parted: ReturnType<SoapPlan['parted']>;
  try {
    parted = plan.parted(message);
  } catch (error) {
    parted = plan.parted({ ...message, writer: withoutDefault(message.writer, error) });
  }
  return { url, contentType, mtom, text: parted.text, parts: parted.parts };
}
