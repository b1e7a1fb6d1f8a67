/** Code units of a message: a megabyte of a document does not help readers of a fault or a log. */
const maxMessage = 1000;

/** A text that fits in a message: names and values of a document may be as long as the document. */
export function brief(text: string, length: number = maxMessage): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Short description of a value for messages; never its whole content. */
export function describe(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  if (typeof value === 'bigint') {
    return `${value}n`;
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (typeof value === 'object') {
    const kind = kindOf(value);
    return kind === 'Object' ? 'an object' : `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
  }
  return typeof value === 'function' ? 'a function' : String(value);
}

/** True for an object of JavaScript itself that holds its content elsewhere than in properties, such as a `Map` or a `Promise`. */
export function hidesContent(value: object): boolean {
  return /^(?:(?:Weak)?(?:Map|Set)|Promise|Date|RegExp|(?:Shared)?ArrayBuffer|Blob|Number|String|Boolean|Symbol|BigInt)$/.test(
    kindOf(value),
  );
}

/** `Date` of a date, `Object` of an object without a kind of its own. */
function kindOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
