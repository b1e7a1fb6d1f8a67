import type { PropertyExpression, ValueExpression } from '../typescript/expressions/expression.js';
import type { ModuleScope } from './module-scope.js';
import { printKey, printLiteral } from './print-type.js';
import { quoteSentences } from './quote-sentences.js';

/** How many simple items an array or object shows on one line. */
const maxInlineItems = 3;
const maxInlineProperties = 4;

/** Columns of the items of an array or object on one line. */
const maxInlineLength = 100;

/** Columns of a call on one line. */
const maxCallLength = 138;

/** When a value is computed: when its module is imported, or not before something needs it. */
type Moment = 'import' | 'later';

/** Tells bundlers that a call only returns a value: they omit it if nobody uses the value. */
const pureComment = '/*#__PURE__*/';

/** The text of a constant's value, in a form that bundlers omit if nobody uses the constant. */
export function printConstant(value: ValueExpression, scope: ModuleScope): string {
  if (value.kind === 'call' || !callsOnImport(value)) {
    return printValue(value, scope, '', 'import');
  }
  return `${pureComment} (${printValue({ kind: 'thunk', body: value }, scope)})()`;
}

function callsOnImport(value: ValueExpression): boolean {
  switch (value.kind) {
    case 'literal':
    case 'local':
    case 'import':
    case 'namespace':
    case 'thunk':
      return false;
    case 'call':
      return true;
    case 'array':
      return value.items.some(callsOnImport);
    case 'object':
      return value.properties.some((property) => callsOnImport(property.value));
  }
}

/** The text of a value. Lines after the first are indented by `indent`; the layout follows from the structure alone. */
export function printValue(value: ValueExpression, scope: ModuleScope, indent = '', moment: Moment = 'later'): string {
  switch (value.kind) {
    case 'literal':
      return value.value === Number.POSITIVE_INFINITY ? 'Infinity' : printLiteral(value.value);
    case 'local':
      return value.name;
    case 'import':
      return scope.value(value.from, value.name, value.namespace);
    case 'namespace':
      return scope.namespace(value.uri, value.constant);
    case 'thunk': {
      const body = printValue(value.body, scope, indent);
      return value.body.kind === 'object' ? `() => (${body})` : `() => ${body}`;
    }
    case 'call': {
      const mark = moment === 'import' ? `${pureComment} ` : '';
      const start = `${mark}${printValue(value.callee, scope, indent)}(`;
      const line = `${start}${printArguments(value.arguments, scope, indent, moment)})`;
      return line.length <= maxCallLength || line.includes('\n')
        ? line
        : `${start}${printArguments(value.arguments, scope, indent, moment, true)})`;
    }
    case 'array': {
      const items = value.items.map((item) => printValue(item, scope, `${indent}  `, moment));
      return isInline(value) && fits(items) ? `[${items.join(', ')}]` : block('[', items, ']', indent);
    }
    case 'object': {
      const properties = value.properties.map((property) => printProperty(property, scope, `${indent}  `, moment));
      if (properties.length === 0) {
        return '{}';
      }
      return isInline(value) && fits(properties) ? `{ ${properties.join(', ')} }` : block('{', properties, '}', indent);
    }
  }
}

/** `asBlocks` gives each item of a list a line of its own. */
function printArguments(
  given: readonly ValueExpression[],
  scope: ModuleScope,
  indent: string,
  moment: Moment,
  asBlocks = false,
): string {
  const texts = given.map((argument) => {
    if (!asBlocks || argument.kind !== 'array' || argument.items.length === 0) {
      return printValue(argument, scope, indent, moment);
    }
    const items = argument.items.map((item) => printValue(item, scope, `${indent}  `, moment));
    return block('[', items, ']', indent);
  });
  return texts.join(', ');
}

function printProperty(property: PropertyExpression, scope: ModuleScope, indent: string, moment: Moment): string {
  const documentation = documentationOf(property);
  const text =
    documentation === undefined
      ? ` ${printValue(property.value, scope, indent, moment)}`
      : quoteSentences(documentation, indent, property.name.length);
  return `${printKey(property.name)}:${text}`;
}

/** The text of a property that documents something. */
function documentationOf({ name, value }: PropertyExpression): string | undefined {
  return name === 'documentation' && value.kind === 'literal' && typeof value.value === 'string'
    ? value.value
    : undefined;
}

function fits(parts: readonly string[]): boolean {
  return parts.reduce((sum, part) => sum + part.length + 2, 0) <= maxInlineLength;
}

function block(open: string, items: readonly string[], close: string, indent: string): string {
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close}`;
}

function isInline(value: ValueExpression): boolean {
  switch (value.kind) {
    case 'literal':
    case 'local':
    case 'import':
    case 'namespace':
      return true;
    case 'thunk':
      return isInline(value.body);
    case 'call':
      return false;
    case 'array':
      return (
        value.items.length <= maxInlineItems && value.items.every((item) => item.kind !== 'object' && isInline(item))
      );
    case 'object':
      return (
        value.properties.length <= maxInlineProperties &&
        value.properties.every((p) => p.value.kind !== 'object' && p.name !== 'documentation' && isInline(p.value))
      );
  }
}
