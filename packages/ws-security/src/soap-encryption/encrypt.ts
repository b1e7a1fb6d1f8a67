/** Encrypts messages of clients and servers. */
import type { EnvelopeContext, SoapHeaderExtension, WholeEnvelope } from '@wsdl-codegen/runtime';
import { encryptionNamespaces } from '../encryption/algorithms.js';
import { type ContentKey, encryptOctets, newContentKey } from '../encryption/ciphers.js';
import { encryptedTypes } from '../encryption/encrypted-elements.js';
import {
  cipherText,
  type EncryptionSettings,
  encryptedDataText,
  encryptedKeyText,
  keyNameText,
  type Recipient,
  recipientsOf,
} from '../encryption/encrypted-text.js';
import { EncryptionError } from '../encryption/encryption-error.js';
import { secretOctets } from '../encryption/key-transport.js';
import { octetsOf } from '../octets.js';
import { attachmentUri } from '../soap/attachments.js';
import { EnvelopeEditor, newId } from '../soap/envelope-editor.js';
import { keyReference } from '../soap/key-references.js';
import { securityNamespaces, securityUris } from '../soap/names.js';
import { readSoapOutline } from '../soap/soap-message.js';
import { attributeText, qualified } from '../xml/canonicalize.js';
import type { PlacedElement } from '../xml/document.js';
import { namespaces } from '../xml/elements.js';
import { attachmentUris, elementsOf } from './encrypted-parts.js';
import { checkSoapEncryptOptions, type SoapEncryptOptions } from './options.js';

/**
 * Encrypts each message that is sent, at clients and servers: `extensions: [encrypt({ certificate })]`. By default the content of the Body is encrypted. Extensions seal in
 * their order: `[sign(…), encrypt(…)]` signs first. Throws `TypeError` for options that do not exist, have another kind or do not go together.
 */
export function encrypt(options: SoapEncryptOptions): SoapHeaderExtension {
  checkSoapEncryptOptions(options);
  // A copy: what is changed afterwards encrypts nothing else.
  const own = { ...options };
  return {
    understands: [],
    soapOnly: true,
    // What a package has beside the envelope would be left readable.
    inlineBinaries: true,
    seal: (envelope, context) => sealed(envelope, context, own),
  };
}

async function sealed(
  { text, parts: attachments }: WholeEnvelope,
  context: EnvelopeContext,
  options: SoapEncryptOptions,
): Promise<WholeEnvelope> {
  const editor = new EnvelopeEditor(readSoapOutline(text), options);
  const task = new EncryptionTask(options);
  const { message, block } = editor;
  const { parts = ['body'] } = options;
  for (const element of new Set(parts.flatMap((part) => elementsOf(part, message, block)))) {
    const { start, end, contentStart, contentEnd } = element;
    if (element === message.body) {
      editor.replaceContent(
        element,
        await task.encrypted(text.slice(contentStart, contentEnd), encryptedTypes.content),
      );
    } else {
      const data = await task.encrypted(text.slice(start, end), encryptedTypes.element);
      editor.replace(element, element.parent === message.header ? encryptedHeader(element, editor, data) : data);
    }
  }
  const sent: WholeEnvelope['parts'][number][] = [];
  for (const part of attachments) {
    const [data, content] = parts.includes('attachments') ? await task.attachment(part) : [];
    editor.insert(data ?? '', 'last');
    sent.push(content === undefined ? part : { ...part, contentType: 'application/octet-stream', content });
  }
  for (const token of await task.tokens(await settingsFor(options, context))) {
    editor.insert(token, 'tokens');
  }
  return { text: editor.text(), parts: sent };
}

/** A header block of WSS 1.1 (9.3) with what is encrypted in it, and the marks of the block that was there. */
function encryptedHeader(element: PlacedElement, { message }: EnvelopeEditor, data: string): string {
  const { extension11, utility } = securityNamespaces;
  const marks = element.attributes.filter(({ namespace }) => namespace === message.namespace);
  const written = marks.map((mark) => ` ${qualified(mark)}="${attributeText(mark.value)}"`).join('');
  const prefixes = new Set(marks.map(({ prefix }) => ` xmlns:${prefix}="${attributeText(message.namespace)}"`));
  return `<wsse11:EncryptedHeader xmlns:wsse11="${extension11}" xmlns:wsu="${utility}"${[...prefixes].join('')} wsu:Id="${newId()}"${written}>${data}</wsse11:EncryptedHeader>`;
}

