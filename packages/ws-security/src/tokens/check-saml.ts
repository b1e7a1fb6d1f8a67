/** Servers that let in who has a SAML assertion of an issuer that they trust. */
import { type EnvelopeContext, SoapFault, type SoapHeaderExtension, type WholeEnvelope } from '@wsdl-codegen/runtime';
import {
  callback,
  either,
  flag,
  having,
  listOf,
  number,
  type OptionKinds,
  object,
  oneOf,
  requireOptions,
  text,
  texts,
} from '@wsdl-codegen/runtime/extend';
import { memoryNonces, type NonceStore } from '@wsdl-codegen/runtime/security';
import { parseTree, type XmlElement } from '@wsdl-codegen/runtime/xml';
import type { Certificate } from '../keys/certificate.js';
import type { VerificationKey } from '../keys/keys.js';
import { checkSignature } from '../signature/verify.js';
import { SignatureError } from '../signature-error.js';
import { EnvelopeEditor } from '../soap/envelope-editor.js';
import { securityNamespaces } from '../soap/names.js';
import { childElements, readSoapMessage, type SoapMessage } from '../soap/soap-message.js';
import type { PlacedElement } from '../xml/document.js';
import { Ids, isNamed, namespaces } from '../xml/elements.js';
import { type AssertionRules, checkAssertion, isRefusal, type SenderProofs } from './check-assertion.js';
import { type SamlConfirmation, type SamlVersion, samlFactsOf, samlIds } from './saml-names.js';
import { subjectKey } from './subject-key.js';
import { TokenError, type TokenErrorCode } from './token-error.js';

/** Whom an assertion speaks of, and what it says. Everything is from what the issuer has signed. */
export interface SamlPrincipal {
  /** The name of the subject; undefined where the assertion has only attributes. */
  readonly nameId: string | undefined;
  readonly nameIdFormat: string | undefined;
  readonly nameQualifier: string | undefined;
  readonly issuer: string;
  /** The values that are text, by the name of the attribute; in version 1.1 with its namespace and a slash before it. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly confirmation: SamlConfirmation;
  readonly version: SamlVersion;
  readonly id: string;
  /** The certificate with which the issuer has signed. */
  readonly issuerCertificate: Certificate | undefined;
  /** The whole assertion, read from what was signed. */
  assertion(): XmlElement;
}

/** Options of `checkSaml`. */
export interface CheckSamlOptions extends AssertionRules {
  /** Who the caller is, for `context.principal`. Default what the assertion says. Undefined, null and false refuse the call. */
  readonly principal?: (principal: SamlPrincipal) => unknown;
  /** The actor or role whose security block is read. Default: the service itself. */
  readonly actor?: string;
  /** Default: the machine's time. */
  readonly clock?: () => Date;
}

const textOrTexts = [text, texts];
const kinds: OptionKinds<Required<CheckSamlOptions>> = {
  issuers: object,
  audience: either('a string, an array of strings or false', ...textOrTexts, {
    ...flag,
    fits: (value) => value === false,
  }),
  recipient: either('a string or an array of strings', ...textOrTexts),
  clockSkewSeconds: number,
  confirmations: {
    ...listOf(oneOf('bearer', 'holder-of-key', 'sender-vouches')),
    expected: 'an array of "bearer", "holder-of-key" or "sender-vouches"',
  },
  nonces: having('an object with `use`', 'use'),
  algorithms: texts,
  principal: callback,
  actor: text,
  clock: callback,
};

/**
 * Checks that each request has one SAML assertion of a trusted issuer that is about its sender, and says in `context.principal` who that is. What was checked is taken out of the security block.
 * Throws `TypeError` for options that do not exist or have another kind.
 */
export function checkSaml(options: CheckSamlOptions): SoapHeaderExtension {
  requireOptions('checkSaml', options, kinds, ['issuers', 'audience']);
  const { clock = () => new Date() } = options;
  // A copy: what is changed afterwards is not checked.
  const rules = { ...options, clock, nonces: options.nonces ?? memoryNonces({ clock }) };
  return {
    understands: [],
    soapOnly: true,
    open: async (envelope, context) => {
      if (context.side === 'client') {
        return envelope;
      }
      try {
        return await opened(envelope, rules, context);
      } catch (error) {
        throw isRefusal(error) ? securityFault(error as Error, context) : error;
      }
    },
  };
}

type Rules = CheckSamlOptions & { readonly clock: () => Date; readonly nonces: NonceStore };

async function opened(
  { text: envelope, parts }: WholeEnvelope,
  rules: Rules,
  context: EnvelopeContext,
): Promise<WholeEnvelope> {
  const message = readSoapMessage(envelope);
  const editor = new EnvelopeEditor(message, { actor: rules.actor });
  const ids = new Ids(message.document.root, samlIds);
  const element = onlyAssertion(editor.block);
  const proofs = new MessageProofs(message, editor.block, ids, context.callerAddress);
  const checked = await checkAssertion(element, { document: message.document, ids }, rules, proofs, rules.clock());
  const { assertion, confirmation, certificate, octets } = checked;
  const { subject, issuer, attributes, version, id } = assertion;
  const said: SamlPrincipal = {
    nameId: subject?.nameId,
    nameIdFormat: subject?.format,
    nameQualifier: subject?.nameQualifier,
    issuer,
    attributes,
    confirmation,
    version,
    id,
    issuerCertificate: certificate,
    assertion: () => parseTree(new TextDecoder().decode(octets)),
  };
  const principal = rules.principal === undefined ? said : await rules.principal(said);
  if (principal === undefined || principal === null || principal === false) {
    throw new TokenError('confirmation', 'The program does not know the subject of the assertion.');
  }
  context.setPrincipal?.(principal);
  removeChecked(editor, [element, ...proofs.used]);
  return { text: editor.text(), parts };
}

