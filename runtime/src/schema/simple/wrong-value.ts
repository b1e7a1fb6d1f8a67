import { describe } from '../../base/describe.js';
import { acceptsValue, type SimplePlan } from '../plan/simple-plan.js';

/** Wording of a value of the wrong TypeScript type. */
export function wrongValue(plan: SimplePlan, value: unknown): string {
  const { type, builtIn } = plan.type.name === '' ? (plan.mapped ?? plan) : plan;
  const name = type.name === '' ? builtIn : type.name;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return `${value} has lost digits; ${name} needs a bigint`;
  }
  const hint = rightForm(plan, value);
  const write = hint === undefined ? '' : `; write ${hint}`;
  return `${describe(value)} is not a value of type ${name === '' ? 'the schema' : name}${write}`;
}

/** The same value in the form that the type takes, as it is written in a program; undefined if there is none. */
function rightForm(plan: SimplePlan, value: unknown): string | undefined {
  const takes = (other: unknown): boolean => acceptsValue(plan, other);
  if (value instanceof Date) {
    return takes('2000-01-01T00:00:00.000Z') ? 'date.toISOString()' : undefined;
  }
  if (typeof value !== 'string') {
    const bigint = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
    const number = typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
    const scalar = ['number', 'bigint', 'boolean'].includes(typeof value);
    const forms = [bigint, number, scalar ? String(value) : undefined];
    const form = forms.find((each) => each !== undefined && takes(each));
    return form === undefined ? undefined : describe(form);
  }
  if (/^-?\d{1,18}$/.test(value)) {
    return [Number(value), BigInt(value)].filter(takes).map(describe)[0];
  }
  return (value === 'true' || value === 'false') && takes(value === 'true') ? value : undefined;
}

/** A value, or the text that it was read from, as messages show it: never all of it. */
export function valueForMessage(value: unknown, text: string | undefined): string {
  if (text === undefined && (typeof value === 'number' || typeof value === 'bigint')) {
    return String(value);
  }
  const plain = text ?? (typeof value === 'object' ? 'the value' : String(value));
  return JSON.stringify(plain.length > 60 ? `${plain.slice(0, 60)}…` : plain);
}
