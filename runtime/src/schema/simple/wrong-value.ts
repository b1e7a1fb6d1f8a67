import { describe } from '../../describe.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import { rightForm } from './right-form.js';

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
