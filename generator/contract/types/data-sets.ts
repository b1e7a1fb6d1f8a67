import { spanAt } from '../../source/document.js';
import { byCodeUnits, expandedName, splitExpandedName, XSD_NAMESPACE } from '../../source/names.js';
import { ANY_TYPE } from '../../xsd/built-ins.js';
import type * as xsd from '../../xsd/components.js';
import type {
  AttributeUse,
  ComplexTypeDefinition,
  ElementDeclaration,
  ElementParticle,
  GroupParticle,
  Particle,
  TypeDefinition,
  TypeKey,
  Wildcard,
  WildcardParticle,
} from '../model.js';
import { positionKey } from '../positions.js';
import { effectiveAttributes, effectiveContent } from '../queries.js';
import type { ContractTypes } from './build.js';
import { elementsOf, isTrue, MSDATA } from './data-set-schema.js';
import { anonymousTypeKey } from './keys.js';

/**
 * .NET's typed DataSets. A position of one is declared as a wildcard for the namespace of the data set's schema, and holds on the wire
 * a diffgram: the rows as they are, those that were changed or deleted as they were, and errors (MS-DSDG, 2.3.2). Where the descriptors
 * have that schema, such a position gets the types of the tables. The element that the wildcard lets in by its own words may stand
 * there as well, and so may the schema that .NET sends along.
 */
export function typeDataSets(contract: ContractTypes, schemas: xsd.SchemaSet): ContractTypes {
  const dataSets = dataSetElements(contract, schemas);
  if (dataSets.size === 0) return contract;
  const typing = new DataSetTyping(contract, schemas);
  for (const type of contract.types) typing.position(type, dataSets);
  return typing.result();
}

const DIFFGRAM = 'urn:schemas-microsoft-com:xml-diffgram-v1';

/** The elements that are data sets, by their namespaces; none for a namespace that has several, because nothing tells which is meant. */
function dataSetElements(contract: ContractTypes, schemas: xsd.SchemaSet): ReadonlyMap<string, ElementDeclaration> {
  const found = new Map<string, ElementDeclaration>();
  const ambiguous = new Set<string>();
  for (const element of contract.elements) {
    const source = schemas.elements.get(element.name)?.source;
    if (!source || !isTrue(source, 'IsDataSet')) continue;
    const { namespace } = splitExpandedName(element.name);
    if (found.has(namespace)) ambiguous.add(namespace);
    found.set(namespace, element);
  }
  for (const namespace of ambiguous) found.delete(namespace);
  return found;
}

/** Root of the rows of a table that is in no data set. */
const LONE_TABLES = 'DocumentElement';

/** `msdata:SchemaSerializationMode="ExcludeSchema"` stands at a position whose rows come without their schema. */
const SERIALIZATION_MODE: Wildcard = {
  namespaces: { kind: 'enumeration', namespaces: [MSDATA] },
  processContents: 'lax',
};

/** The type of the rows as they are, and the content of a diffgram. */
interface Diffgram {
  readonly current: TypeKey;
  readonly parts: readonly Particle[];
}

class DataSetTyping {
  private readonly contract: ContractTypes;
  private readonly schemas: xsd.SchemaSet;
  private readonly byKey: ReadonlyMap<TypeKey, TypeDefinition>;
  private readonly positions: Map<string, ReturnType<typeof spanAt>>;
  private readonly replaced = new Map<TypeKey, TypeDefinition>();
  private readonly added = new Map<TypeKey, TypeDefinition>();
  /** Keys of the diffgrams by data set; nothing for one whose schema is not a set of tables. */
  private readonly diffgrams = new Map<string, TypeKey | undefined>();
  private readonly made = new Map<TypeKey, Diffgram>();

  constructor(contract: ContractTypes, schemas: xsd.SchemaSet) {
    this.contract = contract;
    this.schemas = schemas;
    this.byKey = new Map(contract.types.map((type) => [type.key, type]));
    this.positions = new Map(contract.positions);
  }

  result(): ContractTypes {
    if (this.added.size === 0) return this.contract;
    const types = [...this.contract.types.map((type) => this.replaced.get(type.key) ?? type), ...this.added.values()];
    return {
      ...this.contract,
      types: types.sort((a, b) => byCodeUnits(a.key, b.key)),
      positions: this.positions,
    };
  }

