import type { TransportRequest } from '../../http/transport.js';
import type { OperationDescriptor } from '../../service/descriptor.js';
import type { FaultInfo } from '../../soap/fault.js';
import { withoutUser } from './addresses.js';
import type { CallMasker, MaskedCall, Masker, MaskOption } from './call-masker.js';
import { KnownValues } from './known-values.js';
import { cover, holdsText, SecretNames, type TextRules } from './names.js';
import { hideInProse, hideUsers } from './prose.js';
import { hideDeep, safeValue } from './safe-value.js';
import { sentValues } from './sent-values.js';
import { hideInXml, leftOut } from './xml-text.js';

/** Code units of a text that are searched; the rest is left out. XML is read to its end. */
const maxText = 262_144;
/** Texts are in texts so often, at most. */
const maxLevels = 4;
const noMessages: ReadonlySet<string> = new Set();
/** A form, or an address with a query: nothing in it but names and values, percent-encoded; no reference of XML. */
const form = /^(?!.*&(?:#|[a-z]{2,4};))[^\s<>"{}[\]&=]+=[^\s<>"{}[\]]*$/i;

/** Hides credentials by their names, and the given ones wherever they are. */
class Hiding implements CallMasker {
  readonly #names: SecretNames;
  readonly #messages: ReadonlySet<string>;
  readonly #known: KnownValues;
  readonly #found: Set<string> | undefined;

  constructor(names: SecretNames, messages = noMessages, known = new KnownValues(), found?: Set<string>) {
    this.#names = names;
    this.#messages = messages;
    this.#known = known;
    this.#found = found;
  }

  isSecret(name: string): boolean {
    return this.#names.isSecret(name);
  }

  isSecretHeader(name: string): boolean {
    return this.#names.isSecretHeader(name);
  }

  fields(fields: Iterable<readonly [name: string, value: string]>): Record<string, string> {
    // Any token may be a name, `__proto__` too.
    return Object.fromEntries(
      Array.from(fields, ([name, value]) => [name, this.isSecretHeader(name) ? cover : this.text(value)]),
    );
  }

  text(text: string): string {
    return this.#text(text, 0, maxLevels);
  }

  beginning(text: string, length: number): string {
    return this.#text(text.slice(0, length), Math.max(0, text.length - length), maxLevels);
  }

  /** A text of which `more` code units at its end were cut off, and which is in so many others. */
  #text(text: string, more: number, levels: number): string {
    const first = /^\ufeff?\s*(.?)/.exec(text)?.[1];
    if (first === '<') {
      return levels > 0
        ? this.#known.hide(hideInXml(text, this.#rules(levels), more))
        : leftOut(text.length + more, '');
    }
    if (text.length > maxText) {
      return this.#text(text.slice(0, maxText), more + text.length - maxText, levels);
    }
    const json = first === '{' || first === '[' ? this.#json(text, more, levels) : undefined;
    const end = more > 0 ? '…' : '';
    return json ?? (form.test(text) ? this.#address(text, levels) : this.#prose(text)) + end;
  }

  #rules(levels: number): TextRules {
    const [names, messages] = [this.#names, this.#messages];
    return {
      names,
      messages,
      text: (text) => this.#text(text, 0, levels - 1),
      secret: (value) => this.#found?.add(value),
    };
  }

  /** JSON, printed anew; undefined for a text that only looks like it. */
  #json(text: string, more: number, levels: number): string | undefined {
    if (more > 0) {
      return `(JSON, ${text.length + more} characters)`;
    }
    try {
      const value: unknown = JSON.parse(text);
      const shown = hideDeep(value, this.#rules(levels));
      // Members that are repeated are not in the value.
      return shown === value && this.#prose(text) === text ? text : this.#known.hide(JSON.stringify(shown));
    } catch {
      return undefined;
    }
  }

  #prose(text: string): string {
    return hideInProse(text, { names: this.#names, known: (part) => this.#known.hide(part) });
  }

  readonly address = (address: string): string => this.#address(withoutUser(address), maxLevels);

  /** An address, or a form: what is before a `?` or `#` is a text, what is after it has names and values. */
  #address(written: string, levels: number): string {
    const address = hideUsers(written);
    const isForm = !/^[a-z][\w+.-]*:|^[/\\.]|[?#]/i.test(address.slice(0, address.search(/=|$/)));
    const end = isForm ? 0 : address.search(/[?#]|$/) + 1;
    const pairs = address.slice(end).split(/([&#?])/);
    const hidden = pairs.map((pair, index) => (index % 2 === 0 ? this.#pair(pair, levels) : pair)).join('');
    return this.#prose(address.slice(0, end)) + this.#known.hide(hidden);
  }

  /** `name=value`; the encoding of what is shown stays as it is. */
  #pair(pair: string, levels: number): string {
    const equals = pair.indexOf('=');
    const [[name = '', value = ''] = []] = new URLSearchParams(pair);
    if (equals > 0 && this.isSecret(name)) {
      if (!holdsText(value) || value === cover) {
        return pair;
      }
      this.#found?.add(value);
      return `${pair.slice(0, equals)}=${cover}`;
    }
    const hidden = [name, value].map((text) => (levels > 0 ? this.#text(text, 0, levels - 1) : this.#prose(text)));
    return hidden[0] === name && hidden[1] === value ? pair : new URLSearchParams([hidden]).toString();
  }

  value(value: unknown): unknown {
    return safeValue(value, this.#rules(maxLevels));
  }

  data<T>(data: T): T {
    return hideDeep(data, this.#rules(maxLevels));
  }

  fault(fault: FaultInfo): FaultInfo {
    const { version, kind, code, faultName } = fault;
    return { ...this.data(fault), version, kind, faultName, ...(kind !== undefined && { code }) };
  }
}

/** The masker that shows everything. */
const open: CallMasker = {
  isSecret: () => false,
  isSecretHeader: () => false,
  fields: (fields) => Object.fromEntries(fields),
  text: (text) => text,
  beginning: (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text),
  address: (address) => address,
  value: (value) => value,
  data: (data) => data,
  fault: (fault) => fault,
};

/**
 * Makes the masker that clients use for their errors, for logs of one's own: `log.debug(masker.text(body),
 * masker.value(headers))`. It recognises credentials only by their names; those of a client's errors also know the values
 * that the call sent.
 */
export function createMasker(option?: MaskOption | null): Masker {
  return new CallMaskers(option ?? {}).common;
}

/** The maskers of calls. */
export class CallMaskers {
  declare readonly option: MaskOption;
  /** Recognises credentials only by their names. */
  declare readonly common: CallMasker;
  readonly #names: SecretNames | undefined;
  readonly #known = new WeakMap<TransportRequest, CallMasker>();

  constructor(option: MaskOption = {}) {
    this.option = option;
    this.#names = option === false ? undefined : new SecretNames(option);
    this.common = this.#names === undefined ? open : new Hiding(this.#names);
  }

  /** Knows the credentials that a call sends as well. It is made when the first error of the call needs it. */
  of(call: MaskedCall): CallMasker {
    const { request } = call;
    let masker = request && this.#known.get(request);
    if (masker === undefined) {
      masker = this.#names === undefined ? open : maskerOf(call, this.#names);
      if (request !== undefined) {
        this.#known.set(request, masker);
      }
    }
    return masker;
  }
}

function maskerOf({ operation, input, request }: MaskedCall, names: SecretNames): CallMasker {
  const messages = messagesOf(operation);
  const found = new Set<string>();
  const collector = new Hiding(names, messages, undefined, found);
  const add = (value: string): void => {
    found.add(value);
  };
  hideDeep(input, { names, text: (text) => text, secret: add });
  return new Hiding(names, messages, new KnownValues(sentValues(request, collector, found)));
}

/** Elements that are named after the operation: `ChangePassword` is not a password. */
function messagesOf({ name, input, output }: OperationDescriptor): ReadonlySet<string> {
  const elements = [input.element?.name, output?.element?.name].filter((element) => element !== undefined);
  return new Set([name, `${name}Response`, ...elements]);
}
