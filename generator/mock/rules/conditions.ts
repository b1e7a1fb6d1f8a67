import type { Condition, ConditionTest, RuleValue } from './model.js';

/** True if all conditions hold for a value in its JSON form. */
export function holdFor(conditions: readonly Condition[], json: unknown): boolean {
  return conditions.every(({ path, test }) => {
    const found = valuesAt(json, path);
    return test.kind === 'present' ? found.length > 0 === test.expected : found.some((value) => passes(test, value));
  });
}

/** The values at a path; a list on the way, or at its end, stands for all its items. Null counts as absent. */
export function valuesAt(json: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (json === null || json === undefined) {
    return [];
  }
  if (step === undefined) {
    return Array.isArray(json) ? json.flatMap((item) => valuesAt(item, [])) : [json];
  }
  if (Array.isArray(json)) {
    return /^\d+$/.test(step)
      ? valuesAt(json[Number(step)], rest)
      : json.flatMap((item) => valuesAt(item, [step, ...rest]));
  }
  return typeof json === 'object' && Object.hasOwn(json, step)
    ? valuesAt((json as Readonly<Record<string, unknown>>)[step], rest)
    : [];
}

function passes(test: Exclude<ConditionTest, { kind: 'present' }>, value: unknown): boolean {
  switch (test.kind) {
    case 'equals':
      return isSame(test.value, value);
    case 'not':
      return !isSame(test.value, value);
    case 'oneOf':
      return test.values.some((each) => isSame(each, value));
    case 'matches':
      return test.pattern.test(textOf(value));
    case 'contains':
      return textOf(value).includes(test.text);
    case 'above':
      return Number(value) > test.bound;
    case 'below':
      return Number(value) < test.bound;
  }
}

/** Numbers are compared as numbers, since `12.50` and `12.5` are one value; everything else as text. */
function isSame(expected: RuleValue, value: unknown): boolean {
  if (typeof expected === 'number') {
    return textOf(value).trim() !== '' && Number(value) === expected;
  }
  return textOf(expected) === textOf(value);
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
