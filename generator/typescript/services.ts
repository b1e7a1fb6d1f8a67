import type {
  BindingKind,
  HttpOperationBinding,
  Operation,
  Part,
  Service,
  SoapOperationBinding,
} from '../contract/model.js';
import { byCodeUnits } from '../contract/names.js';
import { openPlaceholders } from '../contract/placeholders.js';
import { reachableFrom } from '../contract/reachable.js';
import { builtInFamily } from './built-ins.js';
import type { PlannedElement } from './content.js';
import type { BindContext } from './context.js';
import type { TypeDeclaration } from './declarations.js';
import { elementConstant, typeReference } from './descriptors.js';
import { documentationLines } from './documentation.js';
import {
  construct,
  fileModule,
  literal,
  literals,
  type MemberExpression,
  objectValue,
  runtimeType,
  type TypeExpression,
  union,
  type ValueExpression,
} from './expression.js';
import { bindMessage, emptyMessage, type MessageBinding, onlyElement, partElement, partType } from './messages.js';
import { methodNames } from './methods.js';
import type { MethodBinding, ServiceBinding, ServiceNames } from './package-binding.js';
import { sampleValue } from './samples.js';
import { simpleTypeReference } from './simple-types.js';
import { unwrappedArray } from './unwrapped-arrays.js';

const bindingOrder: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Binds a service: its methods, and the descriptor that clients and servers read. */
export function bindService(service: Service, names: ServiceNames, context: BindContext): ServiceBinding {
  const methods = methodNames(service.operations);
  const bound = service.operations.map((operation) =>
    bindOperation(service, operation, methods.get(operation) ?? operation.name, names, context),
  );
  const placeholders = placeholdersOf(service, context);
  return {
    service,
    names,
    types: bound.flatMap((operation) => operation.types),
    methods: bound.map((operation) => operation.method),
    bindings: bindingOrder.filter((kind) => service.ports.some((port) => port.binding === kind)),
    needsBaseUrl: service.ports.some((port) => port.address?.startsWith('{') === true),
    placeholders,
    descriptor: objectValue({
      kind: literal('service'),
      name: literal(service.name),
      namespace: { kind: 'namespace', uri: service.namespace },
      documentation: text(service.documentation),
      placeholders: literals(placeholders),
      ports: {
        kind: 'array',
        items: service.ports.map((port) =>
          objectValue({ name: literal(port.name), binding: literal(port.binding), address: text(port.address) }),
        ),
      },
      operations: {
        kind: 'object',
        properties: bound.map(({ method, descriptor }) => ({ name: method.name, value: descriptor })),
      },
    }),
  };
}

function text(value: string | undefined): ValueExpression | undefined {
  return value === undefined ? undefined : literal(value);
}

/** Placeholders in the namespaces that the messages of a service use; those of addresses alone are answered by `baseUrl`. */
function placeholdersOf(service: Service, context: BindContext): readonly string[] {
  const withoutAddresses = { ...service, ports: service.ports.map(({ address: _, ...port }) => port) };
  const found = new Set(openPlaceholders(withoutAddresses));
  if (context.contract.placeholders.every((name) => found.has(name))) return [...found];
  const { index } = context;
  const reached = reachableFrom(context.contract, [service]);
  for (const key of reached.types)
    for (const name of ownPlaceholders(`type ${key}`, index.types.get(key), context)) found.add(name);
  for (const key of reached.elements)
    for (const name of ownPlaceholders(`element ${key}`, index.elements.get(key), context)) found.add(name);
  return [...found].sort(byCodeUnits);
}

/** Placeholders in the namespaces of one component, looked for once. */
function ownPlaceholders(key: string, component: unknown, context: BindContext): readonly string[] {
  const known = context.placeholders.get(key);
  if (known) return known;
  const found = openPlaceholders(component);
  context.placeholders.set(key, found);
  return found;
}

interface Messages {
  readonly input: MessageBinding;
  readonly output: MessageBinding;
}

