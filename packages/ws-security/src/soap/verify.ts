/** Verifies messages of clients and servers: what is decoded afterwards is what was signed. */
import type { EnvelopeContext, SoapHeaderExtension, WholeEnvelope } from '@wsdl-codegen/runtime';
import type { Certificate } from '../keys/certificate.js';
import { toBase64 } from '../octets.js';
import type { SignatureName } from '../signature/algorithms.js';
import { SignatureError } from '../signature-error.js';
import type { PlacedElement } from '../xml/document.js';
import { signedContent } from './attachments.js';
import {
  mainSignature,
  type ReceivedMessage,
  signedAttachments,
  type VerifiedSoapSignature,
  verifiedSignatures,
} from './coverage.js';
import { requestSignatures, setVerified } from './exchange-state.js';
import { requireConfirmation, requireFreshMessage, setPrincipal } from './message-checks.js';
import { openedEnvelope, textWithDeclarations } from './opened-envelope.js';
import { checkSoapVerifyOptions, type SoapVerifyOptions } from './options.js';
import { elementsOfPart, partsOfFault } from './parts.js';
import { faultOf, quoted } from './quoted-faults.js';
import { refusalOf } from './refusals.js';
import { requireInPlace } from './signed-places.js';
import { readSoapMessage, securityBlock } from './soap-message.js';

/** Who signed a message, and how: `ServiceContext.extensions` and `ClientCall.extensions` have it. */
export interface VerifiedMessage {
  readonly algorithm: SignatureName;
  /** The certificate of the signer, if it was found by one. */
  readonly certificate: Certificate | undefined;
  /** True if the assertions in the security block are signed as well. */
  readonly coversAssertions: boolean;
}

/**
 * Verifies each message that is received, at clients and servers: `extensions: [verify({ trust: { certificates } })]`. Nothing is decoded but what was signed; handlers find the
 * certificate in `context.principal`. A server answers a message that is refused with a fault of WS-Security, a client rejects the call with `UnexpectedMessageError` and
 * the problem `security`. Throws `TypeError` for options that do not exist, have another kind or check nothing.
 */
export function verify(options: SoapVerifyOptions): SoapHeaderExtension<VerifiedMessage> {
  checkSoapVerifyOptions(options);
  const { require = [] } = options;
  // A copy: what is changed afterwards is not checked. A Body that nobody signed is never read.
  const own = { ...options, require: require.includes('body') ? require : [...require, 'body' as const] };
  const extension: SoapHeaderExtension<VerifiedMessage> = {
    understands: [],
    soapOnly: true,
    needs: { protection: ['signature'] },
    open: async (envelope, context) => {
      try {
        return await opened(envelope, context, own, extension);
      } catch (error) {
        throw refusalOf(error, context);
      }
    },
  };
  return extension;
}

/** The options, with all that has to be signed. */
type VerifySettings = SoapVerifyOptions & Required<Pick<SoapVerifyOptions, 'require'>>;

async function opened(
  { text, parts: attachments }: WholeEnvelope,
  context: EnvelopeContext,
  given: VerifySettings,
  extension: SoapHeaderExtension<VerifiedMessage>,
): Promise<WholeEnvelope> {
  const message = readSoapMessage(text, given.limits);
  const fault = context.side === 'client' ? faultOf(message) : undefined;
  const options = fault === undefined ? given : { ...given, require: partsOfFault(given.require) };
  try {
    const received = { message, block: securityBlock(message, options.actor), attachments };
    const signatures = await verifiedSignatures(received, options);
    return signatures.length > 0
      ? await verifiedEnvelope(received, signatures, context, options, extension)
      : unsignedEnvelope(received, fault, options);
  } catch (error) {
    throw fault !== undefined && error instanceof SignatureError ? quoting(fault, error) : error;
  }
}

async function verifiedEnvelope(
  received: ReceivedMessage,
  signatures: readonly VerifiedSoapSignature[],
  context: EnvelopeContext,
  options: SoapVerifyOptions,
  extension: SoapHeaderExtension<VerifiedMessage>,
): Promise<WholeEnvelope> {
  const { message, block, attachments } = received;
  const main = mainSignature(signatures, received, options);
  const { certificate } = main.signer;
  const signed = new Map(
    main.references.flatMap(({ element, text }) => (element === undefined ? [] : [[element, text ?? ''] as const])),
  );
  requireInPlace(signed.keys(), message, block);
  const open = openedEnvelope({ message, block, signed }, options);
  await requireFreshMessage(received, signed, signatures, options);
  const { sent, verified } = requestSignatures(context.extensions);
  if (context.side === 'server') {
    await setPrincipal(main.signer, context, options);
    verified.push(...signatures.map(({ value }) => toBase64(value)));
  } else if (options.confirmation === true) {
    requireConfirmation(block, signed, sent);
  }
  const assertions = elementsOfPart('samlToken', message, block);
  const coversAssertions = assertions.length > 0 && assertions.every((assertion) => signed.has(assertion));
  context.extensions.set(extension, { algorithm: main.algorithm, certificate, coversAssertions });
  const readsAll = options.unsigned?.includes('attachments') === true;
  const covered = signedAttachments(main, received);
  const signedParts = new Map(attachments.flatMap((part) => (covered.has(part) ? [[part, signedContent(part)]] : [])));
  setVerified(context.extensions, open, new Set(signedParts.values()));
  return { text: open.text, parts: attachments.flatMap((part) => signedParts.get(part) ?? (readsAll ? [part] : [])) };
}

/** The only message that is read without a signature is a fault, for a client that asks for it; of that only the Body is read. */
function unsignedEnvelope(
  { message, block }: ReceivedMessage,
  fault: PlacedElement | undefined,
  options: SoapVerifyOptions,
): WholeEnvelope {
  if (fault === undefined || options.unsignedFaults !== true) {
    const why = block === undefined ? 'has no security header block' : 'is not signed';
    throw new SignatureError('not-covered', `The message ${why}.`);
  }
  const signed = new Map([[message.body, textWithDeclarations(message.body)]]);
  const { text } = openedEnvelope({ message: { ...message, header: undefined }, block: undefined, signed }, options);
  return { text, parts: [] };
}

/** The error for a fault that is refused. */
function quoting(fault: PlacedElement, error: SignatureError): SignatureError {
  return new SignatureError(error.code, `${error.message} ${quoted(fault)}`, { cause: error });
}
