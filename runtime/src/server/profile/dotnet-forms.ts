import type { SimpleType } from '../../schema/descriptor/descriptor.js';
import { LexicalError } from '../../schema/descriptor/errors.js';
import { parseSimple } from '../../schema/document/document.js';
import { dateTime as xsDateTime } from '../../schema/xs.js';
import { flagNames } from '../../service/facts.js';
import { wording } from '../base/wording.js';
import { type IntegerRange, integerRanges, trimSpace, typeFacts } from './dotnet-types.js';

/**
 * How .NET reads a query or form value of a built-in type (`Convert`, `Enum.Parse`, `DateTime.Parse` with the invariant
 * culture), as the XML Schema form of the same value. Values that .NET refuses are refused, even if XML Schema would allow
 * them (`1` as boolean).
 */
interface Conversion {
  /** .NET's name of the type, for messages. */
  readonly typeName: string;
  /** From the text of the parameter to a lexical form of XML Schema. Throws `LexicalError` in .NET's words. */
  readonly toXml: (text: string) => string;
}

/** Refuses with .NET's words. */
function refuse(why: string): never {
  throw new LexicalError(why);
}

function integer({ typeName, min, max }: IntegerRange): Conversion {
  return {
    typeName: `System.${typeName}`,
    toXml: (text) => {
      const digits = /^([+-]?)(\d+)$/.exec(trimSpace(text)) ?? refuse(wording.badFormat);
      const magnitude = (digits[2] ?? '').replace(/^0+(?=\d)/, '');
      // No type has more than 20 digits: longer ones need no (costly) conversion.
      const value = magnitude.length > 20 ? max + 1n : BigInt(`${magnitude}`) * (digits[1] === '-' ? -1n : 1n);
      const article = typeName.startsWith('Int') ? 'an' : 'a';
      return value < min || value > max ? refuse(wording.overflow(`${article} ${typeName}`)) : value.toString();
    },
  };
}

const floatForm = /^([+-]?)(\d[\d,]*)?(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function floating(typeName: string, fits: (value: number) => boolean): Conversion {
  return {
    typeName: `System.${typeName}`,
    toXml: (text) => {
      const name = text.trim();
      if (name === 'NaN' || name === 'Infinity' || name === '-Infinity') {
        return name.replace('Infinity', 'INF');
      }
      const [, sign = '', whole = '', fraction = '', exponent = '0'] =
        floatForm.exec(trimSpace(text)) ?? refuse(wording.badFormat);
      if (whole === '' && fraction === '') {
        refuse(wording.badFormat);
      }
      const value = `${whole.replaceAll(',', '') || '0'}.${fraction || '0'}E${exponent}`;
      if (!fits(Number(value))) {
        refuse(wording.overflow(`a ${typeName}`));
      }
      return Number(value) === 0 ? '0' : sign + value;
    },
  };
}

const decimalForm = /^([+-]?)(\d[\d,]*)?(?:\.(\d*))?([+-]?)$/;

const decimal: Conversion = {
  typeName: 'System.Decimal',
  toXml: (text) => {
    const [, before = '', whole = '', fraction = '', after = ''] =
      decimalForm.exec(trimSpace(text)) ?? refuse(wording.badFormat);
    if ((whole === '' && fraction === '') || (before !== '' && after !== '')) {
      refuse(wording.badFormat);
    }
    return (before || after) + (whole.replaceAll(',', '') || '0') + (fraction === '' ? '' : `.${fraction}`);
  },
};

const boolean: Conversion = {
  typeName: 'System.Boolean',
  toXml: (text) => {
    const value = text.trim().toLowerCase();
    return value === 'true' || value === 'false' ? value : refuse(wording.badBoolean);
  },
};

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,7})?))?)?(Z|[+-]\d{2}:\d{2})?$/;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const time =
  '(?:,? (?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}(?:\\.\\d{1,7})?))?(?: ?(?<half>AM|PM))?(?<zone> ?GMT)?)?';
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?';
const written = (date: string): RegExp => new RegExp(`^${weekday}${date}${time}$`, 'i');

/** Year, month and day of a date that is not ISO 8601's, from what its expression found. */
const dateForms: readonly (readonly [form: RegExp, order: readonly [year: number, month: number, day: number]])[] = [
  [written('(\\d{1,2})/(\\d{1,2})/(\\d{4})'), [3, 1, 2]],
  [written('(\\d{4})/(\\d{1,2})/(\\d{1,2})'), [1, 2, 3]],
  [written(`(\\d{1,2})[ -]${monthName},?[ -](\\d{4})`), [3, 2, 1]],
  [written(`${monthName} (\\d{1,2}),? (\\d{4})`), [3, 1, 2]],
];