  /** Gives a type that is the position of a data set the content that .NET puts there. */
  position(type: TypeDefinition, dataSets: ReadonlyMap<string, ElementDeclaration>): void {
    if (type.kind !== 'complexType' || type.base !== undefined) return;
    if (type.content.kind !== 'elementOnly' || !type.content.particle) return;
    const found = dataSetPosition(type.content.particle);
    const namespace = found && (found.namespace ?? tableNamespace(type));
    const dataSet = namespace === undefined ? undefined : dataSets.get(namespace);
    if (!found || !dataSet) return;
    const key = this.diffgram(dataSet, !found.plain);
    if (key === undefined) return;
    const particle = found.plain
      ? choiceOf(elementReference(dataSet), withDiffgram(found, key), found.wildcard.minOccurs)
      : withDiffgram(found, key);
    const anyAttribute = type.anyAttribute ?? SERIALIZATION_MODE;
    this.replaced.set(type.key, { ...type, content: { kind: 'elementOnly', particle }, anyAttribute });
  }

  /** Key of the type of a data set's diffgram; the one of a table may have the root of a table that is in no data set. */
  private diffgram(dataSet: ElementDeclaration, ofTable: boolean): TypeKey | undefined {
    const { name } = dataSet;
    if (!this.diffgrams.has(name)) this.diffgrams.set(name, this.makeDiffgram(dataSet));
    const key = this.diffgrams.get(name);
    const { namespace, local } = splitExpandedName(name);
    if (key === undefined || !ofTable || local === LONE_TABLES) return key;
    const { current, parts } = this.made.get(key) as Diffgram;
    return this.add(dataSet, 'table', [part(namespace, LONE_TABLES, current), ...parts]);
  }

  private makeDiffgram(dataSet: ElementDeclaration): TypeKey | undefined {
    const content = effectiveContent(this.contract, dataSet.type);
    if (content?.kind !== 'elementOnly' || !content.particle) return undefined;
    const roots = elementsOf(content.particle);
    if (!roots?.every((root) => this.isTable(root))) return undefined;
    const tables = new Tables(this.contract, this.byKey, dataSet);
    const rows = roots.map((root) => tables.rows(root));
    tables.finish();
    const before = this.add(dataSet, 'before', [...tables.all.values()]);
    const current = this.add(dataSet, 'tables', rows);
    for (const row of tables.types) this.addType(row, dataSet);
    const { namespace, local } = splitExpandedName(dataSet.name);
    const parts = [
      part(namespace, local, current),
      part(DIFFGRAM, 'before', before),
      part(DIFFGRAM, 'errors', ANY_TYPE),
    ];
    const key = this.add(dataSet, '', parts);
    this.made.set(key, { current, parts });
    return key;
  }

  private isTable({ type }: ElementParticle): boolean {
    return this.byKey.get(type)?.kind === 'complexType';
  }

  private add(dataSet: ElementDeclaration, part: string, particles: readonly Particle[]): TypeKey {
    const path = [...diffgramPath(dataSet), ...(part === '' ? [] : [{ kind: 'content' as const, name: part }])];
    const key = anonymousTypeKey(path);
    const content =
      particles.length === 0
        ? ({ kind: 'empty' } as const)
        : ({ kind: 'elementOnly', particle: sequenceOf(particles) } as const);
    this.addType({ ...plainType(key), scope: { path }, content, attributes: [] }, dataSet);
    return key;
  }

  private addType(type: ComplexTypeDefinition, dataSet: ElementDeclaration): void {
    this.added.set(type.key, type);
    const source = this.schemas.elements.get(dataSet.name)?.source;
    if (source) this.positions.set(positionKey('type', type.key), spanAt(source.position));
  }
}

