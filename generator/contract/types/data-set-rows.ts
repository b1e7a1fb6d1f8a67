import { expandedName, xsdNamespace } from '../../source/names.js';
import type {
  AttributeUse,
  ComplexTypeDefinition,
  ElementDeclaration,
  ElementParticle,
  Particle,
  ScopeStep,
  TypeDefinition,
  TypeKey,
} from '../model.js';
import { effectiveAttributes, effectiveContent } from '../queries.js';
import { sortedUses } from './attributes.js';
import type { BuiltTypes } from './build.js';
import { diffgramNamespace, msdataNamespace } from './data-set-schema.js';
import { anonymousTypeKey } from './keys.js';

/** The types of the rows in a diffgram: those of the data set's schema, with what the format adds to each row. */
export class DataSetRows {
  readonly types: ComplexTypeDefinition[] = [];
  /** Rows of each table, at whatever depth it is nested, by expanded name. */
  readonly all = new Map<string, ElementParticle>();
  readonly #contract: BuiltTypes;
  readonly #byKey: ReadonlyMap<TypeKey, TypeDefinition>;
  readonly #dataSet: ElementDeclaration;
  readonly #keys = new Map<TypeKey, TypeKey>();
  readonly #taken = new Set<TypeKey>();
  readonly #pending: (() => void)[] = [];

  constructor(contract: BuiltTypes, byKey: ReadonlyMap<TypeKey, TypeDefinition>, dataSet: ElementDeclaration) {
    this.#contract = contract;
    this.#byKey = byKey;
    this.#dataSet = dataSet;
  }

  /** Makes the types that are waited for. Tables may be nested to any depth, and in themselves. */
  finish(): void {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      next();
    }
  }

  /** The element of a table's rows. Substitution groups have no meaning in data sets. */
  rows(table: ElementParticle): ElementParticle {
    const type = this.#rowType(table);
    const { value: _, ...declaration } = table;
    const rows = { ...declaration, ref: false, type, identityConstraints: [], minOccurs: 0, maxOccurs: null };
    const name = expandedName(table.namespace, table.name);
    if (!this.all.has(name)) {
      this.all.set(name, rows);
    }
    return rows;
  }

  #rowType(table: ElementParticle): TypeKey {
    const known = this.#keys.get(table.type);
    if (known !== undefined) {
      return known;
    }
    const step = (name: string) => [...diffgramPath(this.#dataSet), { kind: 'element' as const, name }];
    let path = step(table.name);
    for (let count = 2; this.#taken.has(anonymousTypeKey(path)); count++) {
      path = step(`${table.name}~${count}`);
    }
    const key = anonymousTypeKey(path);
    this.#taken.add(key);
    this.#keys.set(table.type, key);
    this.#pending.push(() => {
      const columns = effectiveAttributes(this.#contract, table.type).map(({ value: _, ...column }) => column);
      const attributes = [...columns, ...rowAttributes];
      const content = effectiveContent(this.#contract, table.type) ?? { kind: 'empty' };
      this.types.push({
        ...openType(key),
        scope: { path },
        content:
          'particle' in content && content.particle ? { ...content, particle: this.#nest(content.particle) } : content,
        attributes: sortedUses(new Map(attributes.map((use) => [expandedName(use.namespace, use.name), use])).values()),
      });
    });
    return key;
  }

  /**
   * The columns, and the rows of nested tables as they are in a diffgram. Defaults are for new rows: in a diffgram a column that is not
   * there is null, and an empty one an empty string.
   */
  #nest(particle: Particle): Particle {
    switch (particle.kind) {
      case 'any':
        return particle;
      case 'element': {
        const { value: _, ...column } = particle;
        return this.#byKey.get(particle.type)?.kind === 'complexType'
          ? this.rows(particle)
          : { ...column, space: 'preserve' };
      }
      case 'sequence':
      case 'choice':
      case 'all':
        return { ...particle, particles: particle.particles.map((inner) => this.#nest(inner)) };
    }
  }
}

function attributeUse(namespace: string, name: string, type: string, documentation: string): AttributeUse {
  return { name, namespace, use: 'optional', type: expandedName(xsdNamespace, type), documentation };
}

/** The attributes that a diffgram adds to a row (MS-DSDG, 2.3.2). */
const rowAttributes: readonly AttributeUse[] = [
  attributeUse(diffgramNamespace, 'id', 'string', 'Identifies this row in `before` and in `errors`.'),
  attributeUse(
    diffgramNamespace,
    'parentId',
    'string',
    'The row that contains this one, if this row is not nested in it.',
  ),
  attributeUse(
    diffgramNamespace,
    'hasChanges',
    'string',
    '`inserted`, `modified` or `descent`; absent for a row without changes.',
  ),
  attributeUse(diffgramNamespace, 'hasErrors', 'boolean', 'True for a row that has an entry in `errors`.'),
  attributeUse(msdataNamespace, 'rowOrder', 'int', 'Place of the row in its table.'),
];

/** A type to which any attribute may be added: columns that are hidden are `msdata:hidden…`, and programs add their own. */
export function openType(key: TypeKey): Omit<ComplexTypeDefinition, 'content' | 'attributes' | 'scope'> {
  return {
    kind: 'complexType',
    key,
    final: [],
    abstract: false,
    block: [],
    derivation: 'restriction',
    anyAttribute: { namespaces: { kind: 'any' }, processContents: 'lax' },
  };
}

/** The owner under which the types of a data set's diffgram are listed as anonymous types. */
export function diffgramPath(dataSet: ElementDeclaration): readonly ScopeStep[] {
  return [
    { kind: 'element', name: dataSet.name },
    { kind: 'content', name: 'diffgram' },
  ];
}