interface BoundOperation {
  readonly method: MethodBinding;
  readonly types: readonly TypeDeclaration[];
  readonly descriptor: ValueExpression;
}

function bindOperation(
  service: Service,
  operation: Operation,
  method: string,
  names: ServiceNames,
  context: BindContext,
): BoundOperation {
  const soap = operation.bindings.find((b) => b.kind === 'soap11' || b.kind === 'soap12') as
    | SoapOperationBinding
    | undefined;
  const bind = (direction: 'input' | 'output'): MessageBinding => {
    const message = operation[direction];
    const namespace = soap?.[direction]?.namespace ?? service.namespace;
    const role = { direction, namespace, httpOnly: soap === undefined, unwrap: !soap?.[direction]?.attachments.length };
    return message ? bindMessage(message, role, context) : emptyMessage(role);
  };
  const input = bind('input');
  const output = bind('output');
  const attachments = {
    input: attachmentMembers(soap, 'input', input),
    output: attachmentMembers(soap, 'output', output),
  };
  const types: TypeDeclaration[] = [];
  const typeOf = (message: MessageBinding, direction: 'input' | 'output'): TypeExpression => {
    const beside = attachments[direction];
    if (!message.members) {
      if (beside.length === 0) return message.type;
      const alone = message.type.kind === 'keyword';
      const object: TypeExpression = { kind: 'object', members: beside };
      return alone ? object : { kind: 'intersection', members: [message.type, object] };
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
      ...headerTypes(operation, context),
      ...(sample && { sample }),
      documentation: documentationLines(operation.documentation),
    },
    types,
    descriptor: objectValue({
      name: literal(operation.name),
      method: literal(method),
      documentation: text(operation.documentation),
      oneWay: operation.pattern === 'oneWay' ? literal(true) : undefined,
      input: input.descriptor,
      output: operation.output ? output.descriptor : undefined,
      faults: faultsValue(operation, context),
      ...bindingValues(service, operation, { input, output }, context),
    }),
  };
}

/** The declared faults as a union: the client's errors are told apart by it. */
function faultTypes(operation: Operation, context: BindContext): { readonly faults?: TypeExpression } {
  const faults = [...operation.faults, ...headerFaults(operation)].flatMap(({ name, part }) =>
    part ? [runtimeType('DeclaredFault', { kind: 'literal', value: name }, partType(part, context))] : [],
  );
  return faults.length === 0 ? {} : { faults: union(faults) };
}

/** The declared SOAP headers of all SOAP bindings, each direction as an object whose properties may be left out. */
function headerTypes(
  operation: Operation,
  context: BindContext,
): { readonly inputHeaders?: TypeExpression; readonly outputHeaders?: TypeExpression } {
  const typeOf = (direction: 'input' | 'output'): TypeExpression | undefined => {
    const members = new Map<string, MemberExpression>();
    for (const binding of operation.bindings) {
      if ('parameters' in binding) continue;
      for (const { part } of binding[direction]?.headers ?? []) {
        const name = headerProperty(part);
        if (members.has(name) || !partElement(part, context)) continue;
        members.set(name, { name, type: partType(part, context), optional: true, documentation: [] });
      }
    }
    return members.size === 0 ? undefined : { kind: 'object', members: [...members.values()] };
  };
  const inputHeaders = typeOf('input');
  const outputHeaders = typeOf('output');
  return { ...(inputHeaders && { inputHeaders }), ...(outputHeaders && { outputHeaders }) };
}

/** The property that holds a header: the local name of its element. */
function headerProperty(part: Part): string {
  return part.element === undefined ? part.name : part.element.slice(part.element.lastIndexOf('}') + 1);
}

/** The result of an operation that only HTTP offers and that answers something other than XML. */
function rawOutput(operation: Operation): TypeExpression | undefined {
  const outputs = operation.bindings.map((b) =>
    b.kind === 'httpGet' || b.kind === 'httpPost' ? b.output.kind : 'xml',
  );
  const raw = outputs.length > 0 && outputs.every((kind) => kind === 'content');
  return raw ? { kind: 'global', name: 'Uint8Array', arguments: [] } : undefined;
}

