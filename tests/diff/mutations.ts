import type {
  AttributeUse,
  ComplexTypeDefinition,
  Contract,
  ElementParticle,
  GroupParticle,
  Particle,
  SimpleTypeDefinition,
} from '../../generator/contract/model.js';
import { expandedName, xsdNamespace } from '../../generator/contract/names.js';
import type { Random } from './documents.js';

type Mutable<T> = { -readonly [K in keyof T]: Mutable<T[K]> };
type Draft = Mutable<Contract>;

const xs = (name: string): string => expandedName(xsdNamespace, name);
const simpleTypes = [
  ...['int', 'long', 'string', 'decimal', 'boolean', 'short'].map(xs),
  '{urn:t}Status',
  '{urn:t}Code',
];

/** A contract that differs from another in some random respects. */
export function mutated(contract: Contract, random: Random, count: number): Contract {
  const draft = structuredClone(contract) as Draft;
  for (let i = 0; i < count; i++) {
    const change = changes[random(changes.length)];
    change?.(draft, random, i);
  }
  return draft as Contract;
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[random(items.length)];
}

function complexTypes({ types }: Draft): Mutable<ComplexTypeDefinition>[] {
  return types.filter((type) => type.kind === 'complexType');
}

function groupsOf(draft: Draft): Mutable<GroupParticle>[] {
  const found: Mutable<GroupParticle>[] = [];
  const visit = (particle: Mutable<Particle>): void => {
    if (particle.kind !== 'element' && particle.kind !== 'any') {
      found.push(particle);
      particle.particles.forEach(visit);
    }
  };
  for (const { content } of complexTypes(draft)) {
    if ('particle' in content && content.particle) {
      visit(content.particle);
    }
  }
  return found;
}

function elementsOf(draft: Draft): Mutable<ElementParticle>[] {
  return groupsOf(draft).flatMap(({ particles }) => particles.filter((each) => each.kind === 'element'));
}

