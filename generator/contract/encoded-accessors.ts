import { builtInType } from '../xsd/built-ins.js';
import { isSoapBinding } from './binding-kinds.js';
import type {
  ComplexTypeDefinition,
  Contract,
  Message,
  Operation,
  Particle,
  Service,
  SimpleTypeDefinition,
  SoapOperationBinding,
  TypeDefinition,
  TypeKey,
} from './model.js';
import { expandedName, soapEncodingNamespaces, splitExpandedName } from './names.js';
import { reachableFrom } from './reachable.js';

/**
 * Applies the rules of SOAP encoding for accessors to the contract; they hold whatever a schema declares. Each accessor may
 * be nil (SOAP 1.1, 5.1, rule 10), so typed parts of encoded messages, and elements of types that only encoded messages,
 * headers and faults use, are nillable. And `id` and `href` are not part of a value (5.4.1), so `soapenc:string` and similar
 * types are simple types. A type that literal messages use as well stays as it is declared.
 */
export function withEncodedAccessors(contract: Contract): Contract {
  const encoded = contract.services.map((service) => split(service, encodedHalf));
  if (encoded.every(({ operations }) => operations.length === 0)) {
    return contract;
  }
  const literal = reachableFrom(
    contract,
    contract.services.map((service) => split(service, literalHalf)),
  ).types;
  const reached = reachableFrom(contract, encoded).types;
  const types = contract.types.map((type) => {
    if (type.kind !== 'complexType' || literal.has(type.key)) {
      return type;
    }
    return plainType(type) ?? (reached.has(type.key) ? withNillableElements(type) : type);
  });
  return { ...contract, types, services: contract.services.map(withNillableParts) };
}

/** Types that messages, headers and faults in SOAP encoding can contain. */
export function typesInEncoding(contract: Contract): ReadonlySet<TypeKey> {
  const encoded = contract.services.map((service) => split(service, encodedHalf));
  return encoded.every(({ operations }) => operations.length === 0)
    ? new Set()
    : reachableFrom(contract, encoded).types;
}

function split(service: Service, half: (operation: Operation) => readonly Operation[]): Service {
  return { ...service, operations: service.operations.flatMap(half) };
}

/** True if the messages of an operation travel in SOAP encoding wherever they travel in SOAP. */
function isEncoded({ bindings }: Operation): boolean {
  const soap = bindings.filter(isSoapBinding);
  return soap.length > 0 && soap.every(({ input, output }) => input?.use === 'encoded' || output?.use === 'encoded');
}

/** True if a fault of an operation travels in SOAP encoding wherever it travels in SOAP. */
function isEncodedFault({ bindings }: Operation, name: string): boolean {
  const soap = bindings.filter(isSoapBinding);
  return soap.length > 0 && soap.every(({ encodedFaults }) => encodedFaults?.includes(name));
}

/** Messages, faults and headers of an operation that are encoded, as an operation; nothing if none are. */
function encodedHalf(operation: Operation): readonly Operation[] {
  const { input: _, output: __, ...rest } = operation;
  const faults = operation.faults.filter(({ name }) => isEncodedFault(operation, name));
  const bindings = operation.bindings.filter(isSoapBinding).map((each) => withHeaders(each, 'encoded'));
  if (isEncoded(operation)) {
    return [{ ...operation, faults, bindings }];
  }
  const hasHeaders = bindings.some((each) => [each.input, each.output].some((side) => side && side.headers.length > 0));
  return faults.length > 0 || hasHeaders ? [{ ...rest, faults, bindings }] : [];
}

/** The rest of an operation, including its facts for HTTP. */
function literalHalf(operation: Operation): readonly Operation[] {
  const { input: _, output: __, ...rest } = operation;
  const faults = operation.faults.filter(({ name }) => !isEncodedFault(operation, name));
  const bindings = operation.bindings.map((each) => (isSoapBinding(each) ? withHeaders(each, 'literal') : each));
  return [{ ...(isEncoded(operation) ? rest : operation), faults, bindings }];
}

function withHeaders(binding: SoapOperationBinding, use: 'literal' | 'encoded'): SoapOperationBinding {
  const { input, output, ...rest } = binding;
  const headersOf = <T extends NonNullable<typeof input>>(message: T): T => ({
    ...message,
    headers: message.headers.filter((header) => header.use === use),
  });
  return { ...rest, ...(input && { input: headersOf(input) }), ...(output && { output: headersOf(output) }) };
}

/** The simple type that a type of an encoding's schema stands for: the one of its text. */
function plainType(type: ComplexTypeDefinition): SimpleTypeDefinition | undefined {
  const { key, name, content, documentation, final } = type;
  if (
    name === undefined ||
    content.kind !== 'simple' ||
    !soapEncodingNamespaces.has(splitExpandedName(name).namespace)
  ) {
    return undefined;
  }
  const base = builtInType(content.type);
  if (base === undefined) {
    return undefined;
  }
  const { namespace } = splitExpandedName(content.type);
  return {
    kind: 'simpleType',
    key,
    name,
    ...(documentation !== undefined && { documentation }),
    final,
    base: content.type,
    facets: {},
    ...(base.itemType === undefined
      ? { variety: 'atomic', builtIn: content.type }
      : { variety: 'list', itemType: expandedName(namespace, base.itemType) }),
  };
}

function withNillableElements(type: ComplexTypeDefinition): TypeDefinition {
  const { content } = type;
  if (!('particle' in content) || content.particle === undefined) {
    return type;
  }
  return { ...type, content: { ...content, particle: nillable(content.particle) } };
}

/** Its own elements, which become accessors: a reference keeps the declaration of its element. A fixed value cannot be nil. */
function nillable(particle: Particle): Particle {
  switch (particle.kind) {
    case 'element':
      return particle.ref || particle.value?.kind === 'fixed' ? particle : { ...particle, nillable: true };
    case 'sequence':
    case 'choice':
    case 'all':
      return { ...particle, particles: particle.particles.map(nillable) };
    case 'any':
      return particle;
  }
}

function withNillableParts(service: Service): Service {
  return { ...service, operations: service.operations.map(withNillable) };
}

function withNillable(operation: Operation): Operation {
  if (!isEncoded(operation)) {
    return operation;
  }
  const { input, output } = operation;
  return {
    ...operation,
    ...(input && { input: nillableParts(input) }),
    ...(output && { output: nillableParts(output) }),
  };
}

function nillableParts(message: Message): Message {
  if (message.kind !== 'rpc') {
    return message;
  }
  return {
    ...message,
    parts: message.parts.map((part) => (part.type === undefined ? part : { ...part, nillable: true })),
  };
}
