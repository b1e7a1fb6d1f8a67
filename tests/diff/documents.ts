import type {
  ComplexTypeDefinition,
  Contract,
  ElementParticle,
  ExpandedName,
  Particle,
  TypeKey,
} from '../../generator/contract/model.js';
import { expandedName, splitExpandedName, xsdNamespace } from '../../generator/contract/names.js';
import {
  derivedTypesAt,
  effectiveAttributes,
  effectiveContent,
  indexContract,
  substitutionMembers,
} from '../../generator/contract/queries.js';

/** A number from zero up to, and without, the limit. */
export type Random = (limit: number) => number;

/** Numbers that follow from a seed. */
export function randomOf(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
  };
}

/** Texts of built-in types, by local name; the first is an ordinary one. */
const texts: Readonly<Record<string, readonly string[]>> = {
  string: ['text', '', 'a b'],
  int: ['7', '-2147483648', '0'],
  long: ['7', '9223372036854775807'],
  integer: ['7', '123456789012345678901234567890'],
  short: ['7', '-32768'],
  decimal: ['1.5', '12345678901234567890.5'],
  double: ['1.5E3', 'INF'],
  boolean: ['true', '0'],
  date: ['2026-01-31'],
  dateTime: ['2026-01-31T10:00:00Z'],
  base64Binary: ['AAEC'],
};

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

/** A type has no finite documents: it contains itself in all of them, or is abstract with nothing derived from it. */
export class EndlessError extends Error {}

/** A document that is valid by a contract, with random optional parts, branches, numbers of elements and derived types. */
export function documentOf(contract: Contract, name: ExpandedName, random: Random): string {
  return new Writer(contract, random).root(name);
}

class Writer {
  readonly #contract: Contract;
  readonly #random: Random;

  constructor(contract: Contract, random: Random) {
    this.#contract = contract;
    this.#random = random;
  }

  root(name: ExpandedName): string {
    const declaration = indexContract(this.#contract).elements.get(name);
    if (!declaration) {
      throw new Error(`${name} is not declared`);
    }
    return this.#element(name, declaration, 0);
  }

  #element(
    name: ExpandedName,
    declaration: Pick<ElementParticle, 'type' | 'nillable' | 'block' | 'value'>,
    depth: number,
  ): string {
    const { namespace, local } = splitExpandedName(name);
    const open = namespace === '' ? `<${local} xmlns=""` : `<${local} xmlns="${namespace}"`;
    if (declaration.nillable && this.#random(3) === 0) {
      return `${open} xmlns:i="${xsi}" i:nil="true"/>`;
    }
    const types = [
      declaration.type,
      ...derivedTypesAt(this.#contract, declaration.type, declaration.block).map(({ key }) => key),
    ];
    const concrete = types.filter((key) => !this.#isAbstract(key));
    const key = concrete[this.#random(2) === 0 ? 0 : this.#random(concrete.length)];
    if (key === undefined) {
      throw new EndlessError();
    }
    const { namespace: typeNamespace, local: typeName } = splitExpandedName(key.includes('#') ? '{}' : key);
    const type = key === declaration.type ? '' : ` xmlns:i="${xsi}" xmlns:y="${typeNamespace}" i:type="y:${typeName}"`;
    const [attributes, content] = this.#content(key, depth);
    const text = declaration.value?.kind === 'fixed' ? declaration.value.value : content;
    return `${open}${type}${attributes}>${text}</${local}>`;
  }

  #isAbstract(key: TypeKey): boolean {
    const type = indexContract(this.#contract).types.get(key);
    return type?.kind === 'complexType' && type.abstract;
  }

  #content(key: TypeKey, depth: number): readonly [attributes: string, content: string] {
    const type = indexContract(this.#contract).types.get(key);
    if (type?.kind !== 'complexType') {
      return ['', this.#text(key)];
    }
    const content = effectiveContent(this.#contract, key);
    switch (content?.kind) {
      case 'simple':
        return [this.#attributes(type), this.#text(content.type)];
      case 'elementOnly':
      case 'mixed':
        return [this.#attributes(type), content.particle ? this.#particle(content.particle, depth) : ''];
      case 'empty':
      case undefined:
        return [this.#attributes(type), ''];
    }
  }

  #attributes(type: ComplexTypeDefinition): string {
    return effectiveAttributes(this.#contract, type.key)
      .filter(({ use }) => use === 'required' || this.#random(2) === 0)
      .map(({ name, namespace, type: key, value }) => {
        const text = value?.kind === 'fixed' ? value.value : this.#text(key);
        return namespace === '' ? ` ${name}="${text}"` : ` xmlns:a="${namespace}" a:${name}="${text}"`;
      })
      .join('');
  }

  #particle(particle: Particle, depth: number): string {
    const most = particle.maxOccurs ?? particle.minOccurs + 7;
    if (depth > 60) {
      throw new EndlessError();
    }
    const least = depth > 6 ? particle.minOccurs : Math.min(most, particle.minOccurs);
    const count = depth > 6 ? least : least + this.#random(Math.min(most, least + 7) - least + 1);
    return Array.from({ length: count }, () => this.#once(particle, depth)).join('');
  }

  #once(particle: Particle, depth: number): string {
    switch (particle.kind) {
      case 'element':
        return this.#member(particle, depth);
      case 'any':
        return '<other xmlns="urn:elsewhere"/>';
      case 'choice': {
        const branch = particle.particles[this.#random(particle.particles.length)];
        return branch ? this.#particle(branch, depth) : '';
      }
      case 'sequence':
        return particle.particles.map((each) => this.#particle(each, depth)).join('');
      case 'all':
        return [...particle.particles]
          .map((each) => [this.#random(1000), each] as const)
          .sort(([a], [b]) => a - b)
          .map(([, each]) => this.#particle(each, depth))
          .join('');
    }
  }

  #member(particle: ElementParticle, depth: number): string {
    const name = expandedName(particle.namespace, particle.name);
    if (particle.ref) {
      const elements = indexContract(this.#contract).elements;
      const own = elements.get(name);
      const members = [...(own && !own.abstract ? [own] : []), ...substitutionMembers(this.#contract, name)];
      const member = members[this.#random(members.length)];
      if (member) {
        return this.#element(member.name, member, depth + 1);
      }
    }
    return this.#element(name, particle, depth + 1);
  }

  #text(key: TypeKey): string {
    const type = indexContract(this.#contract).types.get(key);
    if (type?.kind === 'simpleType') {
      const { enumeration, maxLength, minLength } = type.facets;
      if (enumeration) {
        return enumeration[this.#random(enumeration.length)]?.value ?? '';
      }
      if (type.variety === 'union') {
        return this.#text(type.memberTypes?.[this.#random(type.memberTypes.length)] ?? '');
      }
      if (type.variety === 'list') {
        return type.itemType === undefined ? '' : `${this.#text(type.itemType)} ${this.#text(type.itemType)}`;
      }
      if (maxLength !== undefined || minLength !== undefined) {
        return 'x'.repeat(this.#random(2) === 0 ? (minLength ?? 0) : (maxLength ?? (minLength ?? 0) + 3));
      }
      return this.#text(type.builtIn ?? type.base);
    }
    const { namespace, local } = splitExpandedName(key);
    const pool = namespace === xsdNamespace ? texts[local] : undefined;
    return pool?.[this.#random(pool.length)] ?? 'text';
  }
}
