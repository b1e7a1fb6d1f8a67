import { guid } from '../../schema/construct/construct.js';
import type { DecodeOptions } from '../../schema/context/decoder.js';
import type { SimpleType } from '../../schema/descriptor/descriptor.js';
import { LexicalError } from '../../schema/descriptor/errors.js';
import { isDerivedFrom } from '../../schema/plan/simple-derivation.js';
import { excerpt, wording } from '../base/wording.js';
import { dateTypes, floatRanges, integerRanges, trimSpace, typeFacts } from './dotnet-types.js';
import type { Profile } from './profile.js';

/** How a profile reads the bodies of requests, with what the server's options add. */
export function decodeOptions(
  profile: Profile,
  { tolerate, onUnknown }: Pick<DecodeOptions, 'tolerate' | 'onUnknown'>,
): DecodeOptions {
  return {
    missing: profile.missingElement,
    nearMisses: profile.nearMisses,
    ...(profile.dotNetValues && { recover: dotNetValue, overflow: 'refuse' }),
    ...(profile.plainText && { plainText: true }),
    ...(profile.ordered && { ordered: true }),
    ...(tolerate !== undefined && { tolerate }),
    ...(onUnknown !== undefined && { onUnknown }),
  };
}

/** A date where a date with a time is declared: midnight. */
const dateAlone = /^(-?\d{4,}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)?$/;

/**
 * .NET's reading of a text that XML Schema does not allow for its type: another form of the same value, or a `LexicalError`
 * in .NET's words (`XmlConvert`, `XmlSerializer`).
 */
function dotNetValue(type: SimpleType, text: string): string {
  const facts = typeFacts(type);
  const trimmed = trimSpace(text);
  if (facts.enumeration) {
    throw new LexicalError(wording.notEnumerated(excerpt(text), type.name));
  }
  const float = floatRanges.get(facts.builtIn);
  if (float !== undefined) {
    if (trimmed === 'Infinity' || trimmed === '-Infinity') {
      return trimmed.replace('Infinity', 'INF');
    }
    const finite = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed);
    throw new LexicalError(finite ? wording.overflow(`a ${float}`) : wording.badFormat);
  }
  const integer = integerRanges.get(facts.builtIn);
  if (integer !== undefined) {
    const { typeName } = integer;
    const article = typeName.startsWith('Int') ? 'an' : 'a';
    const signed = integer.min < 0n;
    const isNumber = (signed ? /^[+-]?\d+$/ : /^\d+$/).test(trimmed);
    throw new LexicalError(isNumber ? wording.overflow(`${article} ${typeName}`) : wording.badFormat);
  }
  if (facts.builtIn === 'boolean') {
    throw new LexicalError(wording.notBoolean(excerpt(trimmed)));
  }
  if (facts.builtIn === 'dateTime' && dateAlone.test(trimmed)) {
    return trimmed.replace(dateAlone, '$1T00:00:00$2');
  }
  if (isDerivedFrom(type, guid)) {
    return plainGuid(trimmed);
  }
  if (dateTypes.has(facts.builtIn)) {
    throw new LexicalError(wording.notDate(excerpt(text)));
  }
  throw new LexicalError(wording.badFormat);
}

/** Of `new Guid(text)`: braces, parentheses, digits alone. */
const guidForms = /^([{(]?)([\da-f]{8})(-?)([\da-f]{4})\3([\da-f]{4})\3([\da-f]{4})\3([\da-f]{12})([})]?)$/i;

function plainGuid(text: string): string {
  const [, open = '', first, dash, second, third, fourth, fifth, close = ''] = guidForms.exec(text) ?? [];
  if (first === undefined || (open !== '' && dash === '') || !['', '{}', '()'].includes(open + close)) {
    throw new LexicalError(wording.badGuid);
  }
  return [first, second, third, fourth, fifth].join('-');
}
