import { builtInType } from '../xsd/built-ins.js';
import { isSoapBinding } from './binding-kinds.js';
import type { Contract, Message, Operation, Part, SimpleTypeDefinition, TypeDefinition, TypeKey } from './model.js';
import { splitExpandedName } from './names.js';

/**
 * .NET has no element for a null reference where nothing is declared optional: it leaves the part of an rpc/literal message out, and the whole
 * content of the Body of a bare document. Only values of reference types can be null: strings, bytes, classes and arrays.
 */

/** Primitive types whose values .NET has in value types, which are never null. */
const valueTypes: ReadonlySet<string> = new Set(['boolean', 'decimal', 'float', 'double', 'dateTime', 'date', 'time']);
const guid = '{http://microsoft.com/wsdl/types/}guid';

/** True for a type whose values .NET can have as null references. */
export function isReferenceType(types: ReadonlyMap<TypeKey, TypeDefinition>, key: TypeKey): boolean {
  const type = types.get(key);
  if (type?.kind === 'complexType') {
    return true;
  }
  const builtIn = builtInType(key);
  if (builtIn !== undefined) {
    return !valueTypes.has(builtIn.primitive);
  }
  return type === undefined || isSimpleReference(types, type);
}

function isSimpleReference(types: ReadonlyMap<TypeKey, TypeDefinition>, type: SimpleTypeDefinition): boolean {
  if (type.key === guid || type.facets.enumeration !== undefined) {
    return false;
  }
  switch (type.variety) {
    case 'atomic':
      return isReferenceType(types, type.builtIn ?? type.base);
    case 'list':
      // .NET writes the names of flags as a list.
      return type.itemType === undefined || !isEnumeration(types, type.itemType);
    case 'union':
      return true;
  }
}

function isEnumeration(types: ReadonlyMap<TypeKey, TypeDefinition>, key: TypeKey): boolean {
  const type = types.get(key);
  return type?.kind === 'simpleType' && type.facets.enumeration !== undefined;
}

/** Marks parts for which null means that they are absent: those of rpc/literal, and of encoded documents of one simple value. */
export function withNullParts(contract: Contract): Contract {
  if (!contract.services.some(({ operations }) => operations.some((each) => leavesOut(each) !== undefined))) {
    return contract;
  }
  const types = new Map(contract.types.map((type) => [type.key, type]));
  const services = contract.services.map((service) => ({
    ...service,
    operations: service.operations.map((operation) => withParts(operation, types)),
  }));
  return { ...contract, services };
}

/** The kind of messages of an operation whose parts .NET leaves out for null. */
function leavesOut({ input, output, bindings }: Operation): 'rpc' | 'parts' | undefined {
  const soap = bindings.filter(isSoapBinding);
  const encoded = soap.filter((each) => each.input?.use === 'encoded' || each.output?.use === 'encoded');
  const has = (kind: Message['kind']): boolean => input?.kind === kind || output?.kind === kind;
  if (encoded.length === 0) {
    return has('rpc') ? 'rpc' : undefined;
  }
  return encoded.length === soap.length && has('parts') ? 'parts' : undefined;
}

function withParts(operation: Operation, types: ReadonlyMap<TypeKey, TypeDefinition>): Operation {
  const kind = leavesOut(operation);
  const change = (part: Part): Part => {
    const isStruct = part.type !== undefined && types.get(part.type)?.kind === 'complexType';
    const isNullable = part.type !== undefined && isReferenceType(types, part.type);
    return isNullable && (kind === 'rpc' || !isStruct) ? { ...part, absent: 'null' } : part;
  };
  const changed = (message: Message): Message =>
    (message.kind === 'rpc' || (message.kind === 'parts' && message.parts.length === 1)) && message.kind === kind
      ? { ...message, parts: message.parts.map(change) }
      : message;
  const { input, output } = operation;
  return { ...operation, ...(input && { input: changed(input) }), ...(output && { output: changed(output) }) };
}

/** True for a message as ASP.NET names those of SOAP (`EchoSoapIn`), which tells that its services are meant. */
export function isAspNetMessage(name: string): boolean {
  return /.Soap(?:In|Out)$/.test(splitExpandedName(name).local);
}