function inputSample(operation: Operation, input: MessageBinding, context: BindContext): ValueExpression | undefined {
  const message = operation.input;
  if (message?.kind === 'element') {
    const declaration = context.index.elements.get(message.element);
    return declaration && sampleValue(declaration.type, operation.name, context);
  }
  if (!input.members) return undefined;
  const properties = [...input.properties].flatMap(([name, { property, type }]) => {
    const value = sampleValue(type, name, context, 1);
    return value ? [{ name: property, value }] : [];
  });
  return properties.length === input.members.length ? { kind: 'object', properties } : undefined;
}

/** Faults that stand in the Header (`soap:headerfault`), by the local name of their element; declared ones win. */
function headerFaults(operation: Operation): readonly { readonly name: string; readonly part: Part }[] {
  const found = new Map<string, Part>();
  const taken = new Set(operation.faults.map(({ name }) => name));
  for (const binding of operation.bindings) {
    if ('parameters' in binding) continue;
    const headers = [...(binding.input?.headers ?? []), ...(binding.output?.headers ?? [])];
    for (const part of headers.flatMap((header) => header.headerFaults)) {
      const name = headerProperty(part);
      if (!taken.has(name) && !found.has(name)) found.set(name, part);
    }
  }
  return [...found].map(([name, part]) => ({ name, part }));
}

function faultsValue(operation: Operation, context: BindContext): ValueExpression | undefined {
  const declared = operation.faults.map((fault) =>
    objectValue({ name: literal(fault.name), element: fault.part && partElement(fault.part, context) }),
  );
  const inHeader = headerFaults(operation).map(({ name, part }) =>
    objectValue({ name: literal(name), element: partElement(part, context), header: literal(true) }),
  );
  return declared.length + inHeader.length === 0 ? undefined : { kind: 'array', items: [...declared, ...inHeader] };
}

/** The facts of each binding; where ports of one kind differ, those of the first. */
function bindingValues(
  service: Service,
  operation: Operation,
  messages: Messages,
  context: BindContext,
): Record<string, ValueExpression> {
  const values: Record<string, ValueExpression> = {};
  for (const kind of bindingOrder) {
    const binding = operation.bindings.find((b) => b.kind === kind);
    if (!binding) continue;
    const all = service.ports.filter((port) => port.binding === kind).map((port) => port.name);
    const ports = all.every((name) => binding.ports.includes(name)) ? undefined : literals(binding.ports);
    values[kind] =
      'parameters' in binding
        ? httpValue(binding, ports, messages.input, context)
        : soapValue(binding, ports, messages, context);
  }
  return values;
}

function soapValue(
  binding: SoapOperationBinding,
  ports: ValueExpression | undefined,
  { input, output }: Messages,
  context: BindContext,
): ValueExpression {
  const encoded = binding.input?.use === 'encoded' || binding.output?.use === 'encoded';
  return objectValue({
    action: literal(binding.soapAction),
    style: literal(binding.style),
    encoded: encoded ? literal(true) : undefined,
    ports,
    inputAttachments: attachmentsValue(binding.input?.attachments ?? [], input),
    outputAttachments: attachmentsValue(binding.output?.attachments ?? [], output),
    inputHeaders: headersValue(binding.input?.headers ?? [], context),
    outputHeaders: headersValue(binding.output?.headers ?? [], context),
    responseAction: text(binding.outputAction),
  });
}

function attachmentsValue(
  attachments: NonNullable<SoapOperationBinding['input']>['attachments'],
  message: MessageBinding,
): ValueExpression | undefined {
  if (attachments.length === 0) return undefined;
  return {
    kind: 'array',
    items: attachments.map(({ part, contentTypes }) =>
      objectValue({
        name: literal(part),
        property: literal(attachmentProperty(part, message)),
        contentTypes: literals(contentTypes),
      }),
    ),
  };
}

