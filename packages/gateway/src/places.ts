import type { OnlyList } from '@wsdl-codegen/runtime/extend';

/** What is at properties of a value; undefined if there is nothing. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((at, step) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, step)
      ? (at as Readonly<Record<string, unknown>>)[step]
      : undefined;
  }, value);
}

/** A value with another one in the place of its list. Nothing of the value is changed. */
export function placed(value: unknown, { steps }: Pick<OnlyList, 'steps'>, items: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) {
    return items;
  }
  const inner = typeof value === 'object' && value !== null ? value : {};
  return { ...inner, [step]: placed(valueAt(inner, [step]), { steps: rest }, items) };
}