const changes: readonly ((draft: Draft, random: Random, i: number) => void)[] = [
  function occurrence(draft, random) {
    const element = pick(elementsOf(draft), random);
    if (element) {
      element.minOccurs = random(2);
      element.maxOccurs = pick([1, 1, 3, null], random) ?? null;
    }
  },
  function nillable(draft, random) {
    const element = pick(elementsOf(draft), random);
    if (element) {
      element.nillable = !element.nillable;
    }
  },
  function type(draft, random) {
    const element = pick(
      elementsOf(draft).filter((each) => simpleTypes.includes(each.type)),
      random,
    );
    if (element) {
      element.type = pick(simpleTypes, random) ?? element.type;
    }
  },
  function complexType(draft, random) {
    const element = pick(elementsOf(draft), random);
    if (element) {
      element.type = pick(['{urn:t}Item', '{urn:t}Payment', '{urn:t}CardPayment'], random) ?? element.type;
    }
  },
  function fixedValue(draft, random) {
    const element = pick(
      elementsOf(draft).filter((each) => each.type === xs('string')),
      random,
    );
    if (element) {
      element.value = { kind: random(2) === 0 ? 'fixed' : 'default', value: `v${random(2)}` };
    }
  },
  function add(draft, random, i) {
    const group = pick(groupsOf(draft), random);
    group?.particles.splice(random(group.particles.length + 1), 0, {
      kind: 'element',
      name: `extra${i}`,
      namespace: 'urn:t',
      ref: false,
      type: pick(simpleTypes, random) ?? '',
      nillable: random(4) === 0,
      block: [],
      identityConstraints: [],
      minOccurs: random(2),
      maxOccurs: pick([1, 1, null], random) ?? null,
    });
  },
  function remove(draft, random) {
    const group = pick(
      groupsOf(draft).filter(({ particles }) => particles.length > 1),
      random,
    );
    group?.particles.splice(random(group.particles.length), 1);
  },
  function rename(draft, random, i) {
    const element = pick(elementsOf(draft), random);
    if (element) {
      element.name = `${element.name}${i}`;
    }
  },
  function qualification(draft, random) {
    const element = pick(elementsOf(draft), random);
    if (element) {
      element.namespace = element.namespace === '' ? 'urn:t' : '';
    }
  },
  function order(draft, random) {
    const group = pick(
      groupsOf(draft).filter(({ particles }) => particles.length > 1),
      random,
    );
    const [first] = group?.particles.splice(random(group.particles.length), 1) ?? [];
    if (group && first) {
      group.particles.splice(random(group.particles.length + 1), 0, first);
    }
  },
  function group(draft, random) {
    const group = pick(groupsOf(draft), random);
    if (group) {
      group.kind = group.kind === 'sequence' ? 'choice' : 'sequence';
    }
  },
  function groupOccurrence(draft, random) {
    const group = pick(groupsOf(draft), random);
    if (group) {
      group.minOccurs = random(2);
      group.maxOccurs = pick([1, 2, null], random) ?? null;
    }
  },
  function enumeration(draft, random, i) {
    const type = draft.types.find((each) => each.key === '{urn:t}Status') as Mutable<SimpleTypeDefinition> | undefined;
    const values = type?.facets.enumeration;
    if (values && values.length > 1 && random(2) === 0) {
      values.splice(random(values.length), 1);
    } else {
      values?.push({ value: `value${i}` });
    }
  },
  function facets(draft, random) {
    const type = draft.types.find((each) => each.key === '{urn:t}Code') as Mutable<SimpleTypeDefinition> | undefined;
    if (type) {
      type.facets = pick([{}, { maxLength: 3 }, { maxLength: 20 }, { minLength: 2, maxLength: 10 }], random) ?? {};
    }
  },
  function attribute(draft, random, i) {
    const type = pick(complexTypes(draft), random);
    const use: Mutable<AttributeUse> = {
      name: `attribute${i}`,
      namespace: '',
      use: random(2) === 0 ? 'required' : 'optional',
      type: pick(simpleTypes, random) ?? '',
    };
    type?.attributes.push(use);
  },
  function attributeUse(draft, random) {
    const type = pick(
      complexTypes(draft).filter(({ attributes }) => attributes.length > 0),
      random,
    );
    const use = type && pick(type.attributes, random);
    if (use) {
      use.use = use.use === 'required' ? 'optional' : 'required';
      use.type = pick([use.type, ...simpleTypes], random) ?? use.type;
    }
  },
  function attributeGone(draft, random) {
    const type = pick(
      complexTypes(draft).filter(({ attributes }) => attributes.length > 0),
      random,
    );
    type?.attributes.splice(random(type.attributes.length), 1);
  },
  function derivedType(draft, random, i) {
    const key = `{urn:t}Derived${i}${draft.types.length}`;
    const base = pick(['{urn:t}Payment', '{urn:t}Item', '{urn:t}Receipt'], random) ?? '';
    draft.types.push({
      kind: 'complexType',
      key,
      name: key,
      abstract: false,
      final: [],
      block: [],
      base,
      derivation: 'extension',
      content: { kind: 'elementOnly' },
      attributes: [],
    });
  },
  function derivedGone(draft) {
    if (!elementsOf(draft).some(({ type }) => type === '{urn:t}CardPayment')) {
      draft.types = draft.types.filter(({ key }) => key !== '{urn:t}CardPayment');
    }
  },
  function abstract(draft) {
    const payment = complexTypes(draft).find(({ key }) => key === '{urn:t}Payment');
    if (payment && draft.types.some(({ key }) => key === '{urn:t}CardPayment')) {
      payment.abstract = !payment.abstract;
    }
  },
  function wildcard(draft, random) {
    const group = pick(
      groupsOf(draft).filter(({ kind }) => kind === 'sequence'),
      random,
    );
    group?.particles.push({
      kind: 'any',
      namespaces: { kind: 'not', namespaces: ['urn:t', ''] },
      processContents: 'lax',
      minOccurs: 0,
      maxOccurs: pick([1, null], random) ?? null,
    });
  },
];
