import type { OperationDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import type { translateNamespaces } from '../service/placeholders.js';
import type { DeclaredFaults } from '../soap/declared-faults.js';
import type { EncodedMessages } from '../soap/encoded.js';
import type { SoapPackages } from '../soap/packages.js';
import type { RpcMessages } from '../soap/rpc.js';

/**
 * The code that the messages of some services need besides that of their bindings. Generated clients name what theirs need, and a bundler leaves out
 * the rest.
 */
export interface ClientParts {
  /** Messages in several parts (MTOM, attachments): `soapPackages`. On Node every client has it. */
  readonly packages?: SoapPackages | undefined;
  /** Messages, headers or faults in SOAP encoding (`use="encoded"`): `encodedMessages`. */
  readonly encoded?: EncodedMessages | undefined;
  /** Messages in rpc style: `rpcMessages`. */
  readonly rpc?: RpcMessages | undefined;
  /** Values of declared faults: `declaredFaults`. */
  readonly faults?: DeclaredFaults | undefined;
  /** Namespaces with open placeholders: `translateNamespaces`. */
  readonly placeholders?: typeof translateNamespaces | undefined;
}

/** Throws `TypeError` if calls of an operation need code that the client does not name. */
export function requireParts(
  { packages, encoded, rpc, faults }: ClientParts,
  operation: OperationDescriptor,
  facts: SoapBindingDescriptor,
  mtom: boolean,
): void {
  if (
    packages === undefined &&
    (mtom || facts.inputAttachments !== undefined || facts.outputAttachments !== undefined)
  ) {
    throw new TypeError('MTOM and attachments need the option `packages: soapPackages` in browsers and workers.');
  }
  const headers = [...(facts.inputHeaders ?? []), ...(facts.outputHeaders ?? [])];
  const isEncoded = facts.encoded === true || facts.encodedFaults !== undefined || headers.some((each) => each.encoded);
  require(isEncoded && encoded === undefined, operation, 'encoded: encodedMessages');
  require(facts.style === 'rpc' && rpc === undefined, operation, 'rpc: rpcMessages');
  require(operation.faults !== undefined && faults === undefined, operation, 'faults: declaredFaults');
}

function require(isMissing: boolean, { name }: OperationDescriptor, part: string): void {
  if (isMissing) {
    throw new TypeError(`${name} needs \`${part}\` among the bindings of the client; generate the package again.`);
  }
}
