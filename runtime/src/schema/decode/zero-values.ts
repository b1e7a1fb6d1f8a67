import type { Decoder } from '../context/decoder.js';
import type { SimpleType } from '../descriptor/descriptor.js';
import { resolve, writeProperty } from '../descriptor/resolve.js';
import { type AttributePlan, type ComplexPlan, type ElementPlan, targetOf } from '../plan/plan.js';
import { noPrefixes, type SimplePlan, simplePlan, varietiesOf } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';

/** The values that stand for those that are missing, as in .NET. */

/** The default of an attribute's type. */
export function zeroOfAttribute(decoder: Decoder, { name, type }: AttributePlan): unknown {
  try {
    return zeroOf(type);
  } catch {
    throw decoder.error('missing-attribute', `attribute "${name}" is missing`);
  }
}

/** The default of an element: an object has those of its required members. */
export function zeroOfElement(decoder: Decoder, element: ElementPlan): unknown {
  return defaultOf(decoder, element, 0);
}

const maxDepth = 16;

function defaultOf(decoder: Decoder, element: ElementPlan, depth: number): unknown {
  const target = targetOf(element);
  const text = element.fixed ?? element.default;
  // `int?` has no value until somebody sets one.
  if (element.nillable && (text === undefined || target.kind !== 'simple')) {
    return null;
  }
  if (target.kind === 'simple') {
    return text === undefined
      ? zeroOfSimple(decoder, element, target)
      : parsePlan(target, text, noPrefixes, 'enumeration');
  }
  return emptyOf(decoder, element, target, depth);
}

/** An object with the default of every required member. */
function emptyOf(decoder: Decoder, element: ElementPlan, plan: ComplexPlan, depth: number): unknown {
  if (depth > maxDepth || plan.mode === 'groups' || plan.abstract) {
    throw decoder.error('missing-element', `element "${element.name}" is missing`);
  }
  switch (plan.mode) {
    case 'tree':
      return { namespace: element.namespace, name: element.name, attributes: [], children: [] };
    case 'array':
      return [];
    case 'text':
    case 'mixed':
    case 'record':
      return plan.unwrap === undefined ? emptyRecord(decoder, element, plan, depth) : [];
  }
}

function emptyRecord(decoder: Decoder, element: ElementPlan, plan: ComplexPlan, depth: number): unknown {
  const result: Record<string, unknown> = {};
  for (const { required, property, fixed, type } of plan.attributes) {
    if (required) {
      writeProperty(
        result,
        property,
        fixed === undefined ? zeroOfSimple(decoder, element, type) : parsePlan(type, fixed, noPrefixes, 'enumeration'),
      );
    }
  }
  if (plan.text !== undefined) {
    result.$value = zeroOfSimple(decoder, element, plan.text);
  }
  if (plan.mode === 'mixed') {
    result.$content = [];
  }
  for (const field of plan.fields) {
    if (field.list) {
      writeProperty(result, field.property, []);
    } else if (field.min > 0) {
      writeProperty(result, field.property, defaultOf(decoder, field.element, depth + 1));
    }
  }
  return result;
}

/** The initial values of .NET's value types. */
const zeros: Readonly<Record<string, string>> = {
  boolean: 'false',
  duration: 'PT0S',
  dateTime: '0001-01-01T00:00:00',
  dateTimeStamp: '0001-01-01T00:00:00Z',
  dayTimeDuration: 'PT0S',
  yearMonthDuration: 'P0M',
  date: '0001-01-01',
  time: '00:00:00',
  gYear: '0001',
  gYearMonth: '0001-01',
  gMonthDay: '--01-01',
  gDay: '---01',
  gMonth: '--01',
  NOTATION: '_',
  QName: '_',
};
const numeric: ReadonlySet<string> = new Set(
  (
    'decimal integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt ' +
    'unsignedShort unsignedByte positiveInteger float double'
  ).split(' '),
);

/** The default of an element's type. A scalar mapping of the user may refuse it: then the element cannot be missing. */
function zeroOfSimple(decoder: Decoder, element: ElementPlan, plan: SimplePlan): unknown {
  try {
    return zeroOf(plan);
  } catch {
    throw decoder.error('missing-element', `element "${element.name}" is missing`);
  }
}

const emptyGuid = '00000000-0000-0000-0000-000000000000';

/** .NET's value for an element of a simple type that was never set. */
export function zeroOfType(type: SimpleType): unknown {
  return zeroOf(simplePlan(type));
}

/** Default value of a simple type: 0, false, the first value of an enumeration, else the value of an empty text. */
function zeroOf(plan: SimplePlan): unknown {
  if (plan.variety === 'list') {
    return [];
  }
  const first = plan.variety === 'union' ? varietiesOf(plan).leaves(plan)[0] : undefined;
  if (first !== undefined) {
    return zeroOf(first);
  }
  const text = zeroText(plan);
  return parsePlan({ ...plan, facets: undefined, texts: undefined, verbatim: false }, text, noPrefixes, 'enumeration');
}

function zeroText(plan: SimplePlan): string {
  const base = plan.mapped ?? plan;
  const { builtIn } = base;
  const enumerated = base.facets?.enumeration?.[0];
  if (enumerated !== undefined) {
    return enumerated;
  }
  if (isGuid(base.type)) {
    return emptyGuid;
  }
  return (
    zeros[builtIn] ??
    (numeric.has(builtIn) ? (builtIn === 'positiveInteger' ? '1' : builtIn === 'negativeInteger' ? '-1' : '0') : '')
  );
}

/** By its name, because the type itself depends on this module. */
function isGuid(type: SimpleType): boolean {
  if (type.name === 'guid' && type.namespace === 'http://microsoft.com/wsdl/types/') {
    return true;
  }
  return type.base !== undefined && isGuid(resolve(type.base));
}
