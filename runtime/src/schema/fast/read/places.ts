import type { ComplexPlan, ElementNode } from '../../plan/plan.js';
import { fastPlanOf } from '../plan.js';
import { ExpressionMaker } from './expressions.js';
import { ProgramMaker } from './programs.js';
import { ScanSample } from './sample.js';
import { ScanScope } from './scope.js';
import { type InlineElement, type ItemsPart, maxParts, ShapeFinder } from './shapes.js';
import type { ScanPiece, ScanPlace } from './steps.js';
import { TagForms } from './tags.js';

/** Finds the fields of records that can be scanned. */

/** How often a place is read event by event before a scan is made for it: that takes time, and pays only for what comes again and again. */
const usual = 24;
/** The most steps of one place. */
const maxPieces = 16;

/** The place at a field of a record; null if its elements have to be read one by one. */
export function scanPlace(plan: ComplexPlan, index: number): ScanPlace | null {
  const { scans } = fastPlanOf(plan);
  const place = scans[index] ?? 0;
  if (typeof place !== 'number') {
    return place === 'none' ? null : place;
  }
  if (place < usual) {
    scans[index] = place + 1;
    return null;
  }
  const found = findPlace(plan.fields, index);
  scans[index] = found ?? 'none';
  return found ?? null;
}

function findPlace(fields: readonly ElementNode[], index: number): ScanPlace | undefined {
  const finder = new ShapeFinder();
  const isList = fields[index]?.list === true;
  const met = piecesAt(fields, isList ? index + 1 : fields.length, index, finder);
  finder.complete();
  const unknown = met.findIndex(({ items }) => items !== undefined && !finder.finds(items));
  const pieces = unknown < 0 ? met : met.slice(0, unknown);
  return pieces.length === 0 ? undefined : newPlace(isList, pieces, finder);
}

/** Fields that one step finds: so many with one expression, or one by itself. */
interface Piece extends ScanPiece {
  readonly run: readonly InlineElement[];
  readonly items: ItemsPart | undefined;
}

/** The pieces from an index on, up to an end, a list, or a field that cannot be scanned. */
function piecesAt(fields: readonly ElementNode[], end: number, index: number, finder: ShapeFinder): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let i = index; i < end && pieces.length < maxPieces; ) {
    const run = runAt(fields, i, finder);
    const node = fields[i] as ElementNode;
    const items = run.length > 0 || (node.list && i > index) ? undefined : finder.items(node);
    if (run.length === 0 && items === undefined) {
      break;
    }
    const count = Math.max(1, run.length);
    pieces.push({ first: i, count, run, items });
    i += count;
  }
  return pieces;
}

/** Fields from an index on that one expression finds. */
function runAt(fields: readonly ElementNode[], index: number, finder: ShapeFinder): readonly InlineElement[] {
  const run: InlineElement[] = [];
  let size = 0;
  for (const node of fields.slice(index)) {
    const field = finder.inline(node);
    if (field?.kind !== 'element' || size + field.size > maxParts) {
      break;
    }
    run.push(field);
    size += field.size;
  }
  return run;
}

function newPlace(isList: boolean, pieces: readonly Piece[], finder: ShapeFinder): ScanPlace {
  const { namespaces } = finder;
  const make: ScanPlace['make'] = (prefixes, sample, isTranslated) => {
    const scope = new ScanScope(prefixes);
    const forms = new TagForms(new ScanSample(sample), namespaces, isTranslated);
    const programs = new ProgramMaker(finder, forms);
    const steps = pieces.map(({ run, items }) =>
      items === undefined ? new ExpressionMaker(forms, scope).fields(run) : programs.items(items, scope),
    );
    return { bindings: scope.bindings, declarations: forms.declarations, steps };
  };
  const last = pieces.at(-1);
  const end = last === undefined ? 0 : last.first + last.count;
  const counts = { seen: usual, credit: 0, pauses: 0, failed: 0, hits: 0, misses: 0, patience: usual };
  return { isList, pieces, end, namespaces, make, scans: [], prefixes: [], ...counts };
}
