import type { TransportRequest } from '../../http/transport.js';
import type { OperationDescriptor } from '../../service/descriptor.js';
import type { FaultInfo } from '../../soap/fault.js';
import type { MaskOptions } from './names.js';

/** Hides credentials in texts and values that are shown. */
export interface Masker {
  /** True for the name of a parameter, element, attribute, member, field or part whose value is a credential. */
  isSecret(name: string): boolean;
  /**
   * A text with `***` in the place of credentials: XML, JSON, addresses and forms as they are but for the values; in other texts, what
   * comes after a secret name. What is not well-formed, and what is secret only when escapes are undone, is given by its length. One that
   * is not XML is cut after 262,144 code units.
   */
  text(text: string): string;
  /**
   * A value of any kind, such as headers or an error: the value itself if it contains no credential, else a copy of the known
   * parts. Errors keep their class; objects of other classes are only named.
   */
  value(value: unknown): unknown;
}

/** The functions that clients need for their errors. */
export interface CallMasker extends Masker {
  /** As `isSecret` for the name of an HTTP header: some words mean a credential only there. */
  isSecretHeader(name: string): boolean;
  /** Header fields by name, with the values of secret ones hidden. */
  fields(fields: Iterable<readonly [name: string, value: string]>): Record<string, string>;
  /** The first `length` code units of a text without credentials. Of XML and JSON, the length of what is left out. */
  beginning(text: string, length: number): string;
  /** An address without its user and with the values of secret names in its query hidden; also one that is not valid. */
  readonly address: (address: string) => string;
  /** A fault without credentials. The kind and the name of the fault, by which programs decide, are ours and stay. */
  fault(fault: FaultInfo): FaultInfo;
  /** Data with credentials hidden, of the same form; objects that are not plain stay as they are. */
  data<T>(data: T): T;
}

/** The masking of a client: nothing with `false`. */
export type MaskOption = MaskOptions | false;

/** A call whose credentials are known. */
export interface MaskedCall {
  readonly operation: OperationDescriptor;
  /** Argument of the call; may contain credentials that are not sent under their name. */
  readonly input: unknown;
  readonly request?: TransportRequest | undefined;
}
