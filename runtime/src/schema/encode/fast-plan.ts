import { isNCName } from '../../xml/characters.js';
import { onePiece } from '../../xml/element-tag.js';
import { xmlNamespace } from '../../xml/namespaces.js';
import { contentEngine } from '../context/content-engine.js';
import { resolve } from '../descriptor/resolve.js';
import type {
  AttributePlan,
  ComplexPlan,
  FastAttribute,
  FastProperties,
  FastRecord,
  FastText,
  FlatRecord,
} from '../plan/plan.js';
import { attributeText, fastTextOf, simpleContentText } from './fast-text.js';

/** How values of complex types are written in the fast way. */

/** The fast way of a type, made on first use; null if it has none. */
export function fastRecordOf(plan: ComplexPlan): FastRecord | null {
  if (plan.fast === undefined) {
    plan.fast = makeRecord(plan) ?? null;
  }
  return plan.fast;
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
  const group =
    mode === 'groups' && plan.content !== undefined ? contentEngine(plan)?.fast(plan.content, properties) : undefined;
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

/** How a record of single simple values is written; null for others. Made when such a record comes again. */
export function flatRecordOf(record: FastRecord): FlatRecord | null {
  record.flat = makeFlat(record) ?? null;
  return record.flat;
}

function makeFlat({ attributes, fields, group, text }: FastRecord): FlatRecord | undefined {
  if (group !== undefined || text !== undefined) {
    return undefined;
  }
  const texts: FastText[] = attributes.map(({ text }) => text);
  for (const { list, substitutes, element } of fields) {
    const isSimple = !list && substitutes === undefined && resolve(element.lazyType).kind === 'simple';
    const own = isSimple ? fastTextOf(element) : null;
    if (own === null) {
      return undefined;
    }
    texts.push(own);
  }
  const required = [
    ...attributes.map(({ required }) => (required ? 1 : 0)),
    ...fields.map(({ min }) => (min > 0 ? 1 : 0)),
  ];
  return { texts, required, needed: required.filter(Boolean).length, pause: 0 };
}

/** Properties in their order; undefined if two of them have one name. */
export function propertiesNamed(names: readonly string[]): FastProperties | undefined {
  const places = new Map(names.map((name, place) => [name, place]));
  return places.size < names.length ? undefined : { names, places, next: [...names.keys(), names.length] };
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