/** The types of the rows in a diffgram: those of the data set's schema, with what the format adds to each row. */
class Tables {
  readonly types: ComplexTypeDefinition[] = [];
  /** Rows of each table, at whatever depth it is nested, by expanded name. */
  readonly all = new Map<string, ElementParticle>();
  private readonly contract: ContractTypes;
  private readonly byKey: ReadonlyMap<TypeKey, TypeDefinition>;
  private readonly dataSet: ElementDeclaration;
  private readonly keys = new Map<TypeKey, TypeKey>();
  private readonly taken = new Set<TypeKey>();
  private readonly pending: (() => void)[] = [];

  constructor(contract: ContractTypes, byKey: ReadonlyMap<TypeKey, TypeDefinition>, dataSet: ElementDeclaration) {
    this.contract = contract;
    this.byKey = byKey;
    this.dataSet = dataSet;
  }

  /** Makes the types that are waited for. Tables may be nested to any depth, and in themselves. */
  finish(): void {
    for (let next = this.pending.pop(); next; next = this.pending.pop()) next();
  }

  /** The element of a table's rows. Substitution groups have no meaning in data sets. */
  rows(table: ElementParticle): ElementParticle {
    const type = this.rowType(table);
    const { value: _, ...declaration } = table;
    const rows = { ...declaration, ref: false, type, identityConstraints: [], minOccurs: 0, maxOccurs: null };
    const name = expandedName(table.namespace, table.name);
    if (!this.all.has(name)) this.all.set(name, rows);
    return rows;
  }

  private rowType(table: ElementParticle): TypeKey {
    const known = this.keys.get(table.type);
    if (known !== undefined) return known;
    const step = (name: string) => [...diffgramPath(this.dataSet), { kind: 'element' as const, name }];
    let path = step(table.name);
    for (let count = 2; this.taken.has(anonymousTypeKey(path)); count++) path = step(`${table.name}~${count}`);
    const key = anonymousTypeKey(path);
    this.taken.add(key);
    this.keys.set(table.type, key);
    this.pending.push(() => {
      const columns = effectiveAttributes(this.contract, table.type).map(({ value: _, ...column }) => column);
      const attributes = [...columns, ...ROW_ATTRIBUTES];
      const content = effectiveContent(this.contract, table.type) ?? { kind: 'empty' };
      this.types.push({
        ...plainType(key),
        scope: { path },
        content:
          'particle' in content && content.particle ? { ...content, particle: this.nest(content.particle) } : content,
        attributes: sortedUses(attributes),
      });
    });
    return key;
  }

  /**
   * The columns, and the rows of nested tables as they are in a diffgram. Defaults are for new rows: in a diffgram a column that is not
   * there is null, and an empty one an empty string.
   */
  private nest(particle: Particle): Particle {
    switch (particle.kind) {
      case 'any':
        return particle;
      case 'element': {
        const { value: _, ...column } = particle;
        return this.byKey.get(particle.type)?.kind === 'complexType' ? this.rows(particle) : column;
      }
      case 'sequence':
      case 'choice':
      case 'all':
        return { ...particle, particles: particle.particles.map((inner) => this.nest(inner)) };
    }
  }
}

function attributeUse(namespace: string, name: string, type: string, documentation: string): AttributeUse {
  return { name, namespace, use: 'optional', type: expandedName(XSD_NAMESPACE, type), documentation };
}

/** What a diffgram says of a row (MS-DSDG, 2.3.2). */
const ROW_ATTRIBUTES: readonly AttributeUse[] = [
  attributeUse(DIFFGRAM, 'id', 'string', 'Tells which row of `before` and of `errors` is this one.'),
  attributeUse(DIFFGRAM, 'parentId', 'string', 'The row that this one is nested in, where it stands by itself.'),
  attributeUse(
    DIFFGRAM,
    'hasChanges',
    'string',
    '`inserted`, `modified` or `descent`; absent for a row without changes.',
  ),
  attributeUse(DIFFGRAM, 'hasErrors', 'boolean', 'True for a row of which `errors` says more.'),
  attributeUse(MSDATA, 'rowOrder', 'int', 'Place of the row in its table.'),
];

function sortedUses(uses: readonly AttributeUse[]): readonly AttributeUse[] {
  const byName = new Map(uses.map((use) => [expandedName(use.namespace, use.name), use]));
  return [...byName.values()].sort((a, b) => byCodeUnits(`${a.name} ${a.namespace}`, `${b.name} ${b.namespace}`));
}

