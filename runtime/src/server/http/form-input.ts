import type { FormField } from '../../http/form.js';
import type { SimpleType } from '../../schema/descriptor/descriptor.js';
import { LexicalError } from '../../schema/descriptor/errors.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import { parseSimple } from '../../schema/document/document.js';
import { complexPlan, elementPlan, targetOf } from '../../schema/plan/plan.js';
import type { HttpParameterDescriptor, MessageDescriptor } from '../../service/descriptor.js';
import { flagNames, formMapping, propertyOf } from '../../service/facts.js';
import { excerpt, wording } from '../base/wording.js';
import { dotNetConversion } from '../profile/dotnet-forms.js';
import type { Profile } from '../profile/profile.js';
import type { HttpRoute } from '../routes/http-routes.js';

/** A query or form that does not fit the operation; the message is for the client. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

/** The value of `message` from the fields of a query or form. Throws `ParameterError`. */
export function formInput(
  message: MessageDescriptor,
  parameters: readonly HttpParameterDescriptor[],
  fields: readonly FormField[],
  profile: Profile,
): unknown {
  const values = fieldValues(fields, parameters, profile);
  const input: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const found = values.get(parameter.name);
    const type = resolve(parameter.type);
    if (parameter.list === true) {
      const items = (found ?? []).map((text) => convert(text, type, profile));
      setOwn(input, propertyOf(parameter), parameter.item === undefined ? items : wrap(parameter.item, items));
    } else if (found !== undefined) {
      setOwn(input, propertyOf(parameter), convert(single(parameter.name, found, profile), type, profile));
    } else if (isNeeded(message, parameter, profile)) {
      throw new ParameterError(wording.missingParameter(parameter.name));
    }
  }
  const whole = parameters.find((parameter) => parameter.whole === true);
  return whole === undefined ? input : (input[propertyOf(whole)] ?? (message.absent === 'null' ? null : undefined));
}

/**
 * The one of several operations whose parameters a request has: the one with the most that are there, and the fewest others, of those that need no more. The first one where
 * all need more. Fields may be there that mean nothing, and an array has no field where it is empty.
 */
export function chooseByParameters(
  routes: readonly [HttpRoute, ...HttpRoute[]],
  fields: readonly FormField[],
  profile: Profile,
): HttpRoute {
  const possible = routes.flatMap((route) => {
    const { parameters } = route.binding;
    const given = fieldValues(fields, parameters, profile);
    const missing = parameters.filter(({ name }) => !given.has(name));
    const isPossible = !missing.some((each) => isNeeded(route.operation.input, each, profile));
    return isPossible ? [{ route, present: parameters.length - missing.length, missing: missing.length }] : [];
  });
  const [best] = possible.sort((a, b) => b.present - a.present || a.missing - b.missing);
  return best?.route ?? routes[0];
}

function isNeeded(message: MessageDescriptor, parameter: HttpParameterDescriptor, profile: Profile): boolean {
  return (
    parameter.list !== true && (profile.form.allRequired || requiredProperties(message).has(propertyOf(parameter)))
  );
}

const required = new WeakMap<MessageDescriptor, ReadonlySet<string>>();

/** Properties that the schema says have to be there. Of choices it says no such thing. */
function requiredProperties(input: MessageDescriptor): ReadonlySet<string> {
  let names = required.get(input);
  if (names === undefined) {
    const content = input.content === undefined ? undefined : complexPlan(resolve(input.content));
    const plan = input.element === undefined ? content : targetOf(elementPlan(input.element));
    const fields = plan?.kind === 'complex' && plan.mode === 'record' ? plan.fields : [];
    names = new Set(fields.filter(({ min, list }) => min > 0 && !list).map(({ property }) => property));
    required.set(input, names);
  }
  return names;
}

/** The texts that ASP.NET's request validation treats as markup. */
const markup = /<[A-Za-z!/?]|&#/;

/** ASP.NET's request validation of a query or form. Throws `ParameterError`. */
export function requireHarmless(fields: readonly FormField[], collection: 'QueryString' | 'Form'): void {
  for (const [name, value = ''] of fields) {
    const found = value.search(markup);
    if (found >= 0) {
      const start = Math.max(found - 10, 0);
      const end = found + 20;
      const excerpt = `${start > 0 ? '...' : ''}${value.slice(start, end)}${end < value.length ? '...' : ''}`;
      throw new ParameterError(wording.dangerousValue(collection, name, excerpt));
    }
  }
}

/**
 * Values by the name of the parameter that they are for, in order. A field without `=` has no name to ASP.NET, and no value elsewhere. Letter case counts only where several
 * parameters differ in nothing else.
 */
function fieldValues(
  fields: readonly FormField[],
  parameters: readonly HttpParameterDescriptor[],
  { form }: Profile,
): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const names = new Set(parameters.map(({ name }) => name));
  const anyCase = new Map(form.anyCaseNames ? [...names].reverse().map((name) => [name.toLowerCase(), name]) : []);
  for (const [name, value] of fields) {
    if (value === undefined && form.allRequired) {
      continue;
    }
    const key = names.has(name) ? name : (anyCase.get(name.toLowerCase()) ?? name);
    const known = values.get(key);
    if (known === undefined) {
      values.set(key, [value ?? '']);
    } else {
      known.push(value ?? '');
    }
  }
  return values;
}

function single(name: string, values: readonly string[], profile: Profile): string {
  if (values.length > 1 && !profile.form.joinRepeated) {
    throw new ParameterError(wording.repeatedParameter(name));
  }
  return values.join(',');
}

function convert(text: string, type: SimpleType, profile: Profile): unknown {
  const mapping = formMapping(type);
  const conversion = profile.form.dotNetForms && mapping === undefined ? dotNetConversion(type) : undefined;
  try {
    if (mapping !== undefined) {
      return mapping.parse(text);
    }
    return parseSimple(type, conversion === undefined ? listText(type, text) : conversion.toXml(text));
  } catch (error) {
    if (error instanceof LexicalError) {
      // Only ASP.NET's `char` has a mapping of its own for forms.
      throw mapping === undefined
        ? cannotConvert(text, conversion?.typeName ?? type.name, error.message)
        : cannotConvert(text, 'System.Char', wording.badCharacter);
    }
    throw error;
  }
}

/** Flags have commas between them, as in .NET, or spaces, as in XML Schema. */
function listText(type: SimpleType, text: string): string {
  return flagNames(type) === undefined ? text : text.replaceAll(',', ' ');
}

function cannotConvert(text: string, typeName: string, why: string): ParameterError {
  return new ParameterError(wording.cannotConvert(excerpt(text), typeName, excerpt(why)));
}

function wrap(item: string, items: readonly unknown[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  setOwn(value, item, items);
  return value;
}

/** Sets an own property whatever its name, `__proto__` included. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}
