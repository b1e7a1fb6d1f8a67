import { SecretNames } from '../../client/masking/names.js';
import type { Facets, SimpleType } from '../../schema/descriptor/descriptor.js';
import { formatSimple } from '../../schema/document/document.js';
import { type SimplePlan, simplePlan } from '../../schema/plan/simple-plan.js';
import { compactSample } from '../../schema/sample/sample.js';
import { formMapping } from '../../service/facts.js';
import { escapeMarkup } from '../base/wording.js';
import { floatRanges, integerRanges } from '../profile/dotnet-types.js';
import { paragraph } from './layout.js';
import { describeType, maxChoices } from './type-notes.js';

/** A parameter that a form asks for. */
export interface FormParameter {
  readonly name: string;
  readonly type: SimpleType;
  readonly documentation?: string | undefined;
}

const secretNames = new SecretNames();

/** True for a parameter that is a credential by its name. */
export function isSecret({ name }: FormParameter): boolean {
  return secretNames.isSecret(name);
}

/** A field with its label, its type, and what is said of it. Browsers check the value before they send it. */
export function formField(parameter: FormParameter, id: string): string {
  const plan = simplePlan(parameter.type);
  const note = paragraph(parameter.documentation).join('');
  const described = note === '' ? '' : ` aria-describedby="${id}-note"`;
  const attributes = `id="${id}" name="${escapeMarkup(parameter.name)}"${described} data-field`;
  const label = `<label for="${id}">${escapeMarkup(parameter.name)} <span class="dim">${escapeMarkup(labelOf(plan))}</span></label>`;
  const text = note === '' ? '' : note.replace('<p>', `<p class="dim" id="${id}-note">`);
  return `<div class="field">${label}${control(parameter, plan, attributes)}${fileInput(parameter, plan, id)}${text}</div>`;
}

/** An input for a file, whose content the script of the page writes into the field. */
function fileInput({ name }: FormParameter, { variety, builtIn }: SimplePlan, id: string): string {
  return variety === 'atomic' && (builtIn === 'base64Binary' || builtIn === 'hexBinary')
    ? `<input type="file" data-file="${builtIn}" data-for="${id}" aria-label="${escapeMarkup(`File for ${name}`)}" hidden>`
    : '';
}

/** The type in a few words; the values of an enumeration are those of the list. */
function labelOf(plan: SimplePlan): string {
  const values = plan.facets?.enumeration;
  if (formMapping(plan.type) !== undefined) {
    return plan.type.name;
  }
  return describeType(plan, new Set(values === undefined || values.length > maxChoices ? [] : [plan]));
}

function control(parameter: FormParameter, plan: SimplePlan, attributes: string): string {
  const value = sampleText(parameter.type);
  const choices = plan.builtIn === 'boolean' ? ['true', 'false'] : plan.facets?.enumeration;
  if (choices !== undefined && choices.length <= maxChoices) {
    const options = choices.map((text) => `<option${text === value ? ' selected' : ''}>${escapeMarkup(text)}</option>`);
    return `<select ${attributes}>${options.join('')}</select>`;
  }
  const secret = isSecret(parameter);
  const given = secret || value === '' ? '' : ` value="${escapeMarkup(value)}"`;
  const kind = secret ? { ...inputOf(plan), type: 'password' } : inputOf(plan);
  const checks = Object.entries(kind).map(([name, text]) => ` ${name}${text === '' ? '' : `="${escapeMarkup(text)}"`}`);
  return `<input ${attributes}${checks.join('')}${given} spellcheck="false" autocapitalize="off" autocomplete="off">`;
}

/** A sample value as a query or a form has it; `''` if there is none. */
function sampleText(type: SimpleType): string {
  try {
    const value = compactSample(type);
    const text = formMapping(type)?.format(value) ?? formatSimple(type, value);
    return text.length > maxSample ? '' : text;
  } catch {
    // A field without a value says as much.
    return '';
  }
}

/** Characters of a sample value. */
const maxSample = 500;

type InputAttributes = Readonly<Record<string, string>>;

