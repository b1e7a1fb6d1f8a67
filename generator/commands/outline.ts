import { securityOption } from '../contract/demands/security-option.js';
import { groupBy } from '../contract/grouping.js';
import type {
  AttributeUse,
  Contract,
  Message,
  MessagePolicy,
  Operation,
  Particle,
  Service,
  TypeDefinition,
  TypeKey,
} from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { alternativeTexts, messageNames } from '../contract/policy-text.js';
import { effectiveContent, indexContract } from '../contract/queries.js';
import { declarationsOfKey } from '../contract/types/keys.js';
import { visible } from '../diagnostics/format.js';
import { publicAddress } from '../diagnostics/public-address.js';

/** How many values of an enumeration are shown. */
const maxValues = 8;

/** How deep anonymous types are shown; they may contain themselves through a model group. */
const maxDepth = 3;

interface View {
  readonly contract: Contract;
  /** How many anonymous types are around. */
  readonly depth: number;
}

/** A contract as a readable outline: services with their operations, types with their contents, global elements. */
export function describeContract(contract: Contract): string {
  const lines = contract.services.flatMap((service) => describeService(service, contract));
  if (contract.placeholders.length > 0) {
    lines.push('placeholders', ...contract.placeholders.map((name) => `  {${name}}`), '');
  }
  const named = contract.types.filter((type) => type.name !== undefined);
  if (named.length > 0) {
    lines.push('types', ...named.map((type) => `  ${describeType(type, { contract, depth: 0 })}`), '');
  }
  if (contract.elements.length > 0) {
    lines.push(
      'elements',
      ...contract.elements.map(({ name, type }) => `  ${name}: ${typeText(type, { contract, depth: 0 })}`),
      '',
    );
  }
  return lines.map((line) => `${visible(line)}\n`).join('');
}

function describeService(service: Service, contract: Contract): string[] {
  const offered = bindingsOf(service.operations.flatMap(({ bindings }) => bindings));
  return [
    `service ${service.name}  ${service.namespace}  (${service.source})`,
    ...service.ports.map(
      (port) => `  ${port.binding.padEnd(8)} ${port.name}  ${publicAddress(port.address ?? 'no address')}`,
    ),
    ...service.operations.map((operation) => `  ${describeOperation(operation, offered, { contract, depth: 0 })}`),
    ...(service.policies ?? []).flatMap(describePolicy),
    ...service.ports.flatMap((port) => {
      const option = securityOption(service, port);
      return option === undefined ? [] : [`  security ${port.name}: ${option}`];
    }),
    '',
  ];
}

/** What a WS-Policy demands, after a line that says of which messages. */
function describePolicy({ messages, alternatives }: MessagePolicy): readonly string[] {
  const groups = groupBy(messages, ({ port, direction }) => `${messageNames[direction]} at ${port}`);
  const whose = [...groups].map(([name, subjects]) => {
    const operations = new Set(subjects.map(({ operation, overload = operation }) => overload));
    return `${name}: ${[...operations].join(', ')}`;
  });
  return [
    `  policy   ${whose.join('; ')}`,
    ...alternativeTexts(alternatives).map((text, i) => `    ${i > 0 ? 'or ' : ''}${text}`),
  ];
}

/** What is said of operations that begin with the service. */
const patternNames: Readonly<Record<Operation['pattern'], string>> = {
  requestResponse: '',
  oneWay: '',
  notification: '  notification',
  solicitResponse: '  solicit-response',
};

/** Bindings are named where an operation lacks one that others have. */
function describeOperation(operation: Operation, offered: string, view: View): string {
  const input = operation.input ? describeMessage(operation.input, view) : '';
  const output = operation.output ? ` -> ${describeMessage(operation.output, view) || 'nothing'}` : '  one-way';
  const own = bindingsOf(operation.bindings);
  return `${operation.name}(${input})${output}${patternNames[operation.pattern]}${own === offered ? '' : `  [${own}]`}`;
}

function bindingsOf(bindings: Operation['bindings']): string {
  return [...new Set(bindings.map((binding) => binding.kind))].sort().join(', ');
}

function describeMessage(message: Message, view: View): string {
  switch (message.kind) {
    case 'element': {
      const type = indexContract(view.contract).elements.get(message.element)?.type;
      if (message.wrapped && type !== undefined) {
        return contentText(type, view) ?? typeText(type, view);
      }
      return splitExpandedName(message.element).local;
    }
    case 'rpc':
    case 'parts':
      return message.parts
        .map(({ name, element, type }) => {
          const text = element === undefined ? typeText(type ?? '', view) : splitExpandedName(element).local;
          return `${name}: ${text}`;
        })
        .join(', ');
    case 'empty':
      return '';
  }
}

