import { nearest } from '@wsdl-codegen/runtime/schema';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { splitExpandedName, xsdNamespace } from '../../source/names.js';
import { attributeSpan } from '../attributes.js';
import { builtInTypes, isBuiltIn, isBuiltInSimple } from '../built-ins.js';
import type { Reference, SchemaSet, XsdIdentityConstraint } from '../components.js';
import { walkComponents } from '../walk.js';

type Kind = 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup' | 'key';

/** Every reference must refer to a component of the right kind (Part 1, 3.x.3 "Src-resolve"). */
export function checkReferences(schemas: SchemaSet): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const candidate = candidatesIn(schemas);
  const missing = (kind: Kind, reference: Reference): void => {
    const parameters = { kind: words[kind], ...shownName(reference), candidate: candidate(kind, reference) };
    diagnostics.push(diagnostic(codes[kind], parameters, attributeSpan(reference.source, reference.attribute)));
  };
  const require = (kind: Exclude<Kind, 'type'>, space: ReadonlyMap<string, unknown>) => (reference: Reference) => {
    if (!space.has(reference.name)) {
      missing(kind, reference);
    }
  };
  walkComponents(schemas, {
    typeReference: (reference, simple) => {
      const type = schemas.types.get(reference.name);
      const isKnown = type !== undefined || isBuiltIn(reference.name);
      if (!isKnown) {
        missing('type', reference);
      }
      if (!isKnown || !simple || (type ? type.kind === 'simpleType' : isBuiltInSimple(reference.name))) {
        return;
      }
      const span = attributeSpan(reference.source, reference.attribute);
      diagnostics.push(diagnostic('xsd/not-simple', shownName(reference), span));
    },
    elementReference: require('element', schemas.elements),
    attributeReference: require('attribute', schemas.attributes),
    groupReference: require('group', schemas.groups),
    attributeGroupReference: require('attributeGroup', schemas.attributeGroups),
    constraint: (constraint: XsdIdentityConstraint) => {
      const { refer } = constraint;
      if (refer && !schemas.identityConstraints.has(refer.name)) {
        missing('key', refer);
      }
    },
    constraintUse: require('key', schemas.identityConstraints),
  });
  return diagnostics;
}

const codes = {
  type: 'xsd/unresolved-type',
  element: 'xsd/unresolved-element',
  attribute: 'xsd/unresolved-attribute',
  group: 'xsd/unresolved-group',
  attributeGroup: 'xsd/unresolved-group',
  key: 'xsd/unresolved-key',
} as const;

const words = {
  type: 'type',
  element: 'element',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attribute group',
  key: 'key',
} as const;

/** A name as the author wrote it, and its namespace. */
function shownName(reference: Reference): { readonly name: string; readonly namespace: string } {
  const { local, namespace } = splitExpandedName(reference.name);
  const written = reference.source.attributes.find(({ local }) => local === reference.attribute)?.value ?? local;
  const name = written.split(/\s+/).find((part) => part === local || part.endsWith(`:${local}`)) ?? local;
  return { name, namespace };
}

type Candidates = (kind: Kind, reference: Reference) => Candidate | undefined;
type Candidate = ReturnType<typeof splitExpandedName>;

/** The names of one kind of component. */
interface Names {
  /** A namespace of each local name. */
  readonly namespaces: ReadonlyMap<string, string>;
  readonly locals: ReadonlyMap<string, readonly string[]>;
}

const builtInLocals: readonly string[] = [...builtInTypes.keys(), 'anyType'];

/** How many words are compared with all others: schemas may be broken as a whole. */
const maxCompared = 50;

/**
 * Finds probable meanings of a name: a component of the same kind and local name in another namespace, since most often the
 * prefix is wrong or missing; else one of the same namespace with a similar name.
 */
function candidatesIn(schemas: SchemaSet): Candidates {
  const spaces = {
    type: schemas.types,
    element: schemas.elements,
    attribute: schemas.attributes,
    group: schemas.groups,
    attributeGroup: schemas.attributeGroups,
    key: schemas.identityConstraints,
  };
  const indexes = new Map<Kind, Names>();
  let compared = 0;
  return (kind, reference) => {
    const names = indexes.get(kind) ?? namesOf([...spaces[kind].keys()]);
    indexes.set(kind, names);
    const { local, namespace } = splitExpandedName(reference.name);
    const elsewhere = names.namespaces.get(local);
    if (elsewhere !== undefined) {
      return { local, namespace: elsewhere };
    }
    if (++compared > maxCompared) {
      return undefined;
    }
    const near = nearest(local, candidateLocals(kind, namespace, names));
    return near === undefined ? undefined : { local: near, namespace };
  };
}

function candidateLocals(kind: Kind, namespace: string, names: Names): readonly string[] {
  return kind === 'type' && namespace === xsdNamespace ? builtInLocals : (names.locals.get(namespace) ?? []);
}

function namesOf(keys: readonly string[]): Names {
  const namespaces = new Map<string, string>();
  const locals = new Map<string, string[]>();
  for (const { local, namespace } of keys.map(splitExpandedName)) {
    namespaces.set(local, namespace);
    const own = locals.get(namespace);
    if (own) {
      own.push(local);
    } else {
      locals.set(namespace, [local]);
    }
  }
  return { namespaces, locals };
}