/** The settings for one message, whose receiver may depend on it. */
async function settingsFor(options: SoapEncryptOptions, context: EnvelopeContext): Promise<EncryptionSettings> {
  const { certificate: given, ...others } = options;
  const certificate = typeof given === 'function' ? await given(context) : given;
  if (certificate === undefined && typeof given === 'function') {
    throw new EncryptionError('key', 'No certificate is known for the receiver of the message.');
  }
  return certificate === undefined ? others : { ...others, certificate };
}

/** What of one message is encrypted: all with one key. */
class EncryptionTask {
  readonly #options: SoapEncryptOptions;
  readonly #key: ContentKey;
  readonly #ids: string[] = [];
  readonly #keyId: string | undefined;

  constructor(options: SoapEncryptOptions) {
    const { key, keyTransport, algorithm = 'aes256-gcm' } = options;
    this.#options = options;
    if (keyTransport !== 'direct') {
      this.#keyId = newId();
      this.#key = newContentKey(algorithm);
    } else if (typeof key === 'object' && 'secret' in key) {
      this.#key = secretOctets(key);
    } else {
      throw new EncryptionError('key', 'The key transport "direct" needs a secret as key.');
    }
  }

  /** The element that stands in the place of a text. */
  async encrypted(text: string, type: string): Promise<string> {
    return this.#data(type, cipherText(await this.#octets(octetsOf(text))));
  }

  /** The element that stands for an attachment, and the content that is sent. */
  async attachment(part: WholeEnvelope['parts'][number]): Promise<readonly [data: string, content: Uint8Array]> {
    const content = await this.#octets(part.content);
    const transform = `<ds:Transform xmlns:ds="${namespaces.signature}" Algorithm="${attachmentUris.ciphertext}"/>`;
    const cipher = `<xenc:CipherData><xenc:CipherReference URI="${attributeText(attachmentUri(part))}"><xenc:Transforms>${transform}</xenc:Transforms></xenc:CipherReference></xenc:CipherData>`;
    return [this.#data(attachmentUris.content, cipher, part.contentType), content];
  }

  /** What the security block has to say about it: the encrypted key, and what it is for. */
  async tokens(settings: EncryptionSettings): Promise<readonly string[]> {
    const references = this.#ids.map((id) => `<xenc:DataReference URI="#${id}"/>`).join('');
    if (references === '') {
      return [];
    }
    if (this.#keyId === undefined) {
      const { encryption } = encryptionNamespaces;
      return [`<xenc:ReferenceList xmlns:xenc="${encryption}">${references}</xenc:ReferenceList>`];
    }
    const [recipient] = recipientsOf(settings) as [Recipient];
    const { certificate } = recipient;
    const { keyInfo, keyName } = this.#options;
    const usual = certificate === undefined ? undefined : 'issuerSerial';
    const source = { certificate, keyName, publicKey: undefined };
    const reference = await keyReference(keyInfo ?? usual, source);
    const list = `<xenc:ReferenceList>${references}</xenc:ReferenceList>`;
    const more = { id: this.#keyId, more: list };
    return [
      reference.token,
      await encryptedKeyText(this.#key as Uint8Array, recipient, settings, reference.keyInfo, more),
    ];
  }

  #octets(data: Uint8Array): Promise<Uint8Array> {
    const { algorithm = 'aes256-gcm', provider } = this.#options;
    return encryptOctets(algorithm, this.#key, data, provider);
  }

  #data(type: string, cipher: string, mimeType?: string): string {
    const { algorithm = 'aes256-gcm', keyName } = this.#options;
    const id = newId();
    this.#ids.push(id);
    const keyInfo = this.#keyId === undefined ? keyNameText(keyName) : keyReferenceText(this.#keyId);
    return encryptedDataText({ algorithm, type, id, keyInfo, cipher, ...(mimeType !== undefined && { mimeType }) });
  }
}

/** A reference to an encrypted key in the security block (WSS 1.1, 7.7). */
function keyReferenceText(id: string): string {
  const { extension, extension11 } = securityNamespaces;
  const type = securityUris.encryptedKey;
  return `<wsse:SecurityTokenReference xmlns:wsse="${extension}" xmlns:wsse11="${extension11}" wsse11:TokenType="${type}"><wsse:Reference URI="#${id}" ValueType="${type}"/></wsse:SecurityTokenReference>`;
}
