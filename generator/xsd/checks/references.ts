import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { splitExpandedName } from '../../source/names.js';
import { attributeSpan } from '../attributes.js';
import { isBuiltIn, isBuiltInSimple } from '../built-ins.js';
import type { IdentityConstraint, Reference, SchemaSet } from '../components.js';
import { walkComponents } from '../walk.js';

type Kind = 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup' | 'key';

/** Every reference leads to a component of the right kind (Part 1, 3.x.3 "Src-resolve"). */
export function checkReferences(schemas: SchemaSet): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const candidate = candidatesIn(schemas);
  const missing = (kind: Kind, reference: Reference): void => {
    const parameters = { kind: WORDS[kind], ...shownName(reference), candidate: candidate(kind, reference) };
    diagnostics.push(diagnostic(CODES[kind], parameters, attributeSpan(reference.source, reference.attribute)));
  };
  const require =
    (kind: Exclude<Kind, 'type'>, space: ReadonlyMap<string, unknown>) => (reference: Reference) => {
      if (!space.has(reference.name)) missing(kind, reference);
    };
  walkComponents(schemas, {
    typeReference: (reference, simple) => {
      const type = schemas.types.get(reference.name);
      const isKnown = type !== undefined || isBuiltIn(reference.name);
      if (!isKnown) missing('type', reference);
      if (!isKnown || !simple || (type ? type.kind === 'simpleType' : isBuiltInSimple(reference.name))) return;
      const span = attributeSpan(reference.source, reference.attribute);
      diagnostics.push(diagnostic('xsd/not-simple', shownName(reference), span));
    },
    elementReference: require('element', schemas.elements),
    attributeReference: require('attribute', schemas.attributes),
    groupReference: require('group', schemas.groups),
    attributeGroupReference: require('attributeGroup', schemas.attributeGroups),
    constraint: (constraint: IdentityConstraint) => {
      const { refer } = constraint;
      if (refer && !schemas.identityConstraints.has(refer.name)) missing('key', refer);
    },
    constraintUse: require('key', schemas.identityConstraints),
  });
  return diagnostics;
}

const CODES = {
  type: 'xsd/unresolved-type',
  element: 'xsd/unresolved-element',
  attribute: 'xsd/unresolved-attribute',
  group: 'xsd/unresolved-group',
  attributeGroup: 'xsd/unresolved-group',
  key: 'xsd/unresolved-key',
} as const;

const WORDS = {
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

type Candidates = (kind: Kind, reference: Reference) => string | undefined;

/** Finds a component of the same kind and local name in another namespace: most often the prefix is wrong or missing. */
function candidatesIn(schemas: SchemaSet): Candidates {
  const spaces = {
    type: schemas.types,
    element: schemas.elements,
    attribute: schemas.attributes,
    group: schemas.groups,
    attributeGroup: schemas.attributeGroups,
    key: schemas.identityConstraints,
  };
  const indexes = new Map<Kind, ReadonlyMap<string, string>>();
  return (kind, reference) => {
    let index = indexes.get(kind);
    if (!index) {
      const names = [...spaces[kind].keys()].map(splitExpandedName);
      index = new Map(names.map(({ local, namespace }) => [local, namespace]));
      indexes.set(kind, index);
    }
    return index.get(splitExpandedName(reference.name).local);
  };
}
