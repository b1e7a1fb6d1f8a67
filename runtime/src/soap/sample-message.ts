import { object, requireKind } from '../base/options.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { sample } from '../schema/sample/sample.js';
import type { SampleOptions } from '../schema/sample/sampler.js';
import type { AttachmentDescriptor, MessageDescriptor, OperationDescriptor } from '../service/descriptor.js';
import type { Attachment } from './mime.js';

/** A valid parameter of a method. `options` and errors as for `sample`. */
export function sampleRequest(operation: OperationDescriptor, options?: SampleOptions): unknown {
  requireKind('The operation of `sampleRequest`', operation, object);
  const { soap11, soap12 } = operation;
  return sampleOf(operation.input, (soap11 ?? soap12)?.inputAttachments, options);
}

/** A valid result of a method; `undefined` for one that returns nothing. `options` and errors as for `sample`. */
export function sampleAnswer(operation: OperationDescriptor, options?: SampleOptions): unknown {
  requireKind('The operation of `sampleAnswer`', operation, object);
  const { soap11, soap12, httpGet, httpPost, output } = operation;
  const http = httpGet ?? httpPost;
  const isBinary = output?.element === undefined && output?.content === undefined && http?.outputContentType;
  return isBinary
    ? new TextEncoder().encode('sample')
    : sampleOf(output, (soap11 ?? soap12)?.outputAttachments, options);
}

function sampleOf(
  message: MessageDescriptor | undefined,
  attachments: readonly AttachmentDescriptor[] | undefined,
  options: SampleOptions | undefined,
): unknown {
  const value = message && messageValue(message, options);
  if (attachments === undefined || attachments.length === 0) {
    return value;
  }
  const parts = Object.fromEntries(attachments.map((each) => [each.property, sampleAttachment(each)]));
  const property = message?.property;
  return { ...(property === undefined ? (value as object | undefined) : { [property]: value }), ...parts };
}

function messageValue({ content, element, unwrap }: MessageDescriptor, options: SampleOptions | undefined): unknown {
  if (content !== undefined) {
    return sample(resolve(content), options);
  }
  const value: unknown = element && sample(element, options);
  if (unwrap === undefined) {
    return value;
  }
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[unwrap] : undefined;
}

function sampleAttachment({ contentTypes: [first = '*/*'] }: AttachmentDescriptor): Attachment {
  return {
    contentType: first.includes('*') ? 'application/octet-stream' : first,
    content: new TextEncoder().encode('sample'),
  };
}
