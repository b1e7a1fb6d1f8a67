import { askTable, type BindingTable, bindingOrder, isSoapBinding } from '../../contract/binding-kinds.js';
import { groupBy } from '../../contract/grouping.js';
import type {
  BindingKind,
  HttpOperationBinding,
  Operation,
  OperationBinding,
  Part,
  Service,
  SoapOperationBinding,
} from '../../contract/model.js';
import { expandedName, splitExpandedName } from '../../contract/names.js';
import type { MappedElement } from '../content/content.js';
import { memberNames } from '../content/member-names.js';
import type { BindContext } from '../context/context.js';
import { elementConstant, typeReference } from '../descriptors/descriptors.js';
import { builtInFamily } from '../expressions/built-ins.js';
import {
  construct,
  literal,
  literals,
  type MemberExpression,
  objectValue,
  runtimeType,
  type ValueExpression,
} from '../expressions/expression.js';
import { simpleTypeReference } from '../types/simple-types.js';
import { unwrappedArray } from '../types/unwrapped-arrays.js';
import { type AddressingValues, addressingValues } from './addressing-facts.js';
import type { HeaderMembers } from './header-members.js';
import { type BoundMessage, onlyElement, partElement } from './messages.js';

/** Both messages of an operation. */
export interface Messages {
  readonly input: BoundMessage;
  readonly output: BoundMessage;
  readonly headers: { readonly input: HeaderMembers; readonly output: HeaderMembers };
}

const namesOfPorts = new WeakMap<Service, ReadonlyMap<string, readonly string[]>>();

/** Names of the ports of a kind. Each operation needs them, so the service is searched only once. */
function portNames(service: Service, kind: BindingKind): readonly string[] {
  const known = namesOfPorts.get(service) ?? groupNames(service);
  namesOfPorts.set(service, known);
  return known.get(kind) ?? [];
}

function groupNames({ ports }: Service): ReadonlyMap<string, readonly string[]> {
  const groups = groupBy(ports, ({ binding }) => binding);
  return new Map([...groups].map(([kind, group]) => [kind, group.map(({ name }) => name)]));
}

/**
 * The facts of each binding of an operation; if ports of one kind differ, those of the others are listed with those of the
 * first.
 */
export function bindingValues(
  service: Service,
  operation: Operation,
  messages: Messages,
  context: BindContext,
): Record<string, ValueExpression> {
  const values: Record<string, ValueExpression> = {};
  for (const kind of bindingOrder) {
    const [binding, ...others] = operation.bindings.filter((b) => b.kind === kind);
    if (!binding) {
      continue;
    }
    const offering = new Set(binding.ports);
    const isEverywhere = portNames(service, kind).every((name) => offering.has(name));
    const value = (facts: OperationBinding, beside: BesideFacts): ValueExpression =>
      askTable(factValues, facts, beside, messages, context);
    const items = others.map((facts) =>
      value(facts, {
        ports: literals(facts.ports),
        addressing: addressingValues(service, operation, facts),
      }),
    );
    values[kind] = value(binding, {
      sharesElement: kind === 'soap12' && sharesElement(service, operation) ? literal(true) : undefined,
      ports: isEverywhere ? undefined : literals(binding.ports),
      addressing: addressingValues(service, operation, binding),
      others: items.length === 0 ? undefined : { kind: 'array', items },
    });
  }
  return values;
}

const countsOfElements = new WeakMap<Service, ReadonlyMap<string, number>>();

/** True if the Body of another operation over SOAP 1.2 begins with the same element, as with overloads in style rpc. */
function sharesElement(service: Service, operation: Operation): boolean {
  let counts = countsOfElements.get(service);
  if (counts === undefined) {
    const groups = groupBy(service.operations, bodyElement);
    counts = new Map([...groups].map(([element, { length }]) => [element, length]));
    countsOfElements.set(service, counts);
  }
  const element = bodyElement(operation);
  return element !== '' && (counts.get(element) ?? 0) > 1;
}

/** The element of the Body of requests over SOAP 1.2, if one is known beforehand. */
function bodyElement({ input, bindings }: Operation): string {
  const binding = bindings.filter(isSoapBinding).find(({ kind }) => kind === 'soap12');
  if (binding === undefined) {
    return '';
  }
  switch (input?.kind) {
    case 'element':
      return input.element;
    case 'rpc':
      return expandedName(binding.input?.namespace ?? '', input.name);
    case 'parts':
    case 'empty':
    case undefined:
      return '';
  }
}

