import type {
  BindingKind,
  OperationDescriptor,
  ServiceDescriptor,
  TransportRequest,
  TransportResponse,
} from '@wsdl-codegen/runtime';

/** A piece of a text: as it is, the value of a variable, or an identifier that is new for each request. */
export type TextPart = string | VariablePart | { readonly random: 'uuid' };

/** Where a variable stands, and how its value has to be written there. */
export interface VariablePart {
  readonly variable: string;
  readonly form?: 'xml' | 'url';
}

/** A request to an operation as a client sends it, with where it belongs. */
export interface CollectionSample {
  readonly service: ServiceDescriptor;
  readonly operation: OperationDescriptor;
  readonly binding: BindingKind;
  readonly request: TransportRequest;
  /** Absent where nothing answers. */
  readonly response?: TransportResponse;
  /** The address that the request was made for: its URL begins with it. */
  readonly base: string;
  /** The address that the collection names in its place, without credentials. */
  readonly address: string;
  /** Name of a folder for the service: it and that of the file are the same on every system. */
  readonly folder: string;
  /** Name of a file for the request, without extension. */
  readonly file: string;
}

/** How HTTP says who calls: with a user and a password, or with a token. */
export type CollectionAuth = 'basic' | 'bearer';

/** A request of a collection. */
export interface CollectionRequest {
  readonly service: string;
  readonly folder: string;
  readonly file: string;
  /** For people: the operation, and over what. */
  readonly title: string;
  readonly documentation: string;
  readonly method: string;
  readonly url: readonly TextPart[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: readonly TextPart[];
  readonly isXml: boolean;
  readonly statuses: readonly number[];
  /** Paths of elements that every answer has: `Envelope/Body/ExchangeResponse`. */
  readonly elements: readonly string[];
}

/** A request that a collection cannot have, and why. */
export interface LeftOut {
  /** `SERVICE.OPERATION over BINDING`. */
  readonly operation: string;
  readonly reason: string;
}

/** The requests, and the variables in them: an address has a value, a credential none. */
export interface CollectionRequests {
  readonly requests: readonly CollectionRequest[];
  readonly variables: ReadonlyMap<string, string | undefined>;
  readonly leftOut: readonly LeftOut[];
}

/** What the writer of a format gets. */
export interface CollectionContent extends CollectionRequests {
  readonly title: string;
  readonly auth: CollectionAuth | undefined;
}
