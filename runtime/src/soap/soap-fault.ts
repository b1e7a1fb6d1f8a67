import {
  anyValue,
  checkOptions,
  either,
  listOf,
  number,
  type OptionKind,
  type OptionKinds,
  object,
  oneOf,
  text,
} from '../base/options.js';
import { RecognizedError } from '../base/recognized-error.js';
import type { QName } from '../schema/descriptor/descriptor.js';
import type { XmlElement } from '../xml/interfaces/tree.js';

/** The options of a `SoapFault` in addition to its reason. */
export interface SoapFaultOptions {
  /**
   * Who is at fault: `Client` (SOAP 1.2 calls it `Sender`), `Server` (`Receiver`), or a code of your own. Default `Server`.
   */
  readonly code?: 'Client' | 'Server' | QName;
  /** SOAP 1.2 subcodes, outermost first; SOAP 1.1 has none and leaves them out. */
  readonly subcodes?: readonly QName[];
  /** Name of a declared fault of the operation; `detail` is then the value of its element. */
  readonly fault?: string;
  /** Value of the declared fault, or elements to write as they are. */
  readonly detail?: unknown;
  /** URI of the party that caused it: `faultactor` in SOAP 1.1, `Role` in SOAP 1.2. */
  readonly actor?: string;
  /** Language of the reason. Default `en` in SOAP 1.2, `en-US` from WCF services, else none. */
  readonly language?: string;
  /** HTTP status of the answer, 400 to 599, such as 401 or 429. Default 500, with `Client` over SOAP 1.2 what the profile of the server says. */
  readonly status?: number;
  readonly cause?: unknown;
}

const name: OptionKind = { ...object, expected: 'a qualified name' };
const kinds: OptionKinds<SoapFaultOptions> = {
  code: either('"Client", "Server" or a qualified name', oneOf('Client', 'Server'), name),
  subcodes: listOf({ ...name, expected: 'an array of qualified names' }),
  fault: text,
  detail: anyValue,
  actor: text,
  language: text,
  status: number,
  cause: anyValue,
};

/**
 * Thrown by a handler to answer with a fault in its own words. Its reason and detail go to the client unchanged, while the
 * message of any other error is masked. Over GET and POST the reason is the text of the answer.
 *
 * `throw new SoapFault('No such street.', { code: 'Client', fault: 'AddressFault', detail: { Code: 3 } })`
 */
export class SoapFault extends RecognizedError {
  static override readonly $mark: string = 'SoapFault';
  override readonly name = 'SoapFault';
  readonly code: 'Client' | 'Server' | QName;
  readonly subcodes: readonly QName[];
  readonly fault: string | undefined;
  readonly detail: unknown;
  readonly actor: string | undefined;
  readonly language: string | undefined;
  readonly status: number | undefined;

  /** Throws `TypeError` for an option that does not exist or is of another kind, and `RangeError` for a status out of bounds. */
  constructor(reason: string, options: SoapFaultOptions = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    checkOptions('`SoapFault`', options, kinds);
    this.code = options.code ?? 'Server';
    this.subcodes = options.subcodes ?? [];
    this.fault = options.fault;
    this.detail = options.detail;
    this.actor = options.actor;
    this.language = options.language;
    this.status = errorStatus(options.status);
  }
}

function errorStatus(status: number | undefined): number | undefined {
  if (status !== undefined && !(Number.isInteger(status) && status >= 400 && status <= 599)) {
    throw new RangeError(`The HTTP status of a SoapFault is 400 to 599, and not ${status}.`);
  }
  return status;
}

/** True for `XmlElement` trees, which a detail may contain instead of a declared fault's value. */
export function isXmlElement(value: unknown): value is XmlElement {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray((value as Partial<XmlElement>).children) &&
    typeof (value as Partial<XmlElement>).name === 'string'
  );
}