/**
 * The forms of `DateTime.Parse` that are in use: ISO 8601, RFC 1123, and those of the invariant culture, with the month first
 * or by its name. Times without a date are refused: they would belong to the day on which the server happens to read them.
 */
const dateTime: Conversion = {
  typeName: 'System.DateTime',
  toXml: (text) => {
    const trimmed = text.trim();
    const iso = isoDate.exec(trimmed);
    if (iso !== null) {
      const [, year, month, day, hour = '00', minute = '00', second = '00', zone = ''] = iso;
      return existing(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
    }
    for (const [form, [year, month, day]] of dateForms) {
      const found = form.exec(trimmed);
      if (found !== null) {
        return existing(
          `${found[year]}-${monthNumber(found[month] ?? '')}-${two(found[day] ?? '')}T${timeOf(found.groups ?? {})}`,
        );
      }
    }
    return refuse(wording.badDate);
  },
};

const two = (value: string | number): string => String(value).padStart(2, '0');

function monthNumber(month: string): string {
  const index = months.indexOf(month.slice(0, 3).toLowerCase());
  return two(index < 0 ? month : index + 1);
}

/** Time and zone as in XML. 12 AM is midnight. */
function timeOf({
  hour = '0',
  minute = '00',
  second = '00',
  half,
  zone,
}: Readonly<Record<string, string | undefined>>): string {
  const number = Number(hour);
  if (half !== undefined && number > 12) {
    refuse(wording.badDate);
  }
  const hours = half === undefined ? number : (number % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  return `${two(hours)}:${minute}:${second}${zone === undefined ? '' : 'Z'}`;
}

/** Refuses days and times that do not exist, such as 30 February. */
function existing(text: string): string {
  try {
    parseSimple(xsDateTime, text);
  } catch {
    refuse(wording.badDate);
  }
  return text;
}

/** By local name of the built-in type. Types that are not here have the same forms in .NET and XML Schema. */
const conversions: ReadonlyMap<string, Conversion> = new Map([
  ['boolean', boolean],
  ...[...integerRanges].map(([name, range]): [string, Conversion] => [name, integer(range)]),
  ['float', floating('Single', (value) => Number.isFinite(Math.fround(value)))],
  ['double', floating('Double', Number.isFinite)],
  ['decimal', decimal],
  ['dateTime', dateTime],
]);

/** The conversion for a type: that of its enumeration, or of the built-in type that it restricts. */
export function dotNetConversion(type: SimpleType): Conversion | undefined {
  const { builtIn } = typeFacts(type);
  const flagged = flagNames(type);
  if (flagged !== undefined) {
    return flags(type.name, flagged);
  }
  const names = type.facets?.enumeration;
  return builtIn === 'string' && names !== undefined ? enumeration(type.name, names) : conversions.get(builtIn);
}

/** `Enum.Parse`: a number, or names with commas between them. Both give undefined for what has no value. */
function parsedEnumeration(
  typeName: string,
  ofNumber: (number: number) => string | undefined,
  ofNames: (names: readonly string[]) => string | undefined,
): Conversion {
  return {
    typeName,
    toXml: (text) => {
      const whole = text.trim();
      if (whole === '') {
        refuse(wording.emptyEnumeration);
      }
      const value = /^[+-]?\d+$/.test(whole)
        ? ofNumber(Number(whole))
        : ofNames(whole.split(',').map((part) => part.trim()));
      return value ?? refuse(wording.unknownEnumeration(text));
    },
  };
}

/** An enumeration with `[Flags]`. WSDL keeps no numbers, so they are taken as 1, 2, 4… in order. */
function flags(typeName: string, names: readonly string[]): Conversion {
  return parsedEnumeration(
    typeName,
    (number) =>
      number < 0 || number >= 2 ** names.length
        ? undefined
        : names.filter((_, i) => Math.floor(number / 2 ** i) % 2 === 1).join(' '),
    (found) => (found.every((name) => names.includes(name)) ? found.join(' ') : undefined),
  );
}

/**
 * An enumeration whose values are or-ed. WSDL keeps no numbers, so they are taken as 0, 1, 2… in order; a number without a name, which .NET takes too, has no value here.
 */
function enumeration(typeName: string, names: readonly string[]): Conversion {
  return parsedEnumeration(
    typeName,
    (number) => (number > 0x7fffffff || number < -0x80000000 ? refuse(wording.overflow('an Int32')) : names[number]),
    (found) => {
      const indexes = found.map((name) => names.indexOf(name));
      return indexes.includes(-1) ? undefined : names[indexes.reduce((value, index) => value | index, 0)];
    },
  );
}