function describeType(type: TypeDefinition, view: View): string {
  const name = `${type.name ?? type.key}${type.kind === 'complexType' && type.abstract ? ' (abstract)' : ''}`;
  switch (type.kind) {
    case 'simpleType':
      return `${name} = ${simpleText(type, view)}`;
    case 'complexType': {
      const base =
        type.base === undefined || isAnyType(type.base) ? '' : ` ${type.derivation} of ${localName(type.base)}`;
      const own = [
        ...(type.content.kind === 'simple' ? [typeText(type.content.type, view)] : []),
        ...('particle' in type.content && type.content.particle ? [particleText(type.content.particle, view)] : []),
        ...type.attributes.map((use) => attributeText(use, view)),
        ...(type.anyAttribute ? ['@any'] : []),
      ];
      return `${name}${base} { ${own.filter((text) => text !== '').join(', ')} }`.replace('{  }', '{}');
    }
  }
}

function simpleText(type: Extract<TypeDefinition, { kind: 'simpleType' }>, view: View): string {
  const values = type.facets.enumeration;
  if (values) {
    const shown = values.slice(0, maxValues).map(({ value }) => JSON.stringify(value));
    return [...shown, ...(values.length > maxValues ? [`${values.length - maxValues} more`] : [])].join(' | ');
  }
  if (type.variety === 'list' && type.itemType !== undefined) {
    return `list of ${typeText(type.itemType, view)}`;
  }
  if (type.variety === 'union' && type.memberTypes) {
    return type.memberTypes.map((member) => typeText(member, view)).join(' | ');
  }
  return typeText(type.base, view);
}

/** The contents of a type's elements, without braces; undefined for simple types. */
function contentText(key: TypeKey, view: View): string | undefined {
  const content = effectiveContent(view.contract, key);
  switch (content?.kind) {
    case undefined:
    case 'simple':
      return undefined;
    case 'empty':
      return '';
    case 'elementOnly':
    case 'mixed':
      return content.particle ? particleText(content.particle, view) : '';
  }
}

function particleText(particle: Particle, view: View): string {
  switch (particle.kind) {
    case 'element': {
      const type = particle.ref ? '' : `: ${typeText(particle.type, view)}`;
      const [optional, list] = [particle.minOccurs === 0 ? '?' : '', particle.maxOccurs === 1 ? '' : '[]'];
      return `${particle.name}${optional}${type}${list}${particle.nillable ? ' | nil' : ''}`;
    }
    case 'any':
      return particle.maxOccurs === 1 ? 'any' : 'any[]';
    case 'sequence':
    case 'all':
    case 'choice': {
      const parts = particle.particles.map((part) => partText(part, particle, view)).filter((text) => text !== '');
      const text = parts.join(particle.kind === 'choice' ? ' | ' : ', ');
      if (particle.maxOccurs !== 1) {
        return `(${text})[]`;
      }
      return particle.kind === 'choice' && parts.length > 1 ? `(${text})` : text;
    }
  }
}

/** A part of a group; a sequence that is one branch of a choice is in parentheses. */
function partText(part: Particle, group: Particle, view: View): string {
  const text = particleText(part, view);
  const several =
    (part.kind === 'sequence' || part.kind === 'all') && part.maxOccurs === 1 && part.particles.length > 1;
  return group.kind === 'choice' && several ? `(${text})` : text;
}

function attributeText(use: AttributeUse, view: View): string {
  return `@${use.name}${use.use === 'required' ? '' : '?'}: ${typeText(use.type, view)}`;
}

/** The local name of a type, or the contents of an anonymous one. */
function typeText(key: TypeKey, view: View): string {
  const type = indexContract(view.contract).types.get(key);
  if (type === undefined || type.name !== undefined) {
    return localName(key);
  }
  if (type.kind === 'simpleType') {
    return simpleText(type, view);
  }
  const inside = view.depth < maxDepth ? contentText(key, { ...view, depth: view.depth + 1 }) : '…';
  return `{ ${inside ?? '…'} }`.replace('{  }', '{}');
}

function localName(key: string): string {
  return declarationsOfKey(key) ? 'anonymous' : splitExpandedName(key).local;
}

function isAnyType(key: TypeKey): boolean {
  return key === '{http://www.w3.org/2001/XMLSchema}anyType';
}
