import { isHttpBinding } from '../contract/binding-kinds.js';
import type {
  ComplexTypeDefinition,
  Contract,
  ElementDeclaration,
  Facets,
  Message,
  Operation,
  OperationBinding,
  Part,
  Particle,
  Service,
  SimpleTypeDefinition,
  TypeDefinition,
  TypeKey,
  ValueConstraint,
} from '../contract/model.js';
import { particleOf } from '../contract/own-content.js';
import { declarationsOfKey } from '../contract/types/keys.js';
import { localOf, typeText } from '../diff/context.js';
import { typeSubject } from '../diff/subjects.js';
import { operationName } from '../diff/uses.js';
import { occurs } from './members.js';
import { bindingNames } from './operation-page.js';

/** The parts of a contract as lines of text, by the subjects of changes: what two contracts say of one thing can stand side by side. */
export function linesBySubject({ services, elements, types }: Contract): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const add = (subject: string, lines: readonly string[]): void => {
    found.set(subject, [...(found.get(subject) ?? []), ...lines]);
  };
  for (const service of services) {
    add(`service ${service.name}`, serviceLines(service));
    for (const operation of service.operations) {
      add(operationName(service, operation), operationLines(operation));
    }
  }
  for (const element of elements) {
    add(`element ${localOf(element.name)}`, elementLines(element));
  }
  for (const type of types) {
    add(typeSubject(type), typeLines(type));
  }
  return found;
}

function serviceLines({ namespace, ports, operations, documentation }: Service): readonly string[] {
  return [
    ...documentationLines(documentation),
    `namespace ${namespace}`,
    ...ports.map(
      ({ name, binding, address }) => `port ${name}: ${bindingNames[binding]} at ${address ?? 'no address'}`,
    ),
    ...operations.map(({ name }) => `operation ${name}`),
  ];
}

function operationLines(operation: Operation): readonly string[] {
  const { pattern, input, output, faults, bindings, documentation } = operation;
  return [
    ...documentationLines(documentation),
    ...(pattern === 'requestResponse' ? [] : [pattern]),
    ...messageLines('request', input),
    ...messageLines('answer', output),
    ...faults.map(({ name, part }) => `fault ${name}${part ? `: ${partText(part)}` : ''}`),
    ...bindings.flatMap(bindingLines),
  ];
}

function messageLines(what: string, message: Message | undefined): readonly string[] {
  switch (message?.kind) {
    case undefined:
      return [];
    case 'empty':
      return [`${what}: empty`];
    case 'element':
      return [`${what}: element ${localOf(message.element)}${message.wrapped ? ', its content as parameters' : ''}`];
    case 'rpc':
      return [`${what}: ${message.name}`, ...message.parts.map((part) => `  ${part.name}: ${partText(part)}`)];
    case 'parts':
      return [`${what}:`, ...message.parts.map((part) => `  ${part.name}: ${partText(part)}`)];
  }
}

function partText({ element, type }: Part): string {
  return element === undefined ? (type === undefined ? 'nothing' : typeText(type)) : `element ${localOf(element)}`;
}

function bindingLines(binding: OperationBinding): readonly string[] {
  const name = bindingNames[binding.kind];
  if (isHttpBinding(binding)) {
    const names = binding.parameters.map((parameter) => parameter.name);
    return [`${name}: ${binding.location} (${binding.input})${names.length === 0 ? '' : `, ${names.join(', ')}`}`];
  }
  const { soapAction, style, input, output } = binding;
  const headers = [
    ...(input?.headers ?? []).map(({ part }) => `  header of the request ${part.name}: ${partText(part)}`),
    ...(output?.headers ?? []).map(({ part }) => `  header of the answer ${part.name}: ${partText(part)}`),
  ];
  return [`${name}: action "${soapAction}", ${style}, ${input?.use ?? output?.use ?? 'literal'}`, ...headers];
}

function elementLines(element: ElementDeclaration): readonly string[] {
  const { type, nillable, abstract, value, substitutionGroup, documentation } = element;
  return [
    ...documentationLines(documentation),
    `type ${typeText(type)}`,
    ...(abstract ? ['abstract'] : []),
    ...(nillable ? ['may be nil'] : []),
    ...(value ? [valueText(value)] : []),
    ...(substitutionGroup === undefined ? [] : [`stands in for ${localOf(substitutionGroup)}`]),
  ];
}

function typeLines(type: TypeDefinition): readonly string[] {
  const lines = type.kind === 'complexType' ? complexLines(type) : simpleLines(type);
  return [...documentationLines(type.documentation), ...lines];
}

function complexLines(type: ComplexTypeDefinition): readonly string[] {
  const { abstract, base, derivation, content, attributes, soapArray, anyAttribute } = type;
  const particle = particleOf(content);
  return [
    `complex type${abstract ? ', abstract' : ''}`,
    ...(base === undefined ? [] : [`${derivation === 'extension' ? 'extends' : 'restricts'} ${typeText(base)}`]),
    ...(content.kind === 'simple' ? [`text: ${typeText(content.type)}`] : []),
    ...(content.kind === 'mixed' ? ['text between the elements'] : []),
    ...(soapArray ? [`array of ${typeText(soapArray.itemType)}${soapArray.rank}`] : []),
    ...(particle ? particleLines(particle, '') : []),
    ...attributes.map(
      ({ name, type: of, use, value }) => `@${name}: ${memberType(of)}, ${use}${value ? `, ${valueText(value)}` : ''}`,
    ),
    ...(anyAttribute ? ['any attribute'] : []),
  ];
}

function particleLines(particle: Particle, indent: string): readonly string[] {
  switch (particle.kind) {
    case 'element': {
      const { name, type, nillable, value, documentation } = particle;
      const more = `${nillable ? ', may be nil' : ''}${value ? `, ${valueText(value)}` : ''}`;
      return [
        `${indent}${name}: ${memberType(type)} [${occurs(particle)}]${more}`,
        ...documentationLines(documentation).map((line) => `${indent}  ${line}`),
      ];
    }
    case 'any':
      return [`${indent}any element [${occurs(particle)}], ${particle.processContents}`];
    case 'sequence':
    case 'choice':
    case 'all':
      return [
        `${indent}${particle.kind} [${occurs(particle)}]`,
        ...particle.particles.flatMap((each) => particleLines(each, `${indent}  `)),
      ];
  }
}

function simpleLines({ variety, base, itemType, memberTypes = [], facets }: SimpleTypeDefinition): readonly string[] {
  const { enumeration = [], patterns = [], ...others } = facets;
  return [
    variety === 'list' && itemType !== undefined
      ? `list of ${memberType(itemType)}`
      : `simple type of ${memberType(base)}`,
    ...memberTypes.map((member) => `or ${memberType(member)}`),
    ...Object.entries(others satisfies Facets).map(([name, value]) => `${name} ${String(value)}`),
    ...patterns.map((group) => `pattern ${group.join(' or ')}`),
    ...enumeration.flatMap(({ value, documentation }) => [
      `value "${value}"`,
      ...documentationLines(documentation).map((line) => `  ${line}`),
    ]),
  ];
}

function memberType(key: TypeKey): string {
  return declarationsOfKey(key) ? 'a type of its own' : typeText(key);
}

function valueText({ kind, value }: ValueConstraint): string {
  return `${kind} "${value}"`;
}

function documentationLines(text: string | undefined): readonly string[] {
  return text === undefined
    ? []
    : text
        .trim()
        .split('\n')
        .map((line) => `# ${line.trim()}`);
}