/** What the facts say of other ports, and of other operations. */
interface BesideFacts {
  readonly sharesElement?: ValueExpression | undefined;
  readonly ports: ValueExpression | undefined;
  readonly addressing: AddressingValues;
  readonly others?: ValueExpression | undefined;
}

/** How the facts of each kind of binding are written into a descriptor. */
const factValues: BindingTable<[BesideFacts, Messages, BindContext], ValueExpression> = {
  soap11: soapValue,
  soap12: soapValue,
  httpGet: httpValue,
  httpPost: httpValue,
};

function soapValue(
  binding: SoapOperationBinding,
  { sharesElement: shared, ports, addressing, others }: BesideFacts,
  { input, output, headers }: Messages,
  context: BindContext,
): ValueExpression {
  const encoded = binding.input?.use === 'encoded' || binding.output?.use === 'encoded';
  return objectValue({
    action: literal(binding.soapAction),
    style: literal(binding.style),
    encoded: encoded ? literal(true) : undefined,
    encodedFaults: encodedFaults(binding),
    sharesElement: shared,
    ports,
    ...addressing,
    inputAttachments: attachmentsValue(binding.input?.attachments ?? [], input, context),
    outputAttachments: attachmentsValue(binding.output?.attachments ?? [], output, context),
    inputHeaders: headersValue(binding.input?.headers ?? [], headers.input, context),
    outputHeaders: headersValue(binding.output?.headers ?? [], headers.output, context),
    others,
  });
}

/** Names of the encoded faults of a binding, those in headers, which are as their header is, among them. */
function encodedFaults({ input, output, encodedFaults: declared }: SoapOperationBinding): ValueExpression | undefined {
  const headers = [...(input?.headers ?? []), ...(output?.headers ?? [])].filter(({ use }) => use === 'encoded');
  const inHeaders = headers.flatMap(({ headerFaults }) => headerFaults.map(headerFaultName));
  const names = new Set([...(declared ?? []), ...inHeaders]);
  return names.size === 0 ? undefined : literals([...names]);
}

function attachmentsValue(
  attachments: Attachments,
  message: BoundMessage,
  context: BindContext,
): ValueExpression | undefined {
  if (attachments.length === 0) {
    return undefined;
  }
  const memberOf = attachmentNames(attachments, message, context);
  return {
    kind: 'array',
    items: attachments.map(({ part, contentTypes }) =>
      objectValue({
        name: literal(part),
        property: literal(memberOf(part)),
        contentTypes: literals(contentTypes),
      }),
    ),
  };
}

type Attachments = NonNullable<SoapOperationBinding['input']>['attachments'];

/** The property of an attachment: the name of its part, unless a property of the message has that name. */
function attachmentNames(
  attachments: Attachments,
  message: BoundMessage,
  { properties }: BindContext,
): (part: string) => string {
  const taken = new Set([...message.properties.values()].map(({ property }) => property));
  const memberOf = memberNames(
    attachments.map(({ part }) => ({ namespace: '', local: part })),
    properties,
  );
  return (part) => {
    const names = [memberOf({ namespace: '', local: part }), part];
    return names.find((name) => !taken.has(name)) ?? `${part}$attachment`;
  };
}

/** Attachments as members of the method's parameter or result. */
export function attachmentMembers(
  soap: SoapOperationBinding | undefined,
  direction: 'input' | 'output',
  message: BoundMessage,
  context: BindContext,
): readonly MemberExpression[] {
  const attachments = soap?.[direction]?.attachments ?? [];
  const memberOf = attachmentNames(attachments, message, context);
  return attachments.map(({ part, contentTypes }) => ({
    name: memberOf(part),
    type: runtimeType('Attachment'),
    optional: false,
    documentation: contentTypes.length === 0 ? [] : [`Content type: ${contentTypes.join(', ')}`],
  }));
}

