import type { OperationDescriptor, ServiceDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import type { translateNamespaces } from '../service/translation.js';
import type { ContentStyle } from '../soap/body-style.js';
import type { DeclaredFaults } from '../soap/declared-faults.js';
import type { EncodedMessages } from '../soap/encoded.js';
import type { SoapPackages } from '../soap/packages.js';
import type { RpcMessages } from '../soap/rpc.js';
import type { AddressingPart } from './client-addressing.js';
import type { HeaderBlocks } from './named-header-blocks.js';

/**
 * The code that the messages of some services need besides that of their bindings. Generated operations and clients name what theirs need, and a
 * bundler leaves out the rest.
 */
export interface ClientParts {
  /** Messages in several parts (MTOM, attachments): `soapPackages`. On Node every client has it. */
  readonly packages?: SoapPackages | undefined;
  /** Messages, headers or faults in SOAP encoding (`use="encoded"`): `encodedMessages`. */
  readonly encoded?: EncodedMessages | undefined;
  /** Messages in rpc style: `rpcMessages`. */
  readonly rpc?: RpcMessages | undefined;
  /** Messages whose fields are the children of the Body: `contentMessages`. On Node every client has it. */
  readonly contents?: ContentStyle | undefined;
  /** Values of declared faults: `declaredFaults`. */
  readonly faults?: DeclaredFaults | undefined;
  /** SOAP headers: `soapHeaderBlocks`. On Node every client has it. */
  readonly headerBlocks?: HeaderBlocks | undefined;
  /** WS-Addressing, which the WSDL asks for: `wsAddressing` of the entry `addressing`. */
  readonly addressing?: AddressingPart | undefined;
  /** Namespaces with open placeholders: `translateNamespaces`. */
  readonly placeholders?: typeof translateNamespaces | undefined;
  /** True for a client of some operations: its SOAP headers may be those of others. */
  readonly isPartial?: boolean;
}

/** The parts that the messages of one operation need. */
export type OperationParts = Omit<ClientParts, 'placeholders' | 'isPartial'>;

/** An operation that names the parts of its messages, as generated constants do: a client of some operations has no part that only others need. */
export interface OperationWithParts<Method extends string = string> extends OperationDescriptor<Method> {
  readonly parts?: OperationParts;
}

/** The parts that a client names, and those that its operations name. */
export function partsOf(named: ClientParts, { operations }: ServiceDescriptor<unknown>): ClientParts {
  const all: readonly OperationWithParts[] = Object.values(operations);
  return Object.assign({}, named, ...all.map(({ parts }) => parts));
}

/** What the parts of messages are, by their names. */
const constants = {
  packages: 'soapPackages',
  encoded: 'encodedMessages',
  rpc: 'rpcMessages',
  contents: 'contentMessages',
  headerBlocks: 'soapHeaderBlocks',
  faults: 'declaredFaults',
  placeholders: 'translateNamespaces',
} as const;

/** Throws `TypeError` if someone needs code that the client does not name. */
export function requirePart(who: string, name: keyof typeof constants, part: unknown, isNeeded: unknown): void {
  if (isNeeded && !part) {
    throw new TypeError(
      `${who} needs \`${name}: ${constants[name]}\` of @wsdl-codegen/runtime, which the client does not name.`,
    );
  }
}

/** Throws `TypeError` if calls of an operation need code that the client does not name. */
export function requireParts(
  parts: ClientParts,
  { name, faults, input, output }: OperationDescriptor,
  facts: SoapBindingDescriptor,
  mtom: boolean | undefined,
): void {
  const { inputHeaders = [], outputHeaders = [], inputAttachments, outputAttachments, encodedFaults, style } = facts;
  const headers = [...inputHeaders, ...outputHeaders];
  const needs = {
    packages: mtom || inputAttachments || outputAttachments,
    encoded: encodedFaults || [facts, ...headers].some(({ encoded }) => encoded),
    rpc: style === 'rpc',
    contents: input.content ?? output?.content,
    headerBlocks: headers[0],
    faults,
  };
  for (const part of Object.keys(needs) as (keyof typeof needs)[]) {
    requirePart(name, part, parts[part], needs[part]);
  }
}
