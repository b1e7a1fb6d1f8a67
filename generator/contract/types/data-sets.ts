import { spanAt } from '../../source/document.js';
import { byCodeUnits, splitExpandedName, xsdNamespace } from '../../source/names.js';
import { anyType } from '../../xsd/built-ins.js';
import type { SchemaSet } from '../../xsd/components.js';
import type {
  ComplexTypeDefinition,
  ElementDeclaration,
  ElementParticle,
  GroupParticle,
  Particle,
  TypeDefinition,
  TypeKey,
  Wildcard,
} from '../model.js';
import { positionKey } from '../positions.js';
import { effectiveContent } from '../queries.js';
import type { BuiltTypes } from './build.js';
import { type DataSetPosition, dataSetPosition, tableNamespace, untypedDataSet } from './data-set-position.js';
import { DataSetRows, diffgramPath, openType } from './data-set-rows.js';
import { diffgramNamespace, elementsOf, isTrue, msdataNamespace } from './data-set-schema.js';
import { anonymousTypeKey } from './keys.js';

/**
 * .NET's typed DataSets. The position of one is declared as a wildcard for the namespace of the data set's schema. On the
 * wire, it contains a diffgram: the current rows, the original rows of those that were changed or deleted, and errors
 * (MS-DSDG, 2.3.2). If the inputs contain that schema, the position gets the types of the tables. The element that the
 * wildcard itself describes is also allowed there, and so is the schema that .NET sends along.
 */
export function typeDataSets(contract: BuiltTypes, schemas: SchemaSet): BuiltTypes {
  const dataSets = dataSetElements(contract, schemas);
  const typing = new DataSetTyping(contract, schemas);
  for (const type of contract.types) {
    typing.position(type, dataSets);
  }
  return typing.result();
}

/**
 * The elements that are data sets, by their namespaces; none for a namespace with several, because it is unknown which one is
 * meant.
 */
function dataSetElements(contract: BuiltTypes, schemas: SchemaSet): ReadonlyMap<string, ElementDeclaration> {
  const found = new Map<string, ElementDeclaration>();
  const ambiguous = new Set<string>();
  for (const element of contract.elements) {
    const source = schemas.elements.get(element.name)?.source;
    if (!source || !isTrue(source, 'IsDataSet')) {
      continue;
    }
    const { namespace } = splitExpandedName(element.name);
    if (found.has(namespace)) {
      ambiguous.add(namespace);
    }
    found.set(namespace, element);
  }
  for (const namespace of ambiguous) {
    found.delete(namespace);
  }
  return found;
}

/** Root of the rows of a table that is in no data set. */
const loneTables = 'DocumentElement';

/** `msdata:SchemaSerializationMode="ExcludeSchema"` marks a position whose rows come without their schema. */
const serializationMode: Wildcard = {
  namespaces: { kind: 'enumeration', namespaces: [msdataNamespace] },
  processContents: 'lax',
};

/** The type of the rows as they are, and the content of a diffgram. */
interface Diffgram {
  readonly current: TypeKey;
  readonly parts: readonly Particle[];
}

class DataSetTyping {
  readonly #contract: BuiltTypes;
  readonly #schemas: SchemaSet;
  readonly #byKey: ReadonlyMap<TypeKey, TypeDefinition>;
  readonly #positions: Map<string, ReturnType<typeof spanAt>>;
  readonly #replaced = new Map<TypeKey, TypeDefinition>();
  readonly #added = new Map<TypeKey, TypeDefinition>();
  /** Keys of the diffgrams by data set; nothing for one whose schema is not a set of tables. */
  readonly #diffgrams = new Map<string, TypeKey | undefined>();
  readonly #made = new Map<TypeKey, Diffgram>();

  constructor(contract: BuiltTypes, schemas: SchemaSet) {
    this.#contract = contract;
    this.#schemas = schemas;
    this.#byKey = new Map(contract.types.map((type) => [type.key, type]));
    this.#positions = new Map(contract.positions);
  }

  result(): BuiltTypes {
    if (this.#replaced.size === 0) {
      return this.#contract;
    }
    const types = [
      ...this.#contract.types.map((type) => this.#replaced.get(type.key) ?? type),
      ...this.#added.values(),
    ];
    return {
      ...this.#contract,
      types: types.sort((a, b) => byCodeUnits(a.key, b.key)),
      positions: this.#positions,
    };
  }

