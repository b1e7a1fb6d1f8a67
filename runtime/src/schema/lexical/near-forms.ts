/**
 * Forms of values that XML Schema does not have for their types, but that peers write and other stacks read: each as a text that the type
 * has.
 */

/** Digits that an exponent may add: values with more are not meant. */
const maxExponent = 400;

const zoneTypes: ReadonlySet<string> = new Set(
  'dateTime dateTimeStamp date time gYearMonth gYear gMonthDay gDay gMonth'.split(' '),
);
const integers: ReadonlySet<string> = new Set(
  (
    'integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt unsignedShort ' +
    'unsignedByte positiveInteger'
  ).split(' '),
);

/** The text in a form that a built-in type has; undefined if there is none. */
export function nearForm(builtIn: string, text: string): string | undefined {
  const trimmed = text.trim();
  if (builtIn === 'boolean') {
    return /^(?:true|false)$/i.test(trimmed) ? trimmed.toLowerCase() : undefined;
  }
  if (builtIn === 'decimal') {
    return plainDecimal(trimmed);
  }
  if (integers.has(builtIn)) {
    return wholeNumber(trimmed);
  }
  if (builtIn === 'float' || builtIn === 'double') {
    return floating(trimmed);
  }
  return zoneTypes.has(builtIn) ? dateForm(builtIn, trimmed) : undefined;
}

/** The number of an integer type's text that is out of the range of the type; undefined for other texts. */
export function outOfRange(builtIn: string, text: string): bigint | undefined {
  const whole = integers.has(builtIn) ? (wholeNumber(text.trim()) ?? text.trim()) : '';
  return /^[+-]?[0-9]{1,400}$/.test(whole) ? BigInt(whole) : undefined;
}

const scientific = /^([+-]?)([0-9]*)(?:\.([0-9]*))?[eE]([+-]?[0-9]{1,3})$/;

/** `1.5E3` without the exponent. */
function plainDecimal(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent] = scientific.exec(text) ?? [];
  const shift = Number(exponent);
  if (sign === undefined || whole + fraction === '' || Math.abs(shift) > maxExponent) {
    return undefined;
  }
  const padded = '0'.repeat(Math.max(0, -shift - whole.length)) + whole;
  const digits = `${padded}${fraction}${'0'.repeat(Math.max(0, shift - fraction.length))}`;
  const point = padded.length + shift;
  const after = digits.slice(point);
  return `${sign}${digits.slice(0, point) || '0'}${after === '' ? '' : `.${after}`}`;
}

/** `5.0` and `5E2` as an integer. */
function wholeNumber(text: string): string | undefined {
  const plain = plainDecimal(text) ?? text;
  const [, whole] = /^([+-]?[0-9]+)\.0*$/.exec(plain) ?? [];
  return whole ?? (plain === text ? undefined : plain);
}

const infinity = /^([+-]?)inf(?:inity)?$/i;

function floating(text: string): string | undefined {
  const [, sign] = infinity.exec(text) ?? [];
  if (sign !== undefined) {
    return sign === '-' ? '-INF' : 'INF';
  }
  return /^nan$/i.test(text) ? 'NaN' : undefined;
}

const day = '(-?[0-9]{4,}-[0-9]{2}-[0-9]{2})';
const time = '([0-9]{2}:[0-9]{2})(:[0-9]{2}(?:\\.[0-9]+)?)?';
const dateAndTime = new RegExp(`^${day}(?:[Tt]| +)${time} *([^ .:0-9].*)?$`);
const timeAlone = new RegExp(`^${time} *([^ .:0-9].*)?$`);
const dateAlone = new RegExp(`^${day}(.*)$`);

function dateForm(builtIn: string, text: string): string | undefined {
  const [, date, minutes, seconds = ':00', after = ''] = dateAndTime.exec(text) ?? [];
  if (date !== undefined) {
    return builtIn === 'date' ? date + zone(after) : `${date}T${minutes}${seconds}${zone(after)}`;
  }
  if (builtIn === 'dateTime' || builtIn === 'dateTimeStamp') {
    const [, alone, offset = ''] = dateAlone.exec(text) ?? [];
    return alone === undefined ? undefined : `${alone}T00:00:00${zone(offset)}`;
  }
  if (builtIn === 'time') {
    const [, start, rest = ':00', offset = ''] = timeAlone.exec(text) ?? [];
    return start === undefined ? undefined : start + rest + zone(offset);
  }
  return text.replace(/(?:[zZ]|[+-][0-9]{4})$/, zone);
}

/** `z`, `+0200` and `+02` in the form of XML Schema; other texts as they are. */
function zone(text: string): string {
  if (text === 'z') {
    return 'Z';
  }
  const [, hours, minutes = '00'] = /^([+-][0-9]{2}):?([0-9]{2})?$/.exec(text) ?? [];
  return hours === undefined ? text : `${hours}:${minutes}`;
}