/** The kind of an input, and what it checks. */
function inputOf(plan: SimplePlan): InputAttributes {
  if (formMapping(plan.type) !== undefined) {
    return { maxlength: '1', required: '', 'data-code': '' };
  }
  const { builtIn, facets = {} } = plan;
  if (plan.variety !== 'atomic') {
    return {};
  }
  return textForms[builtIn] ?? numberInput(builtIn, facets) ?? stringInput(facets);
}

/** Types whose texts are checked by a pattern, or have an input of their own. A zone and seconds are what inputs for dates with times lack. */
const zone = '(Z|[+\\-]\\d\\d:\\d\\d)?';
const textForms: Readonly<Record<string, InputAttributes>> = {
  date: { type: 'date', required: '' },
  dateTime: patternInput(`-?\\d{4,}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?${zone}`, '2024-01-15T09:30:00Z'),
  time: patternInput(`\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?${zone}`, '09:30:00'),
  duration: patternInput('-?P(\\d+Y)?(\\d+M)?(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?', 'P1DT2H'),
  hexBinary: patternInput('([0-9A-Fa-f]{2})*', '0FB7'),
  base64Binary: patternInput('[A-Za-z0-9+\\/= ]*', 'D7c='),
};

function patternInput(pattern: string, example: string): InputAttributes {
  return { pattern, title: `Like ${example}`, required: '' };
}

/** Beyond these bounds, browsers cannot compare numbers exactly. */
const exact = 2 ** 53;
const wholeTypes: ReadonlySet<string> = new Set([
  ...integerRanges.keys(),
  'integer',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
]);

function numberInput(builtIn: string, facets: Facets): InputAttributes | undefined {
  const whole = wholeTypes.has(builtIn);
  if (!whole && !floatRanges.has(builtIn) && builtIn !== 'decimal') {
    return undefined;
  }
  const range = integerRanges.get(builtIn);
  const least = facets.minInclusive ?? facets.minExclusive ?? range?.min.toString();
  const most = facets.maxInclusive ?? facets.maxExclusive ?? range?.max.toString();
  const inexact = [least, most].some((bound) => bound !== undefined && Math.abs(Number(bound)) > exact);
  if (whole && (range === undefined || inexact)) {
    return { inputmode: 'numeric', pattern: '[+\\-]?\\d+', title: 'A whole number', required: '' };
  }
  const digits = facets.fractionDigits;
  return {
    type: 'number',
    step: whole ? '1' : digits === undefined || digits > 15 ? 'any' : (1 / 10 ** digits).toFixed(digits),
    ...(least !== undefined && !inexact && { min: least }),
    ...(most !== undefined && !inexact && { max: most }),
    required: '',
  };
}

function stringInput({ length, minLength = length ?? 0, maxLength = length, patterns }: Facets): InputAttributes {
  const [group, ...more] = patterns?.groups ?? [];
  const pattern = group === undefined || more.length > 0 ? undefined : browserPattern(group);
  return {
    ...(minLength > 0 && { minlength: String(minLength), required: '' }),
    ...(maxLength !== undefined && { maxlength: String(maxLength) }),
    ...(pattern !== undefined && { pattern, title: `Pattern ${group?.join(' or ')}` }),
  };
}

/** Expressions of XML Schema that mean the same in a browser; undefined for all others, of which the server says what is wrong. */
function browserPattern(patterns: readonly string[]): string | undefined {
  const plain =
    /^(?:[-&/A-Za-z0-9 _,:;=@#%'"~<>!]|[()|?*+.]|\{\d+(?:,\d*)?\}|\\[d.\\?*+(){}|[\]-]|\[\^?(?:[A-Za-z0-9 _,:;=@#%.+]|[A-Za-z0-9]-[A-Za-z0-9]|\\[d.\\-])+\])*$/;
  return patterns.every((each) => each.length < 500 && plain.test(each))
    ? // Digits are those of all scripts.
      patterns.join('|').replace(/\\./g, (text) => (text === '\\d' ? '\\p{Nd}' : text))
    : undefined;
}
