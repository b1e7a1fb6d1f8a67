import { valuesAt } from './conditions.js';
import type { RuleValue } from './model.js';

/** What templates in answers may name. */
export interface TemplateValues {
  /** The request in its JSON form. */
  readonly request: unknown;
  /** HTTP headers of the request by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the operation. */
  readonly operation: string;
  /** How often the rule has applied, this time included. */
  readonly count: number;
  /** The time, in the form of `xs:dateTime`. */
  readonly now: string;
}

const template = /\{\{([^{}]*)\}\}/g;
const wholeTemplate = /^\{\{([^{}]*)\}\}$/;

/** The value with all its templates filled in. A text that is one template alone becomes the value itself, a number for example. */
export function fillTemplates(value: RuleValue, values: TemplateValues): unknown {
  if (typeof value === 'string') {
    const whole = wholeTemplate.exec(value);
    return whole === null ? fillText(value, values) : valueIn((whole[1] ?? '').trim(), values);
  }
  if (Array.isArray(value)) {
    return value.map((item) => fillTemplates(item, values));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillTemplates(part, values)]))
    : value;
}

/** A text with its templates filled in; values that are absent are empty. */
export function fillText(text: string, values: TemplateValues): string {
  return text.replace(template, (_, expression: string) => {
    const value = valueIn(expression.trim(), values);
    return value === undefined || value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  });
}

/** The expressions of all templates in a text. */
export function templatesIn(text: string): readonly string[] {
  return [...text.matchAll(template)].map(([, expression = '']) => expression.trim());
}

/** The path that an expression names in the request; `undefined` for other expressions. */
export function requestPath(expression: string): readonly string[] | undefined {
  const steps = stepsOf(expression);
  return steps[0] === 'request' ? steps.slice(1) : undefined;
}

/** True for an expression that has a meaning. */
export function isTemplate(expression: string): boolean {
  const [first, ...rest] = stepsOf(expression);
  return (
    first === 'request' ||
    (first === 'header' && rest.length === 1) ||
    (['operation', 'count', 'now'].includes(first ?? '') && rest.length === 0)
  );
}

/** The steps of a path: `lines[0].code` and `lines.0.code` are `lines`, `0`, `code`. */
export function stepsOf(path: string): readonly string[] {
  return path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '');
}

function valueIn(expression: string, values: TemplateValues): unknown {
  const [first, ...rest] = stepsOf(expression);
  switch (first) {
    case 'request':
      return rest.length === 0 ? values.request : at(values.request, rest);
    case 'header':
      return values.headers[rest.join('.').toLowerCase()];
    case 'operation':
      return values.operation;
    case 'count':
      return values.count;
    case 'now':
      return values.now;
    default:
      return undefined;
  }
}

/** A list at the end of the path is taken as it is. */
function at(json: unknown, path: readonly string[]): unknown {
  const last = path.at(-1) ?? '';
  const [holder] = valuesAt(json, path.slice(0, -1));
  if (path.length > 1 && Array.isArray(holder)) {
    return valuesAt(json, path)[0];
  }
  const parent = path.length === 1 ? json : holder;
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, last)
    ? (parent as Readonly<Record<string, unknown>>)[last]
    : valuesAt(json, path)[0];
}
