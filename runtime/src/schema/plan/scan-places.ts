import {
  type ComplexPlan,
  type ElementNode,
  type ElementPlan,
  type PrefixedScan,
  type Scan,
  type ScanField,
  type ScanPlace,
  targetOf,
} from './plan.js';
import type { SimplePlan } from './simple-plan.js';

const maxFields = 64;

/** The place at a field of a record; null if its elements have to be read one by one. */
export function scanPlace(plan: ComplexPlan, index: number): ScanPlace | null {
  let place = plan.scans[index];
  if (place === undefined) {
    place = findPlace(plan.fields, index);
    plan.scans[index] = place;
  }
  return place;
}

function findPlace(fields: readonly ElementNode[], index: number): ScanPlace | null {
  const first = fields[index];
  if (first === undefined) {
    return null;
  }
  const field = scanField(first);
  if (field !== undefined) {
    return first.list ? newPlace('items', [field], first, false) : newPlace('run', runOf(fields, index), first, false);
  }
  const record = recordOf(first);
  const inner = record === undefined ? [] : runOf(record.fields, 0);
  return record === undefined || inner.length < record.fields.length ? null : newPlace('items', inner, first, true);
}

function newPlace(
  kind: ScanPlace['kind'],
  fields: readonly ScanField[],
  { element }: ElementNode,
  isRecord: boolean,
): ScanPlace {
  const namespace = fields[0]?.node.element.namespace ?? element.namespace;
  return { kind, fields, element, isRecord, namespace, scans: [], outer: '', inner: '', seen: 0, credit: 0 };
}

/** The fields from a place on that one expression can find. */
function runOf(fields: readonly ElementNode[], from: number): readonly ScanField[] {
  const run: ScanField[] = [];
  for (let i = from; i < fields.length && run.length < maxFields; i++) {
    const node = fields[i] as ElementNode;
    const field = node.list ? undefined : scanField(node);
    if (field === undefined || node.element.namespace !== fields[from]?.element.namespace) {
      break;
    }
    run.push(field);
  }
  return run;
}

/** A field whose value is that of its text alone. */
function scanField(node: ElementNode): ScanField | undefined {
  const type = plainTarget(node);
  return type?.kind === 'simple' && isSelfContained(type) ? { node, type } : undefined;
}

/** The type of an element about whose value nothing else decides. */
function plainTarget({ element, property }: ElementNode): ReturnType<typeof targetOf> | undefined {
  const { alternatives, standIns, fixed } = element;
  const isPlain = alternatives === undefined && standIns === undefined && (fixed ?? element.default) === undefined;
  return isPlain && property !== '__proto__' ? targetOf(element) : undefined;
}

/** True unless the prefixes in scope decide about a value. */
function isSelfContained(type: SimplePlan): boolean {
  const { builtIn } = type.mapped ?? type;
  return type.variety === 'atomic' && builtIn !== 'QName' && builtIn !== 'NOTATION';
}

/** The type of an element if its fields are all there is to it. */
function recordOf(node: ElementNode): ComplexPlan | undefined {
  const plan = plainTarget(node);
  if (plan?.kind !== 'complex' || plan.mode !== 'record' || plan.fields.length === 0 || plan.model !== plan.content) {
    return undefined;
  }
  const { type, attributes, anyAttribute } = plan;
  const isBare = attributes.length === 0 && anyAttribute === undefined;
  return isBare && type.abstract !== true && type.unwrap === undefined ? plan : undefined;
}

const space = '[ \\t\\r\\n]*';

/** The scan of a place for prefixes. */
export function newScanAt(place: ScanPlace, outer: string, inner: string): PrefixedScan {
  return { outer, inner, scan: place.kind === 'run' ? runScan(place, inner) : itemScan(place, outer, inner) };
}

function runScan({ fields }: ScanPlace, prefix: string): Scan {
  const parts = fields.map(({ node }) => optionalPart(node, prefix));
  return newScan(space + parts.join(''), 1, fields, () => false);
}

function itemScan({ element, isRecord, fields }: ScanPlace, outer: string, inner: string): Scan {
  if (!isRecord) {
    return newScan(space + fields.map(({ node }) => requiredPart(node, outer)).join(''), 1, fields, () => true);
  }
  const tag = tagName(element, outer);
  const parts = fields.map(({ node }) => (isRequired(node) ? requiredPart(node, inner) : optionalPart(node, inner)));
  return newScan(`${space}<${tag}>${space}${parts.join('')}</${tag}>`, 2, fields, isRequired);
}

function isRequired({ min }: ElementNode): boolean {
  return min > 0;
}

function newScan(
  source: string,
  levels: number,
  fields: readonly ScanField[],
  isPresent: (node: ElementNode) => boolean,
): Scan {
  return {
    expression: new RegExp(source, 'y'),
    levels,
    fields: fields.map(({ node, type }, i) => {
      return { node, type, property: node.property, group: i + 1, isRequired: isPresent(node) };
    }),
  };
}

/** An element that may be an empty-element tag: then its group does not match. */
function requiredPart({ element }: ElementNode, prefix: string): string {
  const tag = tagName(element, prefix);
  return `<${tag}(?:>([^<]*)</${tag}>| ?/>)${space}`;
}

/** An element that may be absent: that is when its group does not match. */
function optionalPart({ element }: ElementNode, prefix: string): string {
  const tag = tagName(element, prefix);
  return `(?:<${tag}>([^<]*)</${tag}>${space})?`;
}

/** A name as an expression: of the characters of names, only the point means something else there. */
function tagName({ name }: ElementPlan, prefix: string): string {
  return (prefix === '' ? name : `${prefix}:${name}`).replaceAll('.', '\\.');
}
