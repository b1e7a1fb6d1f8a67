import { type FormError, isContract } from './contract-validator.js';

/** The first place where a JSON value is not of the form of contracts, in words; undefined if it is. */
export function misfitOf(value: unknown): string | undefined {
  const [error] = isContract(value) ? [] : (isContract.errors ?? []);
  if (error === undefined) {
    return undefined;
  }
  let at = 'contract';
  let found = value;
  for (const step of error.instancePath.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at += Array.isArray(found) ? `[${key}]` : `.${key}`;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  const { missingProperty } = error.params;
  return missingProperty === undefined ? `${at} ${wordsFor(error, found)}` : `${at}.${missingProperty} is missing`;
}

/** What is wrong with a value, as the rest of a sentence. */
function wordsFor({ keyword, params }: FormError, value: unknown): string {
  const { additionalProperty, allowedValue, allowedValues, type, limit } = params;
  switch (keyword) {
    case 'additionalProperties':
      return `has a property "${additionalProperty}", which contracts do not have here`;
    case 'discriminator':
      return 'has none of the forms that are allowed here';
    case 'minItems':
      return `has ${(value as readonly unknown[]).length} items, not ${limit} or more`;
    case 'enum':
    case 'const': {
      const allowed = (allowedValues ?? [allowedValue]) as readonly unknown[];
      return `is ${valueForMessage(value)}, not ${allowed.map((item) => JSON.stringify(item)).join(' or ')}`;
    }
    case 'type':
      return `is ${valueForMessage(value)}, not ${[type].flat().join(' or ')}`;
    case 'minimum':
      return `is below ${limit}`;
    default:
      return `is ${valueForMessage(value)}, which is not of the form that it must have`;
  }
}

function valueForMessage(value: unknown): string {
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (typeof value === 'object' && value !== null) {
    return 'an object';
  }
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
