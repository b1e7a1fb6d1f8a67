import type { SimpleType } from '../schema/descriptor.js';
import { LexicalError } from '../schema/index.js';
import { wording } from './wording.js';

/**
 * How .NET reads a query or form value of a built-in type (`Convert`, `Enum.Parse`, `DateTime.Parse` with the invariant
 * culture), as the XML Schema form of the same value. What .NET refuses is refused, also where XML Schema would take it (`1` as boolean).
 */
interface Conversion {
  /** .NET's name of the type, for messages. */
  readonly typeName: string;
  /** From the text of the parameter to a lexical form of XML Schema. Throws `LexicalError` in .NET's words. */
  readonly toXml: (text: string) => string;
}

const xs = 'http://www.w3.org/2001/XMLSchema';

/** Refuses with .NET's words. */
function refuse(why: string): never {
  throw new LexicalError(why);
}

function integer(typeName: string, min: bigint, max: bigint): Conversion {
  return {
    typeName: `System.${typeName}`,
    toXml: (text) => {
      const digits = /^[\t-\r ]*([+-]?)0*(\d+)[\t-\r ]*$/.exec(text) ?? refuse(wording.badFormat);
      const magnitude = digits[2] ?? '0';
      // No type has more than 20 digits: longer ones need no (costly) conversion.
      const value = magnitude.length > 20 ? max + 1n : BigInt(`${magnitude}`) * (digits[1] === '-' ? -1n : 1n);
      const article = typeName.startsWith('Int') ? 'an' : 'a';
      return value < min || value > max ? refuse(wording.overflow(`${article} ${typeName}`)) : value.toString();
    },
  };
}

const floatForm = /^[\t-\r ]*([+-]?)(\d[\d,]*)?(?:\.(\d*))?(?:[eE]([+-]?\d+))?[\t-\r ]*$/;

function floating(typeName: string, fits: (value: number) => boolean): Conversion {
  return {
    typeName: `System.${typeName}`,
    toXml: (text) => {
      const name = text.trim();
      if (name === 'NaN' || name === 'Infinity' || name === '-Infinity') {
        return name.replace('Infinity', 'INF');
      }
      const [, sign = '', whole = '', fraction = '', exponent = '0'] =
        floatForm.exec(text) ?? refuse(wording.badFormat);
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

const decimalForm = /^[\t-\r ]*([+-]?)(\d[\d,]*)?(?:\.(\d*))?([+-]?)[\t-\r ]*$/;

const decimal: Conversion = {
  typeName: 'System.Decimal',
  toXml: (text) => {
    const [, before = '', whole = '', fraction = '', after = ''] = decimalForm.exec(text) ?? refuse(wording.badFormat);
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
const americanDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?(AM|PM))?)?$/i;

/** The forms of `DateTime.Parse` that are in use: ISO 8601, and month/day/year of the invariant culture. */
const dateTime: Conversion = {
  typeName: 'System.DateTime',
  toXml: (text) => {
    const iso = isoDate.exec(text.trim());
    if (iso !== null) {
      const [, year, month, day, hour = '00', minute = '00', second = '00', zone = ''] = iso;
      return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
    }
    const [, month = '', day = '', year = '', hour = '0', minute = '00', second = '00', half] =
      americanDate.exec(text.trim()) ?? refuse(wording.badDate);
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
    const two = (value: string | number): string => String(value).padStart(2, '0');
    return `${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${second}`;
  },
};

const power = (bits: bigint): bigint => 2n ** bits;

/** By local name of the built-in type. Types that are not here have the same forms in .NET and XML Schema. */
const conversions: ReadonlyMap<string, Conversion> = new Map([
  ['boolean', boolean],
  ['byte', integer('SByte', -power(7n), power(7n) - 1n)],
  ['unsignedByte', integer('Byte', 0n, power(8n) - 1n)],
  ['short', integer('Int16', -power(15n), power(15n) - 1n)],
  ['unsignedShort', integer('UInt16', 0n, power(16n) - 1n)],
  ['int', integer('Int32', -power(31n), power(31n) - 1n)],
  ['unsignedInt', integer('UInt32', 0n, power(32n) - 1n)],
  ['long', integer('Int64', -power(63n), power(63n) - 1n)],
  ['unsignedLong', integer('UInt64', 0n, power(64n) - 1n)],
  ['float', floating('Single', (value) => Number.isFinite(Math.fround(value)))],
  ['double', floating('Double', Number.isFinite)],
  ['decimal', decimal],
  ['dateTime', dateTime],
]);

/** The conversion for a type: that of its enumeration, or of the built-in type that it restricts. */
export function dotNetConversion(type: SimpleType): Conversion | undefined {
  const names = type.facets?.enumeration;
  for (let current: SimpleType | undefined = type; current !== undefined; current = baseOf(current)) {
    if (current.namespace === xs) {
      return current.name === 'string' && names !== undefined
        ? enumeration(type.name, names)
        : conversions.get(current.name);
    }
  }
  return undefined;
}

function baseOf(type: SimpleType): SimpleType | undefined {
  return typeof type.base === 'function' ? type.base() : type.base;
}

/** `Enum.Parse`: a name, a number, or a comma list whose values are or-ed. WSDL keeps no numbers, so they are taken as 0, 1, 2… in order. */
function enumeration(typeName: string, names: readonly string[]): Conversion {
  return {
    typeName,
    toXml: (text) => {
      let value = 0;
      for (const part of text.split(',')) {
        const name = part.trim();
        const index = /^[+-]?\d+$/.test(name) ? Number(name) : names.indexOf(name);
        if (index < 0 || index > 0x7fffffff) {
          refuse(wording.unknownEnumeration(text));
        }
        value |= index;
      }
      return names[value] ?? refuse(wording.unknownEnumeration(text));
    },
  };
}
