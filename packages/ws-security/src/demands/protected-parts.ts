/** What a demand says of the parts of messages, as `sign` and `verify` name them. */
import type { MessageProtection, SecurityDemand } from '@wsdl-codegen/runtime';
import type { HeaderPart, MessagePart } from '../soap/parts.js';
import type { EncryptedPart } from '../soap-encryption/encrypted-parts.js';

/** Header blocks of WS-Addressing, none of which has to be there. */
const addressingBlocks: readonly HeaderPart[] = [
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
].flatMap((namespace) =>
  ['To', 'From', 'ReplyTo', 'FaultTo', 'Action', 'MessageID', 'RelatesTo'].map((name) => ({
    namespace,
    name,
    optional: true,
  })),
);

/** What is signed of a message that is sent. */
export function partsToSign(demand: SecurityDemand, protection: MessageProtection | undefined): readonly MessagePart[] {
  const { body, addressing, headers = [], attachments } = protection?.signed ?? {};
  return [
    ...(demand.timestamp === true ? (['timestamp'] as const) : []),
    ...(demand.usernameToken?.signed === true ? (['usernameToken'] as const) : []),
    ...(demand.samlToken?.signed === true ? (['samlToken'] as const) : []),
    ...(demand.protectTokens === true ? (['binarySecurityToken'] as const) : []),
    ...(body === true ? (['body'] as const) : []),
    ...(addressing === true ? (['addressing'] as const) : []),
    ...headers.map((header) => ({ ...header, optional: true })),
    ...(attachments === true ? (['attachments'] as const) : []),
  ];
}

/** What has to be signed in a message that is received: header blocks where they are there, tokens in requests. */
export function partsToRequire(
  demand: SecurityDemand,
  protection: MessageProtection | undefined,
  hasTokens: boolean,
): readonly MessagePart[] {
  return partsToSign(demand, protection).flatMap((part): readonly MessagePart[] => {
    switch (part) {
      case 'addressing':
        return addressingBlocks;
      // It is found by the signature, which may also name its certificate in another way.
      case 'binarySecurityToken':
        return [];
      case 'usernameToken':
      case 'samlToken':
        return hasTokens ? [part] : [];
      default:
        return [part];
    }
  });
}

/** What is encrypted of a message that is sent; `isRequest` for those that have tokens. */
export function partsToEncrypt(
  demand: SecurityDemand,
  protection: MessageProtection | undefined,
  isRequest: boolean,
): readonly EncryptedPart[] {
  const { body, headers = [], attachments } = protection?.encrypted ?? {};
  const parts: readonly EncryptedPart[] = [
    ...(isRequest && demand.usernameToken?.encrypted === true ? (['usernameToken'] as const) : []),
    ...(isRequest && demand.samlToken?.encrypted === true ? (['samlToken'] as const) : []),
    ...(body === true ? (['body'] as const) : []),
    ...headers.map((header) => ({ ...header, optional: true })),
    ...(attachments === true ? (['attachments'] as const) : []),
  ];
  return [...parts, ...(demand.encryptSignature === true ? (['signature'] as const) : [])];
}

/** What is read of a message although nobody signs it, because the policy does not ask for it. */
export function unprotectedParts(
  demand: SecurityDemand,
  protection: MessageProtection | undefined,
): ReadonlyArray<Exclude<MessagePart, 'body'>> {
  return [
    ...(protection?.signed?.addressing === true ? [] : (['addressing'] as const)),
    ...(demand.usernameToken !== undefined && demand.usernameToken.signed !== true ? (['usernameToken'] as const) : []),
    ...(demand.samlToken !== undefined && demand.samlToken.signed !== true ? (['samlToken'] as const) : []),
  ];
}
