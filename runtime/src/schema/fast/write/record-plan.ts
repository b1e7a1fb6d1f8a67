import { onePiece } from '../../../xml/names/element-tag.js';
import { xmlNamespace } from '../../../xml/names/namespaces.js';
import { isNCName } from '../../../xml/text/characters.js';
import { resolve } from '../../descriptor/resolve.js';
import { nullOf } from '../../encode/encode-nil.js';
import { derivedAt } from '../../plan/derived-types.js';
import {
  type AttributePlan,
  type ComplexPlan,
  complexPlan,
  type ElementNode,
  type ElementPlan,
} from '../../plan/plan.js';
import type { FastAttribute, FastRecord, FastText, FlatRecord } from '../plan.js';
import { fastPlanOf } from '../plan.js';
import type { Value } from './gathered.js';
import { fastGroup, propertiesNamed } from './group-plan.js';
import { attributeText, fastTextOf, simpleContentText } from './text.js';

/** How values of complex types are written in the fast way. */

/** The fast way of a type, made on first use; null if it has none. */
export function fastRecordOf(plan: ComplexPlan): FastRecord | null {
  const kept = fastPlanOf(plan);
  if (kept.record === undefined) {
    kept.record = makeRecord(plan) ?? null;
  }
  return kept.record;
}

function makeRecord(plan: ComplexPlan): FastRecord | undefined {
  const { mode, type } = plan;
  const isKnown = mode === 'record' || mode === 'groups' || (mode === 'text' && plan.text !== undefined);
  if (type.unwrap !== undefined) {
    return listRecord(plan, type.unwrap);
  }
  if (!isKnown || plan.inheritance !== undefined || plan.shared.size > 0 || type.abstract === true) {
    return undefined;
  }
  const attributes = plan.attributes.flatMap((attribute) => fastAttribute(attribute) ?? []);
  const own = mode === 'text' ? ['$value'] : (plan.content?.properties ?? []);
  const properties = propertiesNamed([...attributes.map(({ property }) => property), ...own]);
  if (properties === undefined || attributes.length < plan.attributes.length) {
    return undefined;
  }
  const text = mode === 'text' && plan.text !== undefined ? simpleContentText(plan.text) : undefined;
  const group = mode === 'groups' && plan.content !== undefined ? fastGroup(plan.content, properties) : undefined;
  const isWhole = mode === 'record' || text !== undefined || group !== undefined;
  const fields = mode === 'record' ? plan.fields : [];
  return isWhole ? { ...properties, attributes, fields, group, text, list: undefined, flat: undefined } : undefined;
}

/** A type whose value is the list that is its only content. */
function listRecord({ mode, fields }: ComplexPlan, property: string): FastRecord | undefined {
  const [list] = fields;
  if (mode !== 'record' || fields.length !== 1 || list?.property !== property || !list.list || list.element.abstract) {
    return undefined;
  }
  const none = { names: [], places: new Map(), next: [] };
  return { ...none, attributes: [], fields: [], group: undefined, text: undefined, list, flat: null };
}

/** See `FlatRecord`. */
export const firstPause = 8;

/** How a record becomes one text; null where it never does. Made when such a record comes again. */
export function flatRecordOf(record: FastRecord): FlatRecord | null {
  const { attributes, fields, group, text, list } = record;
  record.flat = null;
  if (group === undefined && list === undefined) {
    const places = [...attributes.map(attributePlace), ...fields.map(fieldPlace), ...(text ? [textPlace(text)] : [])];
    record.flat = {
      kinds: places.map(({ kind }) => kind),
      texts: places.map(({ text }) => text),
      nodes: places.map(({ node }) => node),
      nulls: places.map((place) => place.null),
      required: places.map(({ isRequired }) => (isRequired ? 1 : 0)),
      needed: places.filter(({ isRequired }) => isRequired).length,
      paused: 0,
      pause: firstPause,
    };
  }
  return record.flat;
}

/** The part of a record in a place. */
interface FlatPlace {
  readonly kind: FlatRecord['kinds'][number];
  readonly text: FastText;
  readonly node?: ElementNode;
  readonly null?: FlatRecord['nulls'][number];
  readonly isRequired: boolean;
}

function attributePlace({ text, required }: FastAttribute): FlatPlace {
  return { kind: 'attribute', text, isRequired: required };
}

function textPlace(text: FastText): FlatPlace {
  return { kind: 'text', text, isRequired: true };
}

function fieldPlace(node: ElementNode): FlatPlace {
  const { list, substitutes, element, min } = node;
  const facts = { isRequired: min > 0, null: nullOf(node) };
  if (substitutes !== undefined || element.abstract) {
    return { kind: 'element', text: noText, ...facts };
  }
  return list || resolve(element.lazyType).kind === 'complex'
    ? { kind: 'whole', text: noText, node, ...facts }
    : { kind: 'element', text: fastTextOf(element) ?? noText, ...facts };
}

function noText(): undefined {
  return undefined;
}

/** True for an object that names its type. */
export function namesType(element: ElementPlan, { replaceable }: ComplexPlan, value: Value): boolean {
  return (replaceable || element.derived !== undefined) && Object.hasOwn(value, '$type') && value.$type !== undefined;
}

/** The type that `$type` names, if it is one that is allowed here. */
export function planNamed(element: ElementPlan, declared: ComplexPlan, name: unknown): ComplexPlan | undefined {
  if (declared.mode === 'tree' || declared.mode === 'array' || declared.unwrap !== undefined) {
    return undefined;
  }
  const type = typeof name === 'string' ? derivedAt(element, declared).byTypeName.get(name) : undefined;
  return type && complexPlan(type);
}

/** An attribute whose name needs no declaration: without namespace, or of `xml:`. */
function fastAttribute({ namespace, name, property, required, fixed, type }: AttributePlan): FastAttribute | undefined {
  const isXml = namespace === xmlNamespace;
  if (!(namespace === '' || isXml) || !isNCName(name) || name === 'xmlns') {
    return undefined;
  }
  const start = onePiece(isXml ? ' xml:' : ' ', name, '="');
  return { property, required, start, next: onePiece('"', start), text: attributeText(type, fixed) };
}
