import type { OperationDescriptor, ServiceDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import type { translateNamespaces } from '../service/translation.js';
import type { ContentStyle } from '../soap/body-style.js';
import type { DeclaredFaults } from '../soap/declared-faults.js';
import type { EncodedMessages } from '../soap/encoded.js';
import type { SoapPackages } from '../soap/packages.js';
import type { RpcMessages } from '../soap/rpc.js';
import type { AddressingPart } from './named-addressing.js';
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

/** A part and what it is. */
type Need = `${keyof ClientParts}: ${string}`;

/** Throws `TypeError` if someone needs a part that the client does not name. */
export function requirePart(who: string, part: Need, parts: ClientParts, isNeeded: unknown): void {
  if (isNeeded && !parts[part.replace(/:.*/, '') as keyof ClientParts]) {
    throw new TypeError(`${who} needs \`${part}\` of @wsdl-codegen/runtime, which the client does not name.`);
  }
}

/** Throws `TypeError` if calls of an operation need code that the client does not name. */
export function requireParts(
  parts: ClientParts,
  { name, faults, input, output }: OperationDescriptor,
  { inputHeaders = [], outputHeaders = [], ...facts }: SoapBindingDescriptor,
  mtom: boolean | undefined,
): void {
  const headers = [...inputHeaders, ...outputHeaders];
  const needs: Partial<Record<Need, unknown>> = {
    'packages: soapPackages': mtom || facts.inputAttachments || facts.outputAttachments,
    'encoded: encodedMessages': facts.encoded || facts.encodedFaults || headers.some(({ encoded }) => encoded),
    'rpc: rpcMessages': facts.style === 'rpc',
    'contents: contentMessages': input.content ?? output?.content,
    'headerBlocks: soapHeaderBlocks': headers[0],
    'faults: declaredFaults': faults,
  };
  for (const [part, isNeeded] of Object.entries(needs)) {
    requirePart(name, part as Need, parts, isNeeded);
  }
}
