import { choiceOrder, isHttpBinding, isSoapBinding } from '../../contract/binding-kinds.js';
import type { BindingKind, Operation, Part, Service, SoapOperationBinding } from '../../contract/model.js';
import { byCodeUnits } from '../../contract/names.js';
import { openPlaceholders } from '../../contract/placeholders.js';
import { reachableFrom } from '../../contract/reachable.js';
import type { BindContext } from '../context/context.js';
import {
  fileModule,
  literal,
  literals,
  type MemberExpression,
  objectValue,
  runtimeType,
  type TypeExpression,
  union,
  type ValueExpression,
} from '../expressions/expression.js';
import { methodNames } from '../names/methods.js';
import type { ServiceNames } from '../names/service-names.js';
import type { TypeDeclaration } from '../types/declarations.js';
import { documentationLines } from '../types/documentation.js';
import { actionBaseValue, faultAction } from './addressing-facts.js';
import { attachmentMembers, bindingValues, headerFaultName, text } from './binding-facts.js';
import type { BoundMethod, BoundService } from './bound-package.js';
import { type HeaderMembers, headerMembers } from './header-members.js';
import { namedHeaders } from './header-types.js';
import { type BoundMessage, bindMessage, emptyMessage, type MessageRole, partElement, partType } from './messages.js';
import { methodFacts } from './method-facts.js';
import { operationParts } from './operation-parts.js';
import { sampleValue } from './samples.js';
import { bindDemands, securityValue } from './security-facts.js';

/** Binds a service: its methods, and the descriptor that clients and servers read. */
export function bindService(service: Service, names: ServiceNames, context: BindContext): BoundService {
  const methods = methodNames(service, context.naming);
  const bound = service.operations.map((operation) =>
    bindOperation(service, operation, methods.get(operation) ?? operation.name, names, context),
  );
  const placeholders = placeholdersOf(service, context);
  const demands = bindDemands(service);
  const headers = namedHeaders(
    bound.map((operation) => operation.method),
    names,
  );
  return {
    service,
    names,
    types: [...headers.types, ...bound.flatMap((operation) => operation.types)],
    methods: headers.methods,
    bindings: demands.bindings,
    demands,
    needsAddress: needsAddress(service, demands.bindings),
    needsBaseUrl: service.ports.some((port) => port.address?.startsWith('{') === true),
    placeholders,
    descriptor: objectValue({
      kind: literal('service'),
      name: literal(service.name),
      namespace: context.namespace(service.namespace),
      documentation: text(service.documentation),
      actionBase: actionBaseValue(service),
      placeholders: literals(placeholders),
      ports: {
        kind: 'array',
        items: service.ports.map((port) =>
          objectValue({
            name: literal(port.name),
            binding: literal(port.binding),
            address: text(port.address),
            security: securityValue(service, port),
          }),
        ),
      },
      operations: {
        kind: 'object',
        properties: bound.map(({ method, descriptor }) => ({ name: method.name, value: descriptor })),
      },
    }),
  };
}

function needsAddress({ ports }: Service, bindings: readonly BindingKind[]): boolean {
  const kind = choiceOrder.find((each) => bindings.includes(each));
  const port = ports.find(({ binding }) => binding === kind);
  return port !== undefined && !port.address;
}

/** Placeholders in the namespaces of a service's messages; for those that occur only in addresses, `baseUrl` is enough. */
function placeholdersOf(service: Service, context: BindContext): readonly string[] {
  const withoutAddresses = { ...service, ports: service.ports.map(({ address: _, ...port }) => port) };
  const found = new Set(openPlaceholders(withoutAddresses));
  if (context.contract.placeholders.every((name) => found.has(name))) {
    return [...found];
  }
  const { index } = context;
  const reached = reachableFrom(context.contract, [service]);
  for (const key of reached.types) {
    for (const name of ownPlaceholders(`type ${key}`, index.types.get(key), context)) {
      found.add(name);
    }
  }
  for (const key of reached.elements) {
    for (const name of ownPlaceholders(`element ${key}`, index.elements.get(key), context)) {
      found.add(name);
    }
  }
  return [...found].sort(byCodeUnits);
}

