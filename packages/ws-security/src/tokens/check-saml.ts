/** Servers that let in who has a SAML assertion of an issuer that they trust. */
import type { EnvelopeContext, SoapHeaderExtension, WholeEnvelope } from '@wsdl-codegen/runtime';
import { checkTimestamp, freshnessAt, having, text } from '@wsdl-codegen/runtime/extend';
import { parseTree } from '@wsdl-codegen/runtime/xml';
import { decryptXml } from '../encryption/decrypt.js';
import { EnvelopeEditor } from '../soap/envelope-editor.js';
import { securityNamespaces } from '../soap/names.js';
import { refusalOf } from '../soap/refusals.js';
import { childElements, readSoapMessage, readSoapOutline } from '../soap/soap-message.js';
import type { VerifiedMessage } from '../soap/verify.js';
import { type PlacedElement, readDocument } from '../xml/document.js';
import { assertionIds, Ids, isNamed } from '../xml/elements.js';
import { checkAssertion, type SenderProofs } from './check-assertion.js';
import { type CompleteSamlOptions, type SamlOptions, samlOptions } from './options.js';
import { samlFactsOf, samlVersions } from './saml-names.js';
import { samlPrincipal } from './saml-principal.js';
import { textInScope } from './text-in-scope.js';
import { TokenError } from './token-error.js';

/** Options of `checkSaml`. */
export interface CheckSamlOptions extends SamlOptions {
  /**
   * The `verify` of the same server: assertions are then those that the sender of the message vouches for (sender-vouches), by signing them together with the message. One that has no
   * signature of its own has to be of the sender.
   */
  readonly vouchedBy?: SoapHeaderExtension<VerifiedMessage>;
  /** The actor or role whose security block is read. Default: the service itself. */
  readonly actor?: string;
}

/**
 * Checks that each request has one SAML assertion of a trusted issuer that is about its sender, and says in `context.principal` who that is. By default whoever has an assertion is believed (bearer),
 * so it has to come over TLS. Assertions for the holder of a key are read by `samlKeys`. Throws `TypeError` for options that do not exist or have another kind.
 */
export function checkSaml(options: CheckSamlOptions): SoapHeaderExtension {
  const rules = samlOptions('checkSaml', options, { vouchedBy: having('what `verify` gives', 'open'), actor: text });
  return {
    understands: [],
    soapOnly: true,
    needs: { protection: ['assertion'] },
    open: async (envelope, context) => {
      if (context.side === 'client') {
        return envelope;
      }
      try {
        return await opened(envelope, rules, context);
      } catch (error) {
        throw refusalOf(error, context);
      }
    },
  };
}

async function opened(
  { text: envelope, parts }: WholeEnvelope,
  rules: CompleteSamlOptions<CheckSamlOptions>,
  context: EnvelopeContext,
): Promise<WholeEnvelope> {
  const message = readSoapMessage(await withoutEncrypted(envelope, rules));
  const editor = new EnvelopeEditor(message, { actor: rules.actor });
  const element = onlyAssertion(editor.block);
  const ids = new Ids(message.document.root, assertionIds);
  const checked = await checkAssertion(element, ids, rules, proofsOf(rules, context), rules.clock());
  context.setPrincipal?.(await samlPrincipal(checked, rules.principal));
  takeOut(editor, element, rules);
  return { text: editor.text(), parts };
}

function proofsOf(
  { vouchedBy }: CheckSamlOptions,
  { extensions, callerAddress: address }: EnvelopeContext,
): SenderProofs {
  if (vouchedBy === undefined) {
    return { accepted: ['bearer'], address };
  }
  const verified = extensions.get(vouchedBy);
  if (verified?.coversAssertions !== true) {
    throw new TokenError('confirmation', 'The sender has not signed the assertion together with the message.');
  }
  return { accepted: ['sender-vouches'], address, voucher: verified.certificate };
}

/**
 * Takes the assertion out of the security block. What is left may be a timestamp, which is checked: nobody else has to understand the block then. Anything else is up to those who
 * understand it.
 */
function takeOut(editor: EnvelopeEditor, assertion: PlacedElement, rules: CompleteSamlOptions<CheckSamlOptions>): void {
  const { block, message } = editor;
  const others = block === undefined ? [] : childElements(block).filter((child) => child !== assertion);
  const [timestamp] = others;
  if (block === undefined || others.length > 1 || (timestamp !== undefined && !isTimestamp(timestamp))) {
    editor.replace(assertion, '');
  } else if (timestamp === undefined) {
    editor.replace(block, '');
  } else {
    const text = textInScope(timestamp, message.document.text);
    checkTimestamp(parseTree(text), freshnessAt(rules.clock(), rules), false);
    editor.replace(block, `<wsse:Security xmlns:wsse="${securityNamespaces.extension}">${text}</wsse:Security>`);
  }
}

const isTimestamp = (element: PlacedElement): boolean => isNamed(element, securityNamespaces.utility, 'Timestamp');

/** The envelope with its encrypted assertion decrypted. The signature of the issuer is in what is encrypted. */
async function withoutEncrypted(envelope: string, { decryption, actor }: CheckSamlOptions): Promise<string> {
  const editor = new EnvelopeEditor(readSoapOutline(envelope), { actor });
  const children = editor.block === undefined ? [] : childElements(editor.block);
  const [encrypted] = children.filter((child) => isNamed(child, samlVersions['2.0'].namespace, 'EncryptedAssertion'));
  if (encrypted === undefined) {
    return envelope;
  }
  if (decryption === undefined) {
    throw new TokenError('unsupported', 'The assertion is encrypted: name the key with the option `decryption`.');
  }
  const { text: document } = editor.message.document;
  const { root, text: decrypted } = readDocument(await decryptXml(textInScope(encrypted, document), decryption));
  const [assertion] = childElements(root);
  editor.replace(encrypted, assertion === undefined ? '' : textInScope(assertion, decrypted));
  return editor.text();
}

function onlyAssertion(block: PlacedElement | undefined): PlacedElement {
  const children = block === undefined ? [] : childElements(block);
  const [assertion, second] = children.filter((child) => samlFactsOf(child) !== undefined);
  if (assertion === undefined || second !== undefined) {
    throw new TokenError('missing', `The message has ${assertion === undefined ? 'no assertion' : 'two assertions'}.`);
  }
  return assertion;
}