/** A type to which any attribute may be added: columns that are hidden are `msdata:hidden…`, and programs add their own. */
function plainType(key: TypeKey): Omit<ComplexTypeDefinition, 'content' | 'attributes' | 'scope'> {
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

function diffgramPath(dataSet: ElementDeclaration) {
  return [
    { kind: 'element' as const, name: dataSet.name },
    { kind: 'content' as const, name: 'diffgram' },
  ];
}

function part(namespace: string, name: string, type: TypeKey): ElementParticle {
  const plain = { ref: false, nillable: false, block: [], identityConstraints: [] };
  return { kind: 'element', name, namespace, type, ...plain, minOccurs: 0, maxOccurs: 1 };
}

function elementReference(declaration: ElementDeclaration): ElementParticle {
  const { namespace, local } = splitExpandedName(declaration.name);
  const { nillable, block, identityConstraints, value } = declaration;
  return {
    ...part(namespace, local, declaration.type),
    ref: true,
    nillable,
    block,
    identityConstraints,
    ...(value && { value }),
    minOccurs: 1,
  };
}

function sequenceOf(particles: readonly Particle[]): GroupParticle {
  return { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles };
}

function choiceOf(plain: Particle, diffgram: Particle, minOccurs: number): GroupParticle {
  return { kind: 'choice', minOccurs, maxOccurs: 1, particles: [plain, diffgram] };
}

/** What stands at the position of a data set. */
interface DataSetPosition {
  /** What the position declares for the schema that is sent along. */
  readonly schema?: Particle;
  readonly wildcard: WildcardParticle;
  /** True when the wildcard lets in the data set's own element; else it lets in a diffgram. */
  readonly plain: boolean;
  /** Namespace of the data set, where the wildcard names it. */
  readonly namespace?: string;
}

function withDiffgram(position: DataSetPosition, type: TypeKey): Particle {
  const schema = position.schema ?? {
    kind: 'any',
    namespaces: { kind: 'enumeration', namespaces: [XSD_NAMESPACE] },
    processContents: 'lax',
    minOccurs: 0,
    maxOccurs: null,
  };
  return sequenceOf([schema, part(DIFFGRAM, 'diffgram', type)]);
}

/** The content of a position of a typed data set or table, when it looks like one: a wildcard, maybe behind one for the schema. */
function dataSetPosition(particle: Particle): DataSetPosition | undefined {
  const particles = particle.kind === 'sequence' && isOnce(particle) ? particle.particles : [particle];
  const wildcard = particles.at(-1);
  const [first] = particles;
  if (wildcard?.kind !== 'any' || wildcard.maxOccurs !== 1 || particles.length > 2) return undefined;
  const schema = particles.length === 2 ? first : undefined;
  if (schema && !isSchema(schema)) return undefined;
  const namespace = onlyNamespace(wildcard);
  if (namespace === undefined || namespace === XSD_NAMESPACE) return undefined;
  const base = { wildcard, ...(schema && { schema }) };
  return namespace === DIFFGRAM ? { ...base, plain: false } : { ...base, plain: true, namespace };
}

function isOnce({ minOccurs, maxOccurs }: Particle): boolean {
  return minOccurs === 1 && maxOccurs === 1;
}

function isSchema(particle: Particle): boolean {
  if (particle.kind === 'any') return onlyNamespace(particle) === XSD_NAMESPACE;
  return particle.kind === 'element' && particle.namespace === XSD_NAMESPACE && particle.name === 'schema';
}

function onlyNamespace({ namespaces }: WildcardParticle): string | undefined {
  return namespaces.kind === 'enumeration' && namespaces.namespaces.length === 1 ? namespaces.namespaces[0] : undefined;
}

/** Namespace of the data set that a typed table belongs to: .NET fixes it in an attribute of the table's position. */
function tableNamespace(type: ComplexTypeDefinition): string | undefined {
  const fixed = (name: string) => type.attributes.find((use) => use.name === name && use.namespace === '')?.value;
  return fixed('tableTypeName')?.kind === 'fixed' ? fixed('namespace')?.value : undefined;
}
