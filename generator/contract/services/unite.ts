import { append } from '../../diagnostics/append.js';
import type { OperationDefinition } from '../../wsdl/components.js';
import { bindingOrder, isHttpBinding } from '../binding-kinds.js';
import { groupBy } from '../grouping.js';
import type { Fault, Message, Operation, OperationBinding, Part, TypeKey } from '../model.js';
import { splitExpandedName } from '../names.js';
import { plainChildren, plainMembers, type SchemaLookup } from './lookup.js';
import type { Offer } from './offer.js';

/** An operation of a service, and every offer that was united into it. */
export interface UnitedOperation {
  readonly operation: Operation;
  readonly offers: readonly Offer[];
}

/** The operations of a service, and the offers that cannot be distinguished from another operation. */
export interface United {
  readonly operations: readonly UnitedOperation[];
  readonly ambiguous: readonly Offer[];
  readonly differences: readonly Difference[];
}

/** How the HTTP half of an operation differs from its SOAP half, in another way than an `.asmx` has it. */
export interface Difference {
  readonly soap: Offer;
  readonly http: Offer;
  /** Names of the parameters that only one half has. Where neither has any, the results differ. */
  readonly soapOnly: readonly string[];
  readonly httpOnly: readonly string[];
  /** Namespaces of the elements around the parts of rpc style: they are declared in the binding, but are part of the messages. */
  readonly isUnited: boolean;
}

interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
}

interface Group {
  readonly first: Offer;
  readonly offers: Offer[];
}

/**
 * Unites the offers of a service's ports into operations. Offers of different ports over SOAP are one operation when name, pattern and
 * messages are the same. An offer over HTTP joins the SOAP operation of its name if it is the same operation of the same port type, or
 * if its parameters have the same names and its result the same type: then the SOAP side carries the types (an `.asmx`
 * declares every HTTP parameter as a string). It may lack optional parameters. Any other offer is a separate operation.
 */
export function uniteOffers(lookup: SchemaLookup, offers: readonly Offer[]): United {
  const soap: Group[] = [];
  const http: Group[] = [];
  const bySignature = new Map<string, SameSignature>();
  for (const offer of offers) {
    if (!isHttp(offer)) {
      join(soap, bySignature, soapSignature(offer), offer);
    }
  }
  const byName = groupBy(soap, (group) => group.first.definition.name);
  const differences: Difference[] = [];
  for (const offer of offers) {
    if (!isHttp(offer)) {
      continue;
    }
    const twins = byName.get(offer.definition.name) ?? [];
    const found = twins.map((group) => ({ group, difference: differenceOf(lookup, group, offer) }));
    const best = found.find(({ difference }) => difference === undefined) ?? found.find(isUnited) ?? found[0];
    if (best?.difference !== undefined) {
      differences.push(best.difference);
    }
    if (best === undefined || best.difference?.isUnited === false) {
      join(http, bySignature, httpSignature(offer), offer);
    } else {
      best.group.offers.push(offer);
    }
  }
  return { ...distinct([...label(soap, new Set()), ...label(http, new Set(byName.keys()))]), differences };
}

function isUnited({ difference }: { readonly difference: Difference | undefined }): boolean {
  return difference?.isUnited === true;
}

/** Of operations that share name and label, the first one is used. */
function distinct(all: readonly UnitedOperation[]): Omit<United, 'differences'> {
  const seen = new Set<string>();
  const operations: UnitedOperation[] = [];
  const ambiguous: Offer[] = [];
  for (const united of all) {
    const key = `${united.operation.name} ${united.operation.overload ?? ''}`;
    if (seen.has(key)) {
      append(ambiguous, united.offers);
    } else {
      operations.push(united);
    }
    seen.add(key);
  }
  return { operations, ambiguous };
}

function isHttp(offer: Offer): boolean {
  return isHttpBinding(offer.binding);
}

/** The operations whose signature is the same; the maps find the one of an offer. */
interface SameSignature {
  readonly groups: Group[];
  readonly byDefinition: Map<OperationDefinition, number>;
  /** Pairs of group and port. */
  readonly taken: Set<string>;
  /** The first group that a port may not have an offer in yet. */
  readonly next: Map<string, number>;
}

/** Adds an offer to the operation that it is of. Two operations of one port are two, even where their names and messages are the same. */
function join(groups: Group[], bySignature: Map<string, SameSignature>, signature: string, offer: Offer): void {
  const found = bySignature.get(signature);
  const same: SameSignature = found ?? { groups: [], byDefinition: new Map(), taken: new Set(), next: new Map() };
  bySignature.set(signature, same);
  const port = offer.binding.ports[0] ?? '';
  let at = same.byDefinition.get(offer.definition);
  if (at === undefined) {
    at = same.next.get(port) ?? 0;
    while (same.taken.has(`${at} ${port}`)) {
      at++;
    }
    same.next.set(port, at + 1);
    same.byDefinition.set(offer.definition, at);
  }
  same.taken.add(`${at} ${port}`);
  const group = same.groups[at];
  if (group !== undefined) {
    group.offers.push(offer);
    return;
  }
  const created = { first: offer, offers: [offer] };
  same.groups.push(created);
  groups.push(created);
}