  /** Gives a type that is the position of a data set the content that .NET writes there. */
  position(type: TypeDefinition, dataSets: ReadonlyMap<string, ElementDeclaration>): void {
    if (type.kind !== 'complexType' || type.base !== undefined) {
      return;
    }
    if (type.content.kind !== 'elementOnly' || !type.content.particle) {
      return;
    }
    const untyped = untypedDataSet(type.content.particle);
    if (untyped) {
      this.#replaced.set(type.key, { ...type, content: { kind: 'elementOnly', particle: untyped } });
    }
    const found = dataSetPosition(type.content.particle);
    const namespace = found && (found.namespace ?? tableNamespace(type));
    const dataSet = namespace === undefined ? undefined : dataSets.get(namespace);
    if (!found || !dataSet) {
      return;
    }
    const key = this.#diffgram(dataSet, !found.plain);
    if (key === undefined) {
      return;
    }
    const particle = found.plain
      ? choiceOf(elementReference(dataSet), withDiffgram(found, key), found.wildcard.minOccurs)
      : withDiffgram(found, key);
    const anyAttribute = type.anyAttribute ?? serializationMode;
    this.#replaced.set(type.key, { ...type, content: { kind: 'elementOnly', particle }, anyAttribute });
  }

  /** Key of the type of a data set's diffgram; the one of a table may have the root of a table that is in no data set. */
  #diffgram(dataSet: ElementDeclaration, ofTable: boolean): TypeKey | undefined {
    const { name } = dataSet;
    if (!this.#diffgrams.has(name)) {
      this.#diffgrams.set(name, this.#makeDiffgram(dataSet));
    }
    const key = this.#diffgrams.get(name);
    const { namespace, local } = splitExpandedName(name);
    if (key === undefined || !ofTable || local === loneTables) {
      return key;
    }
    const { current, parts } = this.#made.get(key) as Diffgram;
    return this.#add(dataSet, 'table', [part(namespace, loneTables, current), ...parts]);
  }

  #makeDiffgram(dataSet: ElementDeclaration): TypeKey | undefined {
    const content = effectiveContent(this.#contract, dataSet.type);
    if (content?.kind !== 'elementOnly' || !content.particle) {
      return undefined;
    }
    const roots = elementsOf(content.particle);
    if (!roots?.every((root) => this.#isTable(root))) {
      return undefined;
    }
    const tables = new DataSetRows(this.#contract, this.#byKey, dataSet);
    const rows = roots.map((root) => tables.rows(root));
    tables.finish();
    const before = this.#add(dataSet, 'before', [...tables.all.values()]);
    const current = this.#add(dataSet, 'tables', rows);
    for (const row of tables.types) {
      this.#addType(row, dataSet);
    }
    const { namespace, local } = splitExpandedName(dataSet.name);
    const parts = [
      part(namespace, local, current),
      part(diffgramNamespace, 'before', before),
      part(diffgramNamespace, 'errors', anyType),
    ];
    const key = this.#add(dataSet, '', parts);
    this.#made.set(key, { current, parts });
    return key;
  }

  #isTable({ type }: ElementParticle): boolean {
    return this.#byKey.get(type)?.kind === 'complexType';
  }

  #add(dataSet: ElementDeclaration, part: string, particles: readonly Particle[]): TypeKey {
    const path = [...diffgramPath(dataSet), ...(part === '' ? [] : [{ kind: 'content' as const, name: part }])];
    const key = anonymousTypeKey(path);
    const content =
      particles.length === 0
        ? ({ kind: 'empty' } as const)
        : ({ kind: 'elementOnly', particle: sequenceOf(particles) } as const);
    this.#addType({ ...openType(key), scope: { path }, content, attributes: [] }, dataSet);
    return key;
  }

  #addType(type: ComplexTypeDefinition, dataSet: ElementDeclaration): void {
    this.#added.set(type.key, type);
    const source = this.#schemas.elements.get(dataSet.name)?.source;
    if (source) {
      this.#positions.set(positionKey('type', type.key), spanAt(source.position));
    }
  }
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

function withDiffgram(position: DataSetPosition, type: TypeKey): Particle {
  const schema = position.schema ?? {
    kind: 'any',
    namespaces: { kind: 'enumeration', namespaces: [xsdNamespace] },
    processContents: 'lax',
    minOccurs: 0,
    maxOccurs: null,
  };
  return sequenceOf([{ ...schema, maxOccurs: null }, part(diffgramNamespace, 'diffgram', type)]);
}
