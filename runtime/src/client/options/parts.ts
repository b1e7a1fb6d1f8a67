import type { AddressingVersion } from '../../service/addressing.js';
import type {
  OperationDescriptor,
  PortDescriptor,
  ServiceDescriptor,
  SoapBindingDescriptor,
} from '../../service/descriptor.js';
import type { CallTarget } from '../../service/endpoint-reference.js';
import type { translateNamespaces } from '../../service/translation.js';
import type { DeclaredFaults } from '../../soap/declared-faults.js';
import type { EncodedMessages } from '../../soap/encoded.js';
import type { SoapHeaderExtension } from '../../soap/extension.js';
import type { RpcMessages } from '../../soap/rpc.js';

/** WS-Addressing of a client, made by `wsAddressing`. */
export interface ClientAddressing {
  /** The extensions of a client, with that of WS-Addressing before them. */
  extend(given: readonly SoapHeaderExtension[]): readonly SoapHeaderExtension[];
  /** The address of an endpoint reference. Throws `TypeError` for one that nothing can be sent to. */
  addressOf(to: CallTarget): string;
}

/** Makes the WS-Addressing of a client: of a version, as the WSDL declares it (`'declared'`), or for all operations in the version of the WSDL, else 1.0. */
export type AddressingPart = (version?: AddressingVersion | 'declared') => ClientAddressing;

/** The extensions by which a client meets the demands of a port. Throws `TypeError` if it is not given what they need. */
export type ClientSecurity = (service: string, port: PortDescriptor, given: unknown) => readonly SoapHeaderExtension[];

/**
 * The code that the messages of some services need besides that of their bindings. Generated operations and clients name what theirs need, and a
 * bundler leaves out the rest.
 */
export interface ClientParts {
  /** Messages, headers or faults in SOAP encoding (`use="encoded"`): `encodedMessages`. */
  readonly encoded?: EncodedMessages | undefined;
  /** Messages in rpc style: `rpcMessages`. */
  readonly rpc?: RpcMessages | undefined;
  /** Values of declared faults: `declaredFaults`. */
  readonly faults?: DeclaredFaults | undefined;
  /** WS-Addressing, which the WSDL asks for: `wsAddressing` of the entry `addressing`. */
  readonly addressing?: AddressingPart | undefined;
  /** Messages that a WS-Policy demands to be protected: `messageSecurity`. */
  readonly security?: ClientSecurity | undefined;
  /** Namespaces with open placeholders: `translateNamespaces`. */
  readonly placeholders?: typeof translateNamespaces | undefined;
  /** True for a client of some operations: its SOAP headers may be those of others. */
  readonly isPartial?: boolean;
}

/** The parts that the messages of one operation need. */
export type OperationParts = Omit<ClientParts, 'placeholders' | 'security' | 'isPartial'>;

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
  { name, faults }: OperationDescriptor,
  { inputHeaders = [], outputHeaders = [], ...facts }: SoapBindingDescriptor,
): void {
  const headers = [...inputHeaders, ...outputHeaders];
  const needs: Partial<Record<Need, unknown>> = {
    'encoded: encodedMessages': facts.encoded || facts.encodedFaults || headers.some(({ encoded }) => encoded),
    'rpc: rpcMessages': facts.style === 'rpc',
    'faults: declaredFaults': faults,
  };
  for (const [part, isNeeded] of Object.entries(needs)) {
    requirePart(name, part as Need, parts, isNeeded);
  }
}
