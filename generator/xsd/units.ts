import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import {
  type SourceDocument,
  type SourceElement,
  type SourceReference,
  type SourceSet,
  spanAt,
} from '../source/document.js';
import { attributeValue, schemaElements } from '../source/references.js';
import { attributeSpan } from './attributes.js';

/** A schema document in its role: one `xs:schema` element, read for one target namespace. */
export interface SchemaUnit {
  readonly schema: SourceElement;
  /** `''` for none. */
  readonly targetNamespace: string;
  /** True if the namespace is that of the including schema (Part 1, 4.2.1, clause 2.3). */
  readonly chameleon: boolean;
  /** For each `xs:redefine` of the schema, the schemas that it redefines. */
  readonly redefines: ReadonlyMap<SourceElement, readonly SchemaUnit[]>;
}

/**
 * Finds the schemas that take part: those that the user named, those inside WSDL documents, and the schemas that they import,
 * include and redefine. A schema without target namespace that several others include takes part once for each of their
 * namespaces.
 */
export function findUnits(sources: SourceSet): Result<readonly SchemaUnit[]> {
  const finder = new UnitFinder(sources);
  for (const document of sources.documents.values()) {
    finder.start(document);
  }
  finder.followAll();
  return [finder.units, finder.diagnostics];
}

class UnitFinder {
  readonly units: SchemaUnit[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #sources: SourceSet;
  /** Units in the order in which they were found; it grows while it is walked. */
  readonly #pending: {
    readonly unit: SchemaUnit;
    readonly redefines: Map<SourceElement, readonly SchemaUnit[]>;
  }[] = [];
  readonly #known = new Map<SourceElement, Map<string, SchemaUnit>>();
  /** Schemas that are only ever included take their namespace from the including schema. */
  readonly #included: ReadonlySet<string>;
  readonly #byElement = new Map<SourceElement, SourceReference>();

  constructor(sources: SourceSet) {
    this.#sources = sources;
    const included = new Set<string>();
    const reached = new Set<string>(sources.roots);
    for (const document of sources.documents.values()) {
      for (const reference of document.references) {
        this.#byElement.set(reference.element, reference);
        if (reference.target === undefined) {
          continue;
        }
        if (reference.kind === 'xs:include' || reference.kind === 'xs:redefine') {
          included.add(reference.target);
        } else {
          reached.add(reference.target);
        }
      }
    }
    for (const uri of reached) {
      included.delete(uri);
    }
    this.#included = included;
  }

  /** Adds the schemas of a document, unless others include it. */
  start(document: SourceDocument): void {
    if (this.#included.has(document.uri)) {
      return;
    }
    for (const schema of schemaElements(document.root)) {
      this.#unit(schema, undefined);
    }
  }

  /** The unit of a schema, made when it is new; `including` is the namespace of a schema that includes it. */
  #unit(schema: SourceElement, including: string | undefined): SchemaUnit {
    const own = attributeValue(schema, 'targetNamespace');
    const chameleon = own === undefined && including !== undefined && including !== '';
    const targetNamespace = own ?? including ?? '';
    const byNamespace = this.#known.get(schema) ?? new Map<string, SchemaUnit>();
    this.#known.set(schema, byNamespace);
    const known = byNamespace.get(targetNamespace);
    if (known) {
      return known;
    }
    const redefines = new Map<SourceElement, readonly SchemaUnit[]>();
    const unit: SchemaUnit = { schema, targetNamespace, chameleon, redefines };
    byNamespace.set(targetNamespace, unit);
    this.units.push(unit);
    this.#pending.push({ unit, redefines });
    return unit;
  }

  /** Follows the references of the units until there are no new ones. Not recursive: chains of includes may be long. */
  followAll(): void {
    for (const { unit, redefines } of this.#pending) {
      for (const child of unit.schema.children) {
        const reference = child.kind === 'element' ? this.#byElement.get(child) : undefined;
        if (reference) {
          this.#follow(reference, unit, redefines);
        }
      }
    }
  }

  #follow(reference: SourceReference, from: SchemaUnit, redefines: Map<SourceElement, readonly SchemaUnit[]>): void {
    const document = reference.target === undefined ? undefined : this.#sources.documents.get(reference.target);
    if (!document) {
      return;
    }
    const schemas = schemaElements(document.root);
    if (reference.kind === 'xs:import') {
      for (const schema of schemas) {
        this.#checkImport(reference, this.#unit(schema, undefined));
      }
      return;
    }
    const targets = schemas.map((schema) => this.#unit(schema, from.targetNamespace));
    for (const target of targets) {
      this.#checkInclude(reference, target, from);
    }
    if (reference.kind === 'xs:redefine') {
      redefines.set(reference.element, targets);
    }
  }

  #checkImport(reference: SourceReference, target: SchemaUnit): void {
    const namespace = reference.namespace ?? '';
    if (namespace === target.targetNamespace || target.schema.parent) {
      return;
    }
    const span = attributeSpan(reference.element, 'schemaLocation');
    const parameters = { expected: namespace, found: target.targetNamespace };
    this.diagnostics.push(diagnostic('xsd/import-namespace', parameters, span, [noteAt(target)]));
  }

  #checkInclude(reference: SourceReference, target: SchemaUnit, from: SchemaUnit): void {
    if (target.targetNamespace === from.targetNamespace) {
      return;
    }
    const span = attributeSpan(reference.element, 'schemaLocation');
    const parameters = { expected: from.targetNamespace, found: target.targetNamespace };
    this.diagnostics.push(diagnostic('xsd/include-namespace', parameters, span, [noteAt(target)]));
  }
}

function noteAt(unit: SchemaUnit) {
  return { message: 'The other schema is here.', span: spanAt(unit.schema.position) };
}
