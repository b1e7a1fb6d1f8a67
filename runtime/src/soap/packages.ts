import { attachmentParts, BinaryParts, openMessage, packMessage, withAttachments } from './xop.js';

/** What reads and writes messages in several parts: MTOM, and SOAP with attachments. */
export interface SoapPackages {
  readonly attachmentParts: typeof attachmentParts;
  readonly binaryParts: () => BinaryParts;
  readonly openMessage: typeof openMessage;
  readonly packMessage: typeof packMessage;
  readonly withAttachments: typeof withAttachments;
}

/**
 * Messages in several parts, for clients in browsers and workers, where size counts: generated clients name it for services with binary values or
 * attachments, others can get it as the option `packages`. On Node every client has it.
 */
export const soapPackages: SoapPackages = {
  attachmentParts,
  binaryParts: () => new BinaryParts(),
  openMessage,
  packMessage,
  withAttachments,
};

/** For clients whose messages come in one part, unless they name what reads others. */
export const noPackages: SoapPackages | undefined = undefined;
