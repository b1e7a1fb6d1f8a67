import { PackageError } from '../../http/multipart.js';
import type { RelatedPart } from '../../soap/mime.js';
import { BinaryParts, openMessage, packMessage } from '../../soap/xop.js';
import { XmlSyntaxError } from '../../xml/index.js';
import type { Endpoint } from '../routes/endpoint.js';
import { headerValue, type WireRequest, type WireResponse } from '../wire/wire.js';
import { soapRoutes } from './soap-routing.js';

/** SOAP messages in packages: MTOM, and SOAP with attachments. */

/**
 * The request as if its envelope had come alone. A package whose headers name an envelope that is not served here stays as it is, and is refused for
 * its content type; of one that is broken, the request says why.
 */
export function openRequest(endpoint: Endpoint, request: WireRequest): WireRequest {
  const contentType = headerValue(request.headers, 'content-type');
  if (contentType === undefined || !/^\s*multipart\/related/i.test(contentType)) {
    return request;
  }
  try {
    const isEnvelope = (type: string): boolean => soapRoutes(endpoint, type) !== undefined;
    const opened = openMessage(request.body, contentType, { reader: endpoint.readerOptions, isEnvelope });
    if (opened === undefined) {
      return request;
    }
    const { attachments, body, mtom, actions } = opened;
    const headers = { ...request.headers, 'content-type': opened.contentType };
    return { ...request, headers, body, attachments, mtom, packageActions: actions };
  } catch (error) {
    if (error instanceof XmlSyntaxError || error instanceof PackageError) {
      return { ...request, packageError: error };
    }
    throw error;
  }
}

/** The destination of an answer's binary values: parts outside the envelope if the request came as an MTOM package. */
export function answerBinaries(request: WireRequest): BinaryParts | undefined {
  return request.mtom === true ? new BinaryParts() : undefined;
}

/** An answer with the parts outside its envelope: binary values, and attachments. */
export function packAnswer(response: WireResponse, parts: readonly RelatedPart[], mtom: boolean): WireResponse {
  if (!mtom && parts.length === 0) {
    return response;
  }
  const envelope = typeof response.body === 'string' ? response.body : new TextDecoder().decode(response.body);
  const packed = packMessage(envelope, response.headers['Content-Type'] ?? '', parts, mtom);
  return { ...response, headers: { ...response.headers, 'Content-Type': packed.contentType }, body: packed.body };
}