/** Placeholders in the namespaces of one component, searched once. */
function ownPlaceholders(key: string, component: unknown, context: BindContext): readonly string[] {
  const known = context.placeholders.get(key);
  if (known) {
    return known;
  }
  const found = openPlaceholders(component);
  context.placeholders.set(key, found);
  return found;
}

interface BoundOperation {
  readonly method: BoundMethod;
  readonly types: readonly TypeDeclaration[];
  readonly descriptor: ValueExpression;
}

/** The message of a direction; an empty one where the operation has none. */
function bindDirection(
  service: Service,
  operation: Operation,
  direction: 'input' | 'output',
  context: BindContext,
): BoundMessage {
  const soap = operation.bindings.find(isSoapBinding);
  const message = operation[direction];
  const role: MessageRole = {
    direction,
    namespace: soap?.[direction]?.namespace ?? service.namespace,
    httpOnly: soap === undefined,
    encoded: soap !== undefined && isEncoded(soap),
    parameters: operation.input?.kind === 'rpc' ? operation.input.parts.map((part) => part.name) : [],
    unwrap: !soap?.[direction]?.attachments.length,
  };
  return message ? bindMessage(message, role, context) : emptyMessage(role);
}

function bindOperation(
  service: Service,
  operation: Operation,
  method: string,
  names: ServiceNames,
  context: BindContext,
): BoundOperation {
  const soap = operation.bindings.find(isSoapBinding);
  const input = bindDirection(service, operation, 'input', context);
  const output = bindDirection(service, operation, 'output', context);
  const attachments = {
    input: attachmentMembers(soap, 'input', input, context),
    output: attachmentMembers(soap, 'output', output, context),
  };
  const headers = {
    input: headerMembers(service, operation, 'input', context),
    output: headerMembers(service, operation, 'output', context),
  };
  const types: TypeDeclaration[] = [];
  const typeOf = (message: BoundMessage, direction: 'input' | 'output'): TypeExpression => {
    const beside = attachments[direction];
    if (!message.members) {
      return withMembers(message.type, beside);
    }
    const name = `${names.descriptor}$${method}$${direction}`;
    types.push({ kind: 'interface', name, documentation: [], members: [...message.members, ...beside] });
    return { kind: 'import', from: fileModule(`${names.file}.service`), name, arguments: [] };
  };
  const sample = inputSample(operation, input, context);
  return {
    method: {
      operation,
      name: method,
      input: typeOf(input, 'input'),
      inputOptional: input.optional && attachments.input.length === 0,
      output: rawOutput(operation) ?? typeOf(output, 'output'),
      ...faultTypes(operation, context),
      ...headerTypes(operation, headers, context),
      ...(sample && { sample }),
      documentation: documentationLines(operation.documentation),
      parts: operationParts(operation),
      facts: methodFacts(operation),
    },
    types,
    descriptor: objectValue({
      name: literal(operation.name),
      documentation: text(operation.documentation),
      oneWay: operation.pattern === 'oneWay' ? literal(true) : undefined,
      input: input.descriptor,
      parameters: documentedParameters(operation, input),
      output: operation.output ? output.descriptor : undefined,
      faults: faultsValue(service, operation, context),
      ...bindingValues(service, operation, { input, output, headers }, context),
    }),
  };
}

/** A type with further members; nothing is left of one that has none of its own. */
function withMembers(type: TypeExpression, members: readonly MemberExpression[]): TypeExpression {
  if (members.length === 0) {
    return type;
  }
  const object: TypeExpression = { kind: 'object', members };
  return type.kind === 'keyword' ? object : { kind: 'intersection', members: [type, object] };
}

/** The documentation of parameters, where those of an HTTP binding do not have it. */
function documentedParameters({ bindings }: Operation, { properties }: BoundMessage): ValueExpression | undefined {
  const items = [...properties].flatMap(([name, { documentation }]) =>
    documentation === undefined || documentation.trim() === ''
      ? []
      : [objectValue({ name: literal(name), documentation: literal(documentation) })],
  );
  return items.length === 0 || bindings.some(isHttpBinding) ? undefined : { kind: 'array', items };
}

/** True for a binding whose messages are in SOAP encoding. */
function isEncoded({ input, output }: SoapOperationBinding): boolean {
  return input?.use === 'encoded' || output?.use === 'encoded';
}

