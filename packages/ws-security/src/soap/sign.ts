/** Signs messages of clients and servers. */
import type { EnvelopeContext, SoapHeaderExtension, WholeEnvelope } from '@wsdl-codegen/runtime';
import { pemOctets } from '../keys/pem.js';
import { certificateOf, makeSignature } from '../signature/sign.js';
import { SignatureError } from '../signature-error.js';
import { attributeText, type CanonicalOptions } from '../xml/canonicalize.js';
import type { PlacedElement } from '../xml/document.js';
import { assertionIds } from '../xml/elements.js';
import { attachmentUri, canonicalContent } from './attachments.js';
import { EnvelopeEditor, newId } from './envelope-editor.js';
import { requestSignatures } from './exchange-state.js';
import { keyReference, type WrittenKey } from './key-references.js';
import { securityNamespaces } from './names.js';
import { checkSoapSignOptions, type SoapSignOptions } from './options.js';
import { elementsOfPart, type MessagePart, partsOfFault, partText } from './parts.js';
import { prefixesInValues } from './prefixes.js';
import { readSoapOutline } from './soap-message.js';

/**
 * Signs each message that is sent: `extensions: [wsSecurity({ parts: [timestamp()] }), sign({ key, certificate })]`, at clients and servers. By default the Body and the
 * timestamp are signed, and the certificate is sent with the message. Throws `TypeError` for options that do not exist, have another kind or do not go together.
 */
export function sign(options: SoapSignOptions): SoapHeaderExtension {
  checkSoapSignOptions(options);
  const extension: SoapHeaderExtension = {
    understands: [],
    soapOnly: true,
    // A signature is of the values themselves, wherever a package puts them.
    inlineBinaries: true,
    seal: (envelope, context) => signed(envelope, context, options, extension),
  };
  return extension;
}

/** A function that signs knows the exchange. */
function keyFor({ extensions }: EnvelopeContext, { key }: SoapSignOptions): SoapSignOptions['key'] {
  return typeof key === 'function' ? (data, algorithm) => key(data, algorithm, extensions) : key;
}

const usualParts: readonly MessagePart[] = ['body', 'timestamp'];

async function signed(
  { text, parts: attachments }: WholeEnvelope,
  context: EnvelopeContext,
  options: SoapSignOptions,
  extension: SoapHeaderExtension,
): Promise<WholeEnvelope> {
  const editor = new EnvelopeEditor(readSoapOutline(text), options);
  const { parts: given = usualParts } = options;
  const parts = context.message === 'fault' ? partsOfFault(given) : given;
  const key = await writtenKey(editor, options);
  editor.insert(key.token, 'tokens');
  const uris = [
    ...parts.flatMap((part) => elementsToSign(part, editor)).map((element) => `#${editor.idOf(element)}`),
    ...(parts.includes('binarySecurityToken') && key.tokenId !== undefined ? [`#${key.tokenId}`] : []),
    ...confirmations(editor, context, options),
  ];
  const contents = new Map(
    parts.includes('attachments') ? attachments.map((part) => [attachmentUri(part), canonicalContent(part)]) : [],
  );
  const mark = newId();
  editor.insert(mark, 'last');
  const [before = '', after = ''] = editor.text().split(mark);
  const made = await makeSignature(
    {
      before,
      after,
      keyInfo: key.keyInfo === '' ? '' : `<ds:KeyInfo>${key.keyInfo}</ds:KeyInfo>`,
      uris: [...new Set(uris), ...contents.keys()],
      idAttributes: assertionIds,
      attachments: contents,
      canonicalOf: (element) => canonicalFor(element, options.canonical),
    },
    { ...options, key: keyFor(context, options) },
  );
  if (context.side === 'client') {
    requestSignatures(context.extensions).sent.set(extension, made.value);
  }
  return { text: made.text, parts: attachments };
}

function elementsToSign(part: MessagePart, { message, block }: EnvelopeEditor): readonly PlacedElement[] {
  const elements = elementsOfPart(part, message, block);
  if (typeof part === 'object' && part.optional !== true && elements.length === 0) {
    throw new SignatureError('reference', `The message has no header block ${partText(part)} to sign.`);
  }
  return elements;
}

async function writtenKey({ message }: EnvelopeEditor, options: SoapSignOptions): Promise<WrittenKey> {
  const { keyInfo, keyName, publicKey } = options;
  if (typeof keyInfo === 'object') {
    return { token: '', tokenId: undefined, keyInfo: await keyInfo.keyInfo(message) };
  }
  const certificate = certificateOf(options);
  const usual = certificate === undefined ? undefined : 'binarySecurityToken';
  return keyReference(keyInfo ?? usual, {
    certificate,
    keyName,
    publicKey: publicKey === undefined ? undefined : pemOctets(publicKey, 'PUBLIC KEY', '`publicKey`'),
  });
}

/** Writes which signatures the request had, if it is asked for, and gives the references to that. */
function confirmations(
  editor: EnvelopeEditor,
  { side, message, extensions }: EnvelopeContext,
  { confirmation }: SoapSignOptions,
): readonly string[] {
  if (confirmation !== true || side === 'client' || message === 'request') {
    return [];
  }
  const { verified } = requestSignatures(extensions);
  // A request without a signature is confirmed as such.
  return (verified.length === 0 ? [undefined] : verified).map((value) => {
    const id = newId();
    const attribute = value === undefined ? '' : ` Value="${attributeText(value)}"`;
    const { extension11, utility } = securityNamespaces;
    editor.insert(
      `<wsse11:SignatureConfirmation xmlns:wsse11="${extension11}" xmlns:wsu="${utility}" wsu:Id="${id}"${attribute}/>`,
      'last',
    );
    return `#${id}`;
  });
}

/** The exclusive form lists the prefixes that values use, because their meaning is part of what is signed. */
function canonicalFor(element: PlacedElement, canonical: CanonicalOptions = {}): CanonicalOptions {
  return (canonical.form ?? 'exclusive') === 'exclusive' && canonical.inclusivePrefixes === undefined
    ? { ...canonical, inclusivePrefixes: prefixesInValues(element) }
    : canonical;
}
