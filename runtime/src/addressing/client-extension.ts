import { brief } from '../base/describe.js';
import { oneOf, requireKind } from '../base/options.js';
import type { ClientAddressing } from '../client/options/parts.js';
import type { QName } from '../schema/descriptor/descriptor.js';
import {
  type AddressingFacts,
  type AddressingVersion,
  addressingFacts,
  addressingVersions,
  isAddressing,
} from '../service/addressing.js';
import { endpointReference, referenceTree } from '../service/endpoint-reference.js';
import { SoapFormatError, type SoapHeaderBlock } from '../soap/envelope.js';
import type { HeaderContext, ReceivedHeaderBlock, SoapHeaderExtension } from '../soap/extension.js';
import { textOf } from '../xml/interfaces/tree.js';
import { isOneWay, requestAction } from './actions.js';
import { givenBlock, newMessageId, parameterBlocks, textBlock, withoutGiven } from './blocks.js';
import {
  addressingBlocks,
  headerNames,
  type MessageAddressing,
  propertiesOf,
  receivedProperties,
} from './properties.js';

/** Names of the header blocks that WS-Addressing defines for answers; the details of faults over SOAP 1.1 among them (1.0 SOAP Binding, 6.2). */
const understood: readonly QName[] = addressingVersions.flatMap(({ namespace }) =>
  [...headerNames, 'FaultDetail'].map((name) => ({ namespace, name })),
);

/** Writes the addressing properties of a client's requests, and checks that answers belong to them. */
class ClientAddressingExtension implements SoapHeaderExtension<string | undefined> {
  declare readonly state?: string | undefined;
  readonly understands: readonly QName[] = understood;
  readonly #version: AddressingVersion | 'declared' | undefined;

  /** `version` as for `wsAddressing`. */
  constructor(version: AddressingVersion | 'declared' | undefined) {
    this.#version = version;
  }

  /** The blocks of a request; each attempt has an id of its own. */
  write(context: HeaderContext): readonly SoapHeaderBlock[] {
    const facts = this.#facts(context);
    if (facts === undefined) {
      return [];
    }
    const messageId = newMessageId();
    const givenId = givenBlock(context.given, facts.namespace, 'MessageID');
    context.extensions.set(this, givenId === undefined ? messageId : textOfBlock(givenId));
    const target = context.to === undefined ? undefined : endpointReference(context.to);
    const replyTo = referenceTree(facts, 'ReplyTo', { address: facts.anonymous });
    const blocks = [
      textBlock(facts, 'Action', requestAction(context)),
      textBlock(facts, 'MessageID', messageId),
      ...(isOneWay(context.operation) ? [] : [{ tree: replyTo }]),
      textBlock(facts, 'To', target?.address ?? withoutUser(context.url)),
    ];
    return [...withoutGiven(blocks, context.given), ...parameterBlocks(facts, target?.referenceParameters ?? [])];
  }

  /** Throws `SoapFormatError` for an answer to another request. */
  read(received: readonly ReceivedHeaderBlock[], { extensions }: HeaderContext): void {
    const blocks = addressingBlocks(received);
    if (blocks !== undefined) {
      const properties = propertiesOf(blocks);
      requireRelated(properties, extensions.get(this), blocks.facts);
      extensions.set(receivedProperties, properties);
    }
  }

  #facts({ facts, to }: HeaderContext): AddressingFacts | undefined {
    const option = this.#version;
    if (option !== undefined && option !== 'declared') {
      return addressingFacts(option);
    }
    const isMeant = option === undefined || to !== undefined;
    const version = facts.addressing?.version ?? (isMeant ? '1.0' : undefined);
    return version && addressingFacts(version);
  }
}

/** An answer may leave out the relationship, or say that it does not know the request (1.0 Core, 3.4). */
function requireRelated(
  { relatesTo }: MessageAddressing,
  sent: string | undefined,
  { unspecified }: AddressingFacts,
): void {
  const replies = relatesTo.filter(({ type }) => type === undefined).map(({ messageId }) => messageId);
  const [first] = replies;
  if (sent !== undefined && first !== undefined && !replies.some((each) => each === sent || each === unspecified)) {
    throw new SoapFormatError('unrelated', `The answer is to the request ${brief(first, 100)}, and not to ${sent}`);
  }
}

/** The text of a block; undefined for a value of a type of the WSDL, whose answers are not compared. */
function textOfBlock(block: SoapHeaderBlock): string | undefined {
  return 'tree' in block ? textOf(block.tree) : undefined;
}

/** An address without user and password, which are not for the message. */
function withoutUser(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
}

/**
 * WS-Addressing for the option `addressing` of clients: `addressing: wsAddressing('1.0')`. Without a version each operation is called in the one that its WSDL asks
 * for, and in 1.0 if it asks for none; with `'declared'` only those operations whose WSDL asks for it have it, as where clients have no such option. Throws `TypeError` for another version.
 */
export function wsAddressing(version?: AddressingVersion | 'declared'): ClientAddressing {
  if (version !== undefined) {
    requireKind('The version of `wsAddressing`', version, oneOf('1.0', '2004/08', 'declared'));
  }
  return {
    extend: (given) =>
      version === 'declared' && given.some(isAddressing) ? given : [new ClientAddressingExtension(version), ...given],
    addressOf: (to) => callableAddress(endpointReference(to).address),
  };
}

/** Throws `TypeError` for an address that stands for no place. */
function callableAddress(address: string): string {
  if (addressingVersions.some(({ anonymous, none }) => address === anonymous || address === none)) {
    throw new TypeError(`Nothing can be sent to the endpoint reference: its address is ${address}.`);
  }
  return address;
}