function soapSignature(offer: Offer): string {
  const { name, pattern } = offer.definition;
  return JSON.stringify(['soap', name, pattern, offer.input ?? null, offer.output ?? null, wrapperNamespaces(offer)]);
}

/** Namespaces of the elements around the parts of rpc style: they are declared in the binding, but are part of the messages. */
function wrapperNamespaces({ binding, input, output }: Offer): readonly (string | undefined)[] {
  if (isHttpBinding(binding)) {
    return [];
  }
  const namespaceOf = (message: Message | undefined, side: 'input' | 'output'): string | undefined =>
    message?.kind === 'rpc' ? binding[side]?.namespace : undefined;
  return [namespaceOf(input, 'input'), namespaceOf(output, 'output')];
}

function httpSignature(offer: Offer): string {
  const { binding, definition } = offer;
  if (!isHttpBinding(binding)) {
    return '';
  }
  return JSON.stringify(['http', definition.name, binding.parameters, offer.output ?? null]);
}

/** Ports and messages. If these are the same, there is no way to distinguish the operations. */
function differenceOf(lookup: SchemaLookup, group: Group, offer: Offer): Difference | undefined {
  const { binding } = offer;
  const isSame = group.offers.some((other) => other.definition === offer.definition);
  if (isSame || !isHttpBinding(binding) || sameMessages(group.first, offer)) {
    return undefined;
  }
  const own = new Set(binding.parameters.map(({ name }) => name));
  const parameters = parametersOf(lookup, group.first.input, own);
  const soapOnly = parameters.filter(({ name }) => !own.has(name));
  const httpOnly = [...own].filter((name) => !parameters.some((parameter) => parameter.name === name));
  const hasSameResult = sameResult(lookup, group.first.output, offer);
  if (soapOnly.length === 0 && httpOnly.length === 0 && hasSameResult) {
    return undefined;
  }
  return {
    soap: group.first,
    http: offer,
    soapOnly: soapOnly.map(({ name }) => name),
    httpOnly,
    isUnited: hasSameResult && httpOnly.length === 0 && soapOnly.every(({ isOptional }) => isOptional),
  };
}

function sameMessages(a: Offer, b: Offer): boolean {
  const [one, other] = [a.definition, b.definition];
  return one.input?.message === other.input?.message && one.output?.message === other.output?.message;
}

/** The values that a message carries, as an HTTP binding with parameters of these names would name them. */
function parametersOf(
  lookup: SchemaLookup,
  message: Message | undefined,
  own: ReadonlySet<string>,
): readonly Parameter[] {
  switch (message?.kind) {
    case undefined:
    case 'empty':
      return [];
    case 'element': {
      const children = plainChildren(lookup, message.element);
      const isWhole = !message.wrapped && own.size === 1 && own.has(message.part);
      if (children === undefined || (isWhole && !children.some(({ name }) => name === message.part))) {
        return [{ name: message.part, isOptional: false }];
      }
      return children.map(({ name, minOccurs }) => ({ name, isOptional: minOccurs === 0 }));
    }
    case 'rpc':
      return message.parts.map(({ name }) => ({ name, isOptional: false }));
    case 'parts':
      return membersOf(lookup, message.parts, own) ?? message.parts.map(({ name }) => ({ name, isOptional: false }));
  }
}

/** The members of the struct that is the only part, unless a parameter has the name of the part. */
function membersOf(
  lookup: SchemaLookup,
  [only, ...others]: readonly Part[],
  own: ReadonlySet<string>,
): readonly Parameter[] | undefined {
  if (only?.type === undefined || others.length > 0 || own.has(only.name)) {
    return undefined;
  }
  return plainMembers(lookup, only.type)?.map(({ name, minOccurs }) => ({ name, isOptional: minOccurs === 0 }));
}

/** False if both sides name the type of the result and the types differ; also if the HTTP side has none. */
function sameResult(lookup: SchemaLookup, output: Message | undefined, offer: Offer): boolean {
  if (!isHttpBinding(offer.binding) || offer.binding.output.kind === 'content') {
    return true;
  }
  const results = resultTypes(lookup, output);
  if (offer.binding.output.kind === 'empty') {
    return results.length === 0;
  }
  if (offer.binding.output.kind === 'document') {
    return results.length === 1;
  }
  if (results.length === 0) {
    return true;
  }
  const { element, type } = offer.binding.output;
  const http = type ?? (element === undefined ? undefined : lookup.elements.get(element)?.type);
  const [only] = results;
  if (results.length > 1 || only === undefined) {
    return false;
  }
  return http === undefined || isSameType(lookup, http, only) || isAnonymous(lookup, http) || isAnonymous(lookup, only);
}

