import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { SourceSet } from '../source/document.js';
import type { ExpandedName } from '../source/names.js';
import { readTogether } from '../source/read-together.js';
import { elementSpan } from './attributes.js';
import { checkCircularity } from './checks/circularity.js';
import { checkFacets } from './checks/facets.js';
import { checkReferences } from './checks/references.js';
import { checkStructure } from './checks/structure.js';
import { collectComponents, type SymbolSpaces } from './collect.js';
import type { SchemaSet, XsdIdentityConstraint } from './components.js';
import { findUnits } from './units.js';
import { walkComponents } from './walk.js';

/**
 * Reads all schemas of the sources, those inside WSDL documents included, into one set of components, and checks it. The set
 * can always be used: its users treat the target of a broken reference as `xs:anyType` or as empty, and `circular` names the
 * definitions whose references must not be followed.
 */
export function readSchemas(sources: SourceSet): Result<SchemaSet> {
  const [units, unitDiagnostics] = findUnits(sources);
  const [spaces, readDiagnostics] = collectComponents(units, readTogether(sources));
  const [identityConstraints, constraintDiagnostics] = collectConstraints(spaces);
  const [circular, circularDiagnostics] = checkCircularity(spaces);
  const schemas: SchemaSet = { ...spaces, identityConstraints, circular, units };
  const diagnostics = [
    ...unitDiagnostics,
    ...[...new Set(units.map((unit) => unit.schema))].flatMap(checkStructure),
    ...readDiagnostics,
    ...constraintDiagnostics,
    ...circularDiagnostics,
    ...checks.flatMap((check) => check(schemas)),
  ];
  return [schemas, diagnostics];
}

/** The rules for a set of schemas that reading it does not check; each is independent of the others. */
const checks: readonly ((schemas: SchemaSet) => readonly Diagnostic[])[] = [checkReferences, checkFacets];

/** Identity constraints have a symbol space of their own (Part 1, 2.5). */
function collectConstraints(spaces: SymbolSpaces): Result<ReadonlyMap<ExpandedName, XsdIdentityConstraint>> {
  const constraints = new Map<ExpandedName, XsdIdentityConstraint>();
  const diagnostics: Diagnostic[] = [];
  walkComponents(spaces, {
    constraint: (constraint) => {
      const first = constraints.get(constraint.name);
      if (!first) {
        constraints.set(constraint.name, constraint);
      } else if (first.source !== constraint.source) {
        const note = { message: 'The first one is here.', span: elementSpan(first.source) };
        const parameters = { kind: constraint.kind, name: constraint.name };
        diagnostics.push(diagnostic('xsd/duplicate-definition', parameters, elementSpan(constraint.source), [note]));
      }
    },
  });
  return [constraints, diagnostics];
}