function headersValue(
  headers: NonNullable<SoapOperationBinding['input']>['headers'],
  memberOf: HeaderMembers,
  context: BindContext,
): ValueExpression | undefined {
  const items = headers.flatMap(({ part, use, namespace }) => {
    const isEncoded = use === 'encoded';
    // Header blocks are qualified (SOAP 1.1, 4.2); for a part with a type, the binding names the namespace.
    const element = partElement(part, context, isEncoded ? namespace : '');
    const encoded = isEncoded ? literal(true) : undefined;
    return element ? [objectValue({ property: literal(memberOf(part)), element, encoded })] : [];
  });
  return items.length === 0 ? undefined : { kind: 'array', items };
}

function httpValue(
  binding: HttpOperationBinding,
  { ports, others }: BesideFacts,
  { input }: Messages,
  context: BindContext,
): ValueExpression {
  const { output } = binding;
  const parameters = binding.parameters.map((parameter) => {
    const known = input.properties.get(parameter.name);
    // The one parameter of a bare message is its whole value.
    const whole = known === undefined && binding.parameters.length === 1 ? input.whole : undefined;
    const type = known?.type ?? whole?.type ?? parameter.type;
    const array = known?.list ? undefined : arrayItem(type, context);
    const encodedItem = soapArrayItem(type, context);
    return objectValue({
      name: literal(parameter.name),
      property: known && known.property !== parameter.name ? literal(known.property) : undefined,
      type: parameterType(array?.declaration.type ?? encodedItem ?? type, context),
      list: known?.list || array || encodedItem ? literal(true) : undefined,
      item: array && !isUnwrapped(type, context) ? literal(array.property) : undefined,
      whole: whole && literal(true),
      documentation: text(known?.documentation),
    });
  });
  return objectValue({
    location: literal(binding.location),
    input: literal(binding.input),
    parameters: { kind: 'array', items: parameters },
    output: output.kind === 'xml' ? httpOutputElement(output, context) : undefined,
    outputDocument: output.kind === 'document' ? literal(true) : undefined,
    outputContentType: output.kind === 'content' ? text(output.contentTypes[0]) : undefined,
    ports,
    others,
  });
}

/** The element of a type that contains only a list of it: ASP.NET's `ArrayOfString`. */
function arrayItem(key: string | undefined, context: BindContext): MappedElement | undefined {
  const type = key === undefined ? undefined : context.index.types.get(key);
  if (type?.kind !== 'complexType' || type.soapArray || builtInFamily(type.key) !== undefined) {
    return undefined;
  }
  const item = onlyElement(context.mapper.mappingOf(type), context);
  return item?.list && context.index.types.get(item.declaration.type)?.kind !== 'complexType' ? item : undefined;
}

/** The simple type of the items of an array in SOAP encoding, which is itself the value. */
function soapArrayItem(key: string | undefined, context: BindContext): string | undefined {
  const type = key === undefined ? undefined : context.index.types.get(key);
  const array = type?.kind === 'complexType' ? type.soapArray : undefined;
  if (array === undefined || (array.rank.match(/[[,]/g)?.length ?? 1) !== 1) {
    return undefined;
  }
  return context.index.types.get(array.itemType)?.kind === 'complexType' ? undefined : array.itemType;
}

function isUnwrapped(key: string | undefined, context: BindContext): boolean {
  const type = key === undefined ? undefined : context.index.types.get(key);
  return type?.kind === 'complexType' && unwrappedArray(type, context) !== undefined;
}

/** The type of a parameter; types that a query cannot carry are treated as text. */
function parameterType(key: string | undefined, context: BindContext): ValueExpression {
  const string = '{http://www.w3.org/2001/XMLSchema}string';
  if (key === undefined || builtInFamily(key) === 'tree') {
    return simpleTypeReference(string, context);
  }
  const type = context.index.types.get(key);
  return type?.kind === 'complexType' ? simpleTypeReference(string, context) : simpleTypeReference(key, context);
}

function httpOutputElement(
  output: HttpOperationBinding['output'] & { readonly kind: 'xml' },
  context: BindContext,
): ValueExpression | undefined {
  if (output.element !== undefined) {
    return elementConstant(output.element, context);
  }
  if (output.type === undefined) {
    return undefined;
  }
  return construct('element', literal(''), literal(output.part), typeReference(output.type, context));
}

/** The name of a fault in the Header: the local name of its element. */
export function headerFaultName(part: Part): string {
  return part.element === undefined ? part.name : splitExpandedName(part.element).local;
}

/** A text as an expression, where there is one. */
export function text(value: string | undefined): ValueExpression | undefined {
  return value === undefined ? undefined : literal(value);
}