/** The property that holds an attachment: its part's name, unless a property of the message has it. */
function attachmentProperty(part: string, message: MessageBinding): string {
  const taken = [...message.properties.values()].some(({ property }) => property === part);
  return taken ? `${part}$attachment` : part;
}

/** Attachments as members of the method's parameter or result. */
function attachmentMembers(
  soap: SoapOperationBinding | undefined,
  direction: 'input' | 'output',
  message: MessageBinding,
): readonly MemberExpression[] {
  return (soap?.[direction]?.attachments ?? []).map(({ part, contentTypes }) => ({
    name: attachmentProperty(part, message),
    type: runtimeType('Attachment'),
    optional: false,
    documentation: contentTypes.length === 0 ? [] : [`Content type: ${contentTypes.join(', ')}`],
  }));
}

function headersValue(
  headers: NonNullable<SoapOperationBinding['input']>['headers'],
  context: BindContext,
): ValueExpression | undefined {
  const items = headers.flatMap(({ part }) => {
    const element = partElement(part, context);
    return element ? [objectValue({ property: literal(headerProperty(part)), element })] : [];
  });
  return items.length === 0 ? undefined : { kind: 'array', items };
}

function httpValue(
  binding: HttpOperationBinding,
  ports: ValueExpression | undefined,
  input: MessageBinding,
  context: BindContext,
): ValueExpression {
  const { output } = binding;
  const parameters = binding.parameters.map((parameter) => {
    const known = input.properties.get(parameter.name);
    const type = known?.type ?? parameter.type;
    const array = known?.list ? undefined : arrayItem(type, context);
    return objectValue({
      name: literal(parameter.name),
      property: literal(known?.property ?? parameter.name),
      type: parameterType(array?.declaration.type ?? type, context),
      list: known?.list || array ? literal(true) : undefined,
      item: array && !isUnwrapped(type, context) ? literal(array.property) : undefined,
    });
  });
  return objectValue({
    location: literal(binding.location),
    input: literal(binding.input),
    parameters: { kind: 'array', items: parameters },
    output: output.kind === 'xml' ? httpOutputElement(output, context) : undefined,
    outputContentType: output.kind === 'content' ? text(output.contentTypes[0]) : undefined,
    ports,
  });
}

/** The element of a type that holds nothing but a list of one: ASP.NET's `ArrayOfString`. */
function arrayItem(key: string | undefined, context: BindContext): PlannedElement | undefined {
  const type = key === undefined ? undefined : context.index.types.get(key);
  if (type?.kind !== 'complexType' || type.soapArray || builtInFamily(type.key) !== undefined) return undefined;
  const item = onlyElement(context.planner.planOf(type), context);
  return item?.list && context.index.types.get(item.declaration.type)?.kind !== 'complexType' ? item : undefined;
}

function isUnwrapped(key: string | undefined, context: BindContext): boolean {
  const type = key === undefined ? undefined : context.index.types.get(key);
  return type?.kind === 'complexType' && unwrappedArray(type, context) !== undefined;
}

/** The type of a parameter; what no query can carry is taken as text. */
function parameterType(key: string | undefined, context: BindContext): ValueExpression {
  const string = '{http://www.w3.org/2001/XMLSchema}string';
  if (key === undefined || builtInFamily(key) === 'tree') return simpleTypeReference(string, context);
  const type = context.index.types.get(key);
  return type?.kind === 'complexType' ? simpleTypeReference(string, context) : simpleTypeReference(key, context);
}

function httpOutputElement(
  output: HttpOperationBinding['output'] & { readonly kind: 'xml' },
  context: BindContext,
): ValueExpression | undefined {
  if (output.element !== undefined) return elementConstant(output.element, context);
  if (output.type === undefined) return undefined;
  return construct('element', literal(''), literal(output.part), typeReference(output.type, context));
}