/** Takes elements out of the security block, and the block itself if nothing is left of it: nobody has to understand it then. */
function removeChecked(editor: EnvelopeEditor, checked: readonly PlacedElement[]): void {
  const { block } = editor;
  if (block !== undefined && childElements(block).every((child) => checked.includes(child))) {
    editor.replace(block, '');
    return;
  }
  for (const element of checked) {
    editor.replace(element, '');
  }
}

function onlyAssertion(block: PlacedElement | undefined): PlacedElement {
  const children = block === undefined ? [] : childElements(block);
  const [assertion, second] = children.filter((child) => samlFactsOf(child) !== undefined);
  if (children.some(({ name }) => name === 'EncryptedAssertion')) {
    throw new TokenError('unsupported', 'The assertion is encrypted, which is not supported.');
  }
  if (assertion === undefined || second !== undefined) {
    throw new TokenError('missing', `The message has ${assertion === undefined ? 'no assertion' : 'two assertions'}.`);
  }
  return assertion;
}

/** More signatures than these are not tried. */
const maxSignatures = 4;

/** The signatures in the security block of a message, with which a sender shows that it has a key. */
class MessageProofs implements SenderProofs {
  readonly address: string | undefined;
  /** The signatures that were verified. */
  readonly used: PlacedElement[] = [];
  readonly #message: SoapMessage;
  readonly #children: readonly PlacedElement[];
  readonly #ids: Ids;

  constructor(message: SoapMessage, block: PlacedElement | undefined, ids: Ids, address: string | undefined) {
    this.address = address;
    this.#message = message;
    this.#children = block === undefined ? [] : childElements(block);
    this.#ids = ids;
  }

  async holdsKey(keyInfos: readonly PlacedElement[]): Promise<boolean> {
    for (const keyInfo of keyInfos) {
      const key = await subjectKey(keyInfo);
      for (const signature of this.#signatures()) {
        if (await this.#isSignedWith(key, signature)) {
          this.used.push(signature);
          return true;
        }
      }
    }
    return false;
  }

  isVouchedFor(): boolean {
    return false;
  }

  #signatures(): readonly PlacedElement[] {
    const signatures = this.#children.filter((child) => isNamed(child, namespaces.signature, 'Signature'));
    if (signatures.length > maxSignatures) {
      throw new TokenError('unsupported', `The message has more than ${maxSignatures} signatures.`);
    }
    return signatures;
  }

  /** The Body has to be signed, and the timestamp where there is one: else a signature could be put into another message. */
  async #isSignedWith(key: VerificationKey, signature: PlacedElement): Promise<boolean> {
    const { document, body } = this.#message;
    const timestamps = this.#children.filter((child) => isNamed(child, securityNamespaces.utility, 'Timestamp'));
    try {
      const scope = { document, ids: this.#ids, signature, detached: new Map<string, Uint8Array>() };
      const { references } = await checkSignature(scope, async () => [{ key }], {});
      return [body, ...timestamps].every((needed) => references.some(({ element }) => element === needed));
    } catch (error) {
      // Another one may be the one that is meant.
      if (error instanceof SignatureError && (error.code === 'signature' || error.code === 'key')) {
        return false;
      }
      throw error;
    }
  }
}

/** The codes of the specification (SAML Token Profile 1.1, 3.6): callers do not learn more. */
const faultNames: Readonly<Record<TokenErrorCode, string>> = {
  malformed: 'InvalidSecurityToken',
  missing: 'InvalidSecurity',
  unsupported: 'UnsupportedSecurityToken',
  signature: 'InvalidSecurityToken',
  issuer: 'InvalidSecurityToken',
  expired: 'InvalidSecurityToken',
  audience: 'InvalidSecurityToken',
  confirmation: 'FailedAuthentication',
  replayed: 'InvalidSecurityToken',
};

const reasons: Readonly<Record<string, string>> = {
  InvalidSecurity: 'An error was discovered processing the <wsse:Security> header',
  InvalidSecurityToken: 'An invalid security token was provided',
  UnsupportedSecurityToken: 'An unsupported token was provided',
  FailedAuthentication: 'The security token could not be authenticated or authorized',
};

function securityFault(cause: Error, { version }: EnvelopeContext): SoapFault {
  const name = cause instanceof TokenError ? faultNames[cause.code] : 'InvalidSecurityToken';
  const code = { namespace: securityNamespaces.extension, name };
  return new SoapFault(reasons[name] ?? name, {
    ...(version === '1.2' ? { code: 'Client', subcodes: [code] } : { code }),
    cause,
  });
}