/** True also for simple types that are one in the program: .NET has them in a namespace of their own for SOAP encoding. */
function isSameType(lookup: SchemaLookup, a: TypeKey, b: TypeKey): boolean {
  if (a === b) {
    return true;
  }
  const [one, other] = [lookup.types.get(a), lookup.types.get(b)];
  if (one?.kind !== 'simpleType' || other?.kind !== 'simpleType' || one.variety !== other.variety) {
    return false;
  }
  const [name, otherName] = [one.name, other.name].map((each) => each && splitExpandedName(each).local);
  const hasSameItems =
    one.itemType === undefined || other.itemType === undefined
      ? one.itemType === other.itemType
      : isSameType(lookup, one.itemType, other.itemType);
  return name === otherName && hasSameItems && JSON.stringify(one.facets) === JSON.stringify(other.facets);
}

function resultTypes(lookup: SchemaLookup, output: Message | undefined): readonly TypeKey[] {
  switch (output?.kind) {
    case undefined:
    case 'empty':
      return [];
    case 'element': {
      const children = output.wrapped ? plainChildren(lookup, output.element) : undefined;
      return children?.map((child) => child.type) ?? [lookup.elements.get(output.element)?.type ?? ''];
    }
    case 'rpc':
    case 'parts': {
      const types = output.parts.flatMap((part) => part.type ?? []);
      const members = output.kind === 'parts' && types.length === 1 ? plainMembers(lookup, types[0] ?? '') : undefined;
      return members?.length === 1 ? members.map(({ type }) => type) : types;
    }
  }
}

function isAnonymous(lookup: SchemaLookup, key: TypeKey): boolean {
  const type = lookup.types.get(key);
  return type !== undefined && type.name === undefined;
}

/** Gives operations of the same name their `overload`: the first kind of name that distinguishes all of them. */
function label(groups: readonly Group[], taken: ReadonlySet<string>): readonly UnitedOperation[] {
  const byName = groupBy(groups, (group) => group.first.definition.name);
  const labels = new Map([...byName].map(([name, rivals]) => [name, labelFor(rivals)]));
  return groups.map((group) => {
    const { name } = group.first.definition;
    const isOverloaded = (byName.get(name)?.length ?? 0) > 1 || taken.has(name);
    const overload = isOverloaded ? labels.get(name)?.(group) : undefined;
    return { operation: operationOf(group, overload), offers: group.offers };
  });
}

type Label = (group: Group) => string;

/** Ports and messages. If these are the same, there is no way to distinguish the operations. */
const byPorts: Label = ({ first: { binding, definition } }) =>
  [...binding.ports, ...[definition.input, definition.output].flatMap((side) => side?.message ?? [])]
    .map((name) => splitExpandedName(name).local)
    .join('_');

const labelRules: readonly Label[] = [
  (group) => (group.first.definition.input ?? group.first.definition.output)?.name ?? '',
  (group) => group.first.messageName,
  (group) => `${splitExpandedName(group.first.portType).local}_${group.first.messageName}`,
  byPorts,
];

function labelFor(rivals: readonly Group[]): Label {
  return labelRules.find((of) => isDistinct(rivals.map(of))) ?? byPorts;
}

function isDistinct(labels: readonly string[]): boolean {
  return new Set(labels).size === labels.length && !labels.includes('');
}

function operationOf(group: Group, overload: string | undefined): Operation {
  const { definition, input, output } = group.first;
  const documentation = group.offers.find((offer) => offer.documentation !== undefined)?.documentation;
  return {
    name: definition.name,
    ...(overload !== undefined && { overload }),
    pattern: definition.pattern,
    ...(input && { input }),
    ...(output && { output }),
    faults: uniteFaults(group.offers),
    bindings: uniteBindings(group.offers.map((offer) => offer.binding)),
    ...(documentation !== undefined && { documentation }),
  };
}

function uniteFaults(offers: readonly Offer[]): readonly Fault[] {
  const byName = new Map<string, Fault>();
  for (const fault of offers.flatMap((offer) => offer.faults)) {
    if (!byName.has(fault.name)) {
      byName.set(fault.name, fault);
    }
  }
  return [...byName.values()];
}

/** Bindings with the same facts become one that names all their ports. */
function uniteBindings(bindings: readonly OperationBinding[]): readonly OperationBinding[] {
  const byFacts = groupBy(bindings, (binding) => JSON.stringify({ ...binding, ports: [] }));
  const united = [...byFacts.values()].map((same): OperationBinding => {
    const ports = same.flatMap((binding) => binding.ports);
    return { ...(same[0] as OperationBinding), ports };
  });
  return united.sort((a, b) => bindingOrder.indexOf(a.kind) - bindingOrder.indexOf(b.kind));
}
