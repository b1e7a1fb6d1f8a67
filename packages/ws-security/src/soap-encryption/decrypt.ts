/** Decrypts messages of clients and servers. */
import type { EnvelopeContext, SoapHeaderExtension, WholeEnvelope } from '@wsdl-codegen/runtime';
import { SecurityRefusal, SoapFormatError, securityFault } from '@wsdl-codegen/runtime/extend';
import { XmlLimitError, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { asEncryptionError, type DecryptedRange, decryptDocument, isIn } from '../encryption/decrypt-document.js';
import { isOfEncryption } from '../encryption/encrypted-elements.js';
import { EncryptionError } from '../encryption/encryption-error.js';
import { EnvelopeEditor } from '../soap/envelope-editor.js';
import { securityNamespaces } from '../soap/names.js';
import { faultOf, quoted } from '../soap/quoted-faults.js';
import {
  childElements,
  readSoapMessage,
  type SoapMessage,
  securityBlock,
  soapMessageOf,
} from '../soap/soap-message.js';
import { isNamed, namespaces } from '../xml/elements.js';
import { type EncryptedPart, elementsOf } from './encrypted-parts.js';
import { MessageDecryption } from './message-decryption.js';
import { checkSoapDecryptOptions, type SoapDecryptOptions } from './options.js';

/**
 * Decrypts each message that is received, at clients and servers: `extensions: [decrypt({ key })]`. Extensions open in the reverse of their order: `[verify(…), decrypt(…)]`
 * decrypts first, for messages that were signed before they were encrypted. A server answers a message that is refused with one fault, whatever was wrong; a client rejects
 * the call with `UnexpectedMessageError` and the problem `security`. Throws `TypeError` for options that do not exist or have another kind.
 */
export function decrypt(options: SoapDecryptOptions): SoapHeaderExtension {
  checkSoapDecryptOptions(options);
  // A copy: what is changed afterwards is not accepted.
  const own = { ...options };
  return {
    understands: [],
    soapOnly: true,
    ...(own.require?.length !== 0 && { needs: { protection: ['encryption'] } }),
    open: async (envelope, context) => {
      try {
        return await opened(envelope, context, own);
      } catch (error) {
        throw refusalOf(asEncryptionError(error), context);
      }
    },
  };
}

async function opened(
  envelope: WholeEnvelope,
  context: EnvelopeContext,
  options: SoapDecryptOptions,
): Promise<WholeEnvelope> {
  const fault = context.side === 'client' ? faultOf(readSoapMessage(envelope.text, options.limits)) : undefined;
  const decryption = new MessageDecryption(envelope, context, options);
  const { document, ranges } = await decryptDocument(envelope.text, decryption.task());
  const message = soapMessageOf(document);
  const parts = decryption.attachments();
  if (fault === undefined || options.plainFaults !== true) {
    try {
      requireEncrypted(
        message,
        ranges,
        parts.every(({ wasEncrypted }) => wasEncrypted),
        options,
      );
    } catch (error) {
      throw fault !== undefined && error instanceof EncryptionError
        ? new EncryptionError(error.code, `${error.message} ${quoted(fault)}`)
        : error;
    }
  }
  return { text: withoutKeys(message, options), parts: parts.map(({ part }) => part) };
}

function requireEncrypted(
  message: SoapMessage,
  ranges: readonly DecryptedRange[],
  areAttachments: boolean,
  { require = ['body'], actor }: SoapDecryptOptions,
): void {
  const block = securityBlock(message, actor);
  for (const part of require) {
    if (!(part === 'attachments' ? areAttachments : wasEncrypted(part, message, block, ranges))) {
      const name = typeof part === 'object' ? part.name : part;
      throw new EncryptionError('not-encrypted', `The message has no "${name}" that is encrypted as a whole.`);
    }
  }
}

function wasEncrypted(
  part: EncryptedPart,
  message: SoapMessage,
  block: ReturnType<typeof securityBlock>,
  ranges: readonly DecryptedRange[],
): boolean {
  const { body } = message;
  if (part !== 'body') {
    const elements = elementsOf(part, message, block);
    const mayBeAbsent = typeof part === 'object' && part.optional === true;
    const isIt = elements.every((element) => ranges.some((range) => isIn(element, range)));
    return isIt && (elements.length > 0 || mayBeAbsent);
  }
  // White space may stand beside it, and no text: what was not encrypted is of nobody knows whom.
  const own = ranges
    .filter(({ start, end }) => body.contentStart <= start && end <= body.contentEnd)
    .sort((a, b) => a.start - b.start);
  let at = body.contentStart;
  const gaps = own.map(({ start, end }) => {
    const gap = message.document.text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
    return gap;
  });
  const around = [...gaps, message.document.text.slice(at, body.contentEnd)].join('');
  return own.length > 0 && /^[ \t\r\n]*$/.test(around);
}

/**
 * The envelope without what it was decrypted with, which was understood, and without a security block that has nothing else. A signature may still cover it: then it stays for
 * whoever verifies that.
 */
function withoutKeys(message: SoapMessage, { actor }: SoapDecryptOptions): string {
  const editor = new EnvelopeEditor(message, { actor });
  const { block } = editor;
  const isKey = (element: Parameters<typeof isNamed>[0]): boolean =>
    isOfEncryption(element, 'EncryptedKey') ||
    isOfEncryption(element, 'ReferenceList') ||
    isNamed(element, securityNamespaces.extension, 'BinarySecurityToken');
  const children = block === undefined ? [] : childElements(block);
  if (block !== undefined && children.every(isKey)) {
    editor.replace(block, '');
  } else if (!children.some((element) => isNamed(element, namespaces.signature, 'Signature'))) {
    for (const element of children.filter(isKey)) {
      editor.replace(element, '');
    }
  }
  return editor.text();
}

/** The error for a message that is refused; any other error, such as one of the program's own functions, as it is. */
function refusalOf(error: unknown, { side, version }: EnvelopeContext): unknown {
  const isFormat = error instanceof XmlSyntaxError || error instanceof XmlLimitError;
  if (!isFormat && !(error instanceof EncryptionError)) {
    return error;
  }
  const cause = { cause: error };
  return side === 'client'
    ? new SoapFormatError('security', `The answer is refused: ${error.message}`, '', cause)
    : securityFault(new SecurityRefusal('FailedCheck', error.message, cause), version);
}