/** The declared faults as a union, by which the client's errors are distinguished. */
function faultTypes(operation: Operation, context: BindContext): { readonly faults?: TypeExpression } {
  const faults = [...operation.faults, ...headerFaults(operation)].flatMap(({ name, part }) =>
    part ? [runtimeType('DeclaredFault', { kind: 'literal', value: name }, partType(part, context))] : [],
  );
  return faults.length === 0 ? {} : { faults: union(faults) };
}

/** The declared SOAP headers of all SOAP bindings, each direction as an object whose properties may be left out. */
function headerTypes(
  operation: Operation,
  memberOf: { readonly input: HeaderMembers; readonly output: HeaderMembers },
  context: BindContext,
): { readonly inputHeaders?: TypeExpression; readonly outputHeaders?: TypeExpression } {
  const typeOf = (direction: 'input' | 'output'): TypeExpression | undefined => {
    const members = new Map<string, MemberExpression>();
    for (const binding of operation.bindings) {
      if (isHttpBinding(binding)) {
        continue;
      }
      for (const { part } of binding[direction]?.headers ?? []) {
        const name = memberOf[direction](part);
        if (members.has(name) || !partElement(part, context)) {
          continue;
        }
        members.set(name, { name, type: partType(part, context), optional: true, documentation: [] });
      }
    }
    return members.size === 0 ? undefined : { kind: 'object', members: [...members.values()] };
  };
  const inputHeaders = typeOf('input');
  const outputHeaders = typeOf('output');
  return { ...(inputHeaders && { inputHeaders }), ...(outputHeaders && { outputHeaders }) };
}

/** The result of an operation that only HTTP offers and that answers a document of any kind, or something other than XML. */
function rawOutput(operation: Operation): TypeExpression | undefined {
  const outputs = operation.bindings.map((b) => (isHttpBinding(b) ? b.output.kind : 'xml'));
  if (outputs.length > 0 && outputs.every((kind) => kind === 'document')) {
    return runtimeType('XmlElement');
  }
  const raw = outputs.length > 0 && outputs.every((kind) => kind === 'content');
  return raw ? { kind: 'global', name: 'Uint8Array', arguments: [] } : undefined;
}

function inputSample(operation: Operation, input: BoundMessage, context: BindContext): ValueExpression | undefined {
  const message = operation.input;
  if (message?.kind === 'element' && !input.members) {
    const declaration = context.index.elements.get(message.element);
    return declaration && sampleValue(declaration.type, operation.name, context);
  }
  if (!input.members) {
    return undefined;
  }
  const properties = [...input.properties].flatMap(([name, { property, type }]) => {
    const value = sampleValue(type, name, context, 1);
    return value ? [{ name: property, value }] : [];
  });
  return properties.length === input.members.length ? { kind: 'object', properties } : undefined;
}

/** Faults in the Header (`soap:headerfault`), by the local name of their element; declared ones take precedence. */
function headerFaults(operation: Operation): readonly { readonly name: string; readonly part: Part }[] {
  const found = new Map<string, Part>();
  const taken = new Set(operation.faults.map(({ name }) => name));
  for (const binding of operation.bindings) {
    if (isHttpBinding(binding)) {
      continue;
    }
    const headers = [...(binding.input?.headers ?? []), ...(binding.output?.headers ?? [])];
    for (const part of headers.flatMap((header) => header.headerFaults)) {
      const name = headerFaultName(part);
      if (!taken.has(name) && !found.has(name)) {
        found.set(name, part);
      }
    }
  }
  return [...found].map(([name, part]) => ({ name, part }));
}

function faultsValue(service: Service, operation: Operation, context: BindContext): ValueExpression | undefined {
  const declared = operation.faults.map((fault) =>
    objectValue({
      name: literal(fault.name),
      element: fault.part && partElement(fault.part, context),
      action: faultAction(service, operation, fault),
    }),
  );
  const inHeader = headerFaults(operation).map(({ name, part }) =>
    objectValue({ name: literal(name), element: partElement(part, context), header: literal(true) }),
  );
  return declared.length + inHeader.length === 0 ? undefined : { kind: 'array', items: [...declared, ...inHeader] };
}
