import { type AddressingFacts, type AddressingVersion, addressingVersions } from '../service/addressing.js';
import { type EndpointReference, referenceOfTree } from '../service/endpoint-reference.js';
import type { ExtensionStates, ReceivedHeaderBlock, SoapHeaderExtension } from '../soap/extension.js';
import { textOf, type XmlElement } from '../xml/interfaces/tree.js';

/** The relationship of a message to another one. */
export interface Relationship {
  /** Id of the other message. */
  readonly messageId: string;
  /** Undefined for a reply; else the type on the wire, an IRI or in 2004/08 a QName. */
  readonly type: string | undefined;
}

/** The addressing properties of a received message (1.0 Core, 3.1; 2004/08, 3). */
export interface MessageAddressing {
  readonly version: AddressingVersion;
  readonly action: string;
  readonly messageId: string | undefined;
  /** Undefined if the message does not say: that means the anonymous address. */
  readonly to: string | undefined;
  readonly from: EndpointReference | undefined;
  readonly replyTo: EndpointReference | undefined;
  readonly faultTo: EndpointReference | undefined;
  readonly relatesTo: readonly Relationship[];
  /** Header blocks that are reference parameters of the endpoint reference that was called; 2004/08 does not mark them. */
  readonly referenceParameters: readonly XmlElement[];
}

/** Key of the properties of the received message among the data of an exchange. */
export const receivedProperties: SoapHeaderExtension<MessageAddressing> = {
  key: /*#__PURE__*/ Symbol.for('wsdl-codegen:addressing'),
  understands: [],
};

/**
 * The addressing properties of the message that was received: in a server of a handler's context, in a client of an answer. Undefined if
 * the message has none, or WS-Addressing is off.
 */
export function addressingOf(source: {
  readonly extensions?: ExtensionStates | undefined;
}): MessageAddressing | undefined {
  return source.extensions?.get(receivedProperties);
}

/** Names of the header blocks of both versions. */
export const headerNames = ['Action', 'MessageID', 'To', 'From', 'ReplyTo', 'FaultTo', 'RelatesTo'] as const;

/** Name of a header block. */
export type HeaderName = (typeof headerNames)[number];

/** Attribute that marks a header block as a reference parameter (1.0 SOAP Binding, 3.3). */
export const referenceParameterMark = 'IsReferenceParameter';

/** The header blocks of WS-Addressing in a message, by name. */
export class AddressingBlocks {
  /** The version of the message: that of its Action, or of its first block. */
  readonly facts: AddressingFacts;
  readonly #blocks: readonly XmlElement[];
  readonly #others: readonly XmlElement[];

  constructor(facts: AddressingFacts, trees: readonly XmlElement[]) {
    this.facts = facts;
    this.#blocks = trees.filter(({ namespace }) => namespace === facts.namespace);
    this.#others = trees;
  }

  /** True if there are several blocks of a name. */
  isRepeated(name: HeaderName): boolean {
    return this.#named(name).length > 1;
  }

  /** Text of a block; undefined if there is none, or it is empty. */
  text(name: HeaderName): string | undefined {
    const [block] = this.#named(name);
    return block && (textOf(block) || undefined);
  }

  /** The endpoint reference of a block; `'invalid'` for one without an address. */
  reference(name: HeaderName): EndpointReference | 'invalid' | undefined {
    const [block] = this.#named(name);
    return block && (referenceOfTree(block) ?? 'invalid');
  }

  /** The relationships to other messages. */
  get relatesTo(): readonly Relationship[] {
    return this.#named('RelatesTo').map((block) => ({ messageId: textOf(block), type: this.#relationshipType(block) }));
  }

  /** The blocks that are marked as reference parameters. */
  get referenceParameters(): readonly XmlElement[] {
    const { namespace } = this.facts;
    return this.#others.filter(({ attributes }) =>
      attributes.some(
        (each) => each.name === referenceParameterMark && each.namespace === namespace && isTrue(each.value),
      ),
    );
  }

  #named(name: HeaderName): readonly XmlElement[] {
    return this.#blocks.filter((block) => block.name === name);
  }

  #relationshipType({ attributes }: XmlElement): string | undefined {
    const type = attributes
      .find(({ name, namespace }) => name === 'RelationshipType' && namespace === '')
      ?.value.trim();
    const { version, namespace } = this.facts;
    const isReply = version === '1.0' ? type === `${namespace}/reply` : /^(.*:)?Reply$/.test(type ?? '');
    return isReply ? undefined : type;
  }
}

/** The blocks of a message; undefined if there are none. */
export function addressingBlocks(received: readonly ReceivedHeaderBlock[]): AddressingBlocks | undefined {
  const trees = received.map(({ tree }) => tree);
  const names: ReadonlySet<string> = new Set(headerNames);
  const has = (test: (tree: XmlElement) => boolean): AddressingFacts | undefined =>
    addressingVersions.find(({ namespace }) => trees.some((tree) => tree.namespace === namespace && test(tree)));
  const facts = has(({ name }) => name === 'Action') ?? has(({ name }) => names.has(name));
  return facts && new AddressingBlocks(facts, trees);
}

function isTrue(value: string): boolean {
  return /^\s*(true|1)\s*$/.test(value);
}

/** The properties of a message; blocks that are not valid are left out. */
export function propertiesOf(blocks: AddressingBlocks): MessageAddressing {
  const reference = (name: HeaderName): EndpointReference | undefined => {
    const found = blocks.reference(name);
    return found === 'invalid' ? undefined : found;
  };
  return {
    version: blocks.facts.version,
    action: blocks.text('Action') ?? '',
    messageId: blocks.text('MessageID'),
    to: blocks.text('To'),
    from: reference('From'),
    replyTo: reference('ReplyTo'),
    faultTo: reference('FaultTo'),
    relatesTo: blocks.relatesTo,
    referenceParameters: blocks.referenceParameters,
  };
}
