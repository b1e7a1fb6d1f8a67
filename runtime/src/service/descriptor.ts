import type { ComplexType, ElementDescriptor, Lazy, SimpleType } from '../schema/descriptor/descriptor.js';
import type { AddressingVersion } from './addressing.js';
import type { SecurityDemand } from './security-demand.js';

/** The four ways to call an operation of the same service. */
export type BindingKind = SoapBindingKind | HttpBindingKind;
/** The bindings whose messages are SOAP envelopes. */
export type SoapBindingKind = 'soap11' | 'soap12';
/** The bindings whose requests are queries and forms. */
export type HttpBindingKind = 'httpGet' | 'httpPost';

/**
 * A service as data (WSDL 1.1, 2): the facts that clients and servers need in addition to the schema. `Methods` maps each
 * method name to the TypeScript types of its input and output.
 */
export interface ServiceDescriptor<Methods = Record<string, MethodTypes>> {
  readonly kind: 'service';
  readonly name: string;
  readonly namespace: string;
  readonly documentation?: string;
  readonly ports: readonly PortDescriptor[];
  /**
   * Beginning of the default actions of WS-Addressing: namespace and name of the port type, each with its delimiter (WS-Addressing 1.0 Metadata,
   * 4.4.4). Absent where the service has the names of the port type.
   */
  readonly actionBase?: string;
  /** By method name. */
  readonly operations: { readonly [M in keyof Methods]: OperationDescriptor };
  /** Names of placeholders that are open in namespaces (`{api_namespace}`): required options of clients and servers. */
  readonly placeholders: readonly string[];
  /**
   * Loads the descriptor documents that `?WSDL` serves, when one of them is asked for. The first is the WSDL itself, the others are its
   * imports.
   */
  readonly documents?: () => readonly ServiceDocument[] | Promise<readonly ServiceDocument[]>;
  /** Only for the type checker. */
  readonly methods?: Methods;
}

/** Types of one method. */
export interface MethodTypes {
  readonly input: unknown;
  readonly output: unknown;
  /** Union of `DeclaredFault`s. */
  readonly faults?: unknown;
  /** Declared SOAP headers of requests by property, each optional. */
  readonly inputHeaders?: unknown;
  /** Declared SOAP headers of answers by property, each optional. */
  readonly outputHeaders?: unknown;
}

/** A declared fault, as a type: in unions, `name` distinguishes them. */
export interface DeclaredFault<Name extends string, Detail> {
  readonly name: Name;
  readonly detail: Detail;
}

/** A WSDL or schema document, as text, with its open placeholders. */
export interface ServiceDocument {
  /** File name, as other documents refer to it. */
  readonly name: string;
  readonly text: string;
}

/** A port: one address of one binding (WSDL 1.1, 2.6). */
export interface PortDescriptor {
  readonly name: string;
  readonly binding: BindingKind;
  /** May begin with a placeholder: `{base_url}/AccountApi.asmx`; then clients need `baseUrl`. */
  readonly address?: string;
  /** What its WS-Policy demands of messages, in ways of which the first that the program can meet is taken. Absent where nothing is demanded. */
  readonly security?: readonly SecurityDemand[];
}

/** An operation: its messages and how each binding carries them (WSDL 1.1, 2.4 and 2.5). */
export interface OperationDescriptor<Method extends string = string> {
  /** Name on the wire. */
  readonly name: string;
  /** Method name in TypeScript; it repeats the key of the operation, which counts. */
  readonly method?: Method;
  readonly documentation?: string;
  /** True if nothing answers (WSDL 1.1, 2.4.1). */
  readonly oneWay?: boolean;
  readonly input: MessageDescriptor;
  /** The parameters that the input documents, where no HTTP binding has them: for readers of the help pages. */
  readonly parameters?: readonly ParameterText[];
  /** Absent for one-way operations. */
  readonly output?: MessageDescriptor;
  readonly faults?: readonly FaultDescriptor[];
  readonly soap11?: SoapBindingDescriptor;
  readonly soap12?: SoapBindingDescriptor;
  readonly httpGet?: HttpBindingDescriptor;
  readonly httpPost?: HttpBindingDescriptor;
}

/** A parameter with its documentation. */
export interface ParameterText {
  /** Name on the wire. */
  readonly name: string;
  readonly documentation: string;
}

/**
 * The content of the SOAP Body, and how it maps to the method's parameter or result.
 * - `element`: one element; the value is the element's value, or with `unwrap` that property of it.
 * - `content`: the children of the Body are the content of a complex type (several parts, or a part with `type=`).
 * - neither: an empty Body, and no value.
 */
export interface MessageDescriptor {
  readonly element?: ElementDescriptor;
  readonly content?: Lazy<ComplexType>;
  /** Property of the element's value that is the method's result. */
  readonly unwrap?: string;
  /** Set if null stands for an empty Body. */
  readonly absent?: 'null';
  /** Property of the return value, if an rpc answer has other accessors as well; otherwise it is that of `unwrap`. */
  readonly returns?: string;
  /**
   * Property of the parameter or result for the element's value, if that is not an object: attachments can then be properties
   * of the same object.
   */
  readonly property?: string;
}

/** A declared fault; the detail contains `element`. */
export interface FaultDescriptor {
  readonly name: string;
  readonly element?: ElementDescriptor;
  /** True if `element` is in the Header of the message with the fault instead (`soap:headerfault`, WSDL 1.1, 3.7). */
  readonly header?: boolean;
  /** Its action of WS-Addressing, if it is not the default one. */
  readonly action?: string;
}

/** Facts of one SOAP binding (WSDL 1.1, 3). */
export interface SoapBindingDescriptor {
  readonly action: string;
  readonly style: 'document' | 'rpc';
  /** True for SOAP section 5 encoding (`use="encoded"`). */
  readonly encoded?: boolean;
  /** Names of the faults that are in SOAP encoding (`soap:fault` or `soap:headerfault` with `use="encoded"`). */
  readonly encodedFaults?: readonly string[];
  /** True if the Body of another operation of the service begins with the same element: its action says over SOAP 1.2 which one it is. */
  readonly sharesElement?: boolean;
  /** Names of the ports that offer it so, where not every SOAP port of the kind does. */
  readonly ports?: readonly string[];
  /** Facts of other ports of the kind, if their bindings differ; each entry names its ports. */
  readonly others?: readonly SoapBindingDescriptor[];
  /** Set where the WSDL or its policy asks for WS-Addressing. */
  readonly addressing?: AddressingDescriptor;
  /** Action of requests with WS-Addressing, if it is neither the SOAP action nor the default one. */
  readonly inputAction?: string;
  /** Action of answers with WS-Addressing, if it is not the default one. */
  readonly outputAction?: string;
  readonly inputHeaders?: readonly HeaderDescriptor[];
  readonly outputHeaders?: readonly HeaderDescriptor[];
  /** Parts of requests and answers outside the envelope (`mime:multipartRelated`, WSDL 1.1, 5). */
  readonly inputAttachments?: readonly AttachmentDescriptor[];
  readonly outputAttachments?: readonly AttachmentDescriptor[];
}

/** How a WSDL asks for WS-Addressing (WS-Addressing 1.0 Metadata, 3; `wsaw:UsingAddressing` and policies before it). */
export interface AddressingDescriptor {
  readonly version: AddressingVersion;
  /** True if requests without it are refused. */
  readonly required?: boolean;
}

/** A part of a message that is an attachment; its value is an `Attachment`. */
export interface AttachmentDescriptor {
  /** Name of the part. */
  readonly name: string;
  /** Its property in the method's parameter or result. */
  readonly property: string;
  /** Content types that are declared for it. */
  readonly contentTypes: readonly string[];
}

/** A SOAP header block (WSDL 1.1, 3.7). */
export interface HeaderDescriptor {
  /** Its property in the `soapHeaders` object. */
  readonly property: string;
  readonly element: ElementDescriptor;
  /** True for SOAP encoding (`use="encoded"`). */
  readonly encoded?: boolean;
}

/** Facts of one HTTP binding (WSDL 1.1, 4). Parameters are the particles of the input in their order. */
export interface HttpBindingDescriptor {
  /** Relative to the address: `/Exchange`. With `urlReplacement` it contains `(name)` parts. */
  readonly location: string;
  readonly input: 'urlEncoded' | 'urlReplacement' | 'form' | 'xml' | 'multipart';
  /** Parameters in order: name on the wire, property of the input value, simple type (of an item when `list`). */
  readonly parameters: readonly HttpParameterDescriptor[];
  /** Root element of the answer; absent when nothing, or something that is not XML, answers. */
  readonly output?: ElementDescriptor;
  /** The answer is an XML document with any root element. */
  readonly outputDocument?: boolean;
  /** Content type of an answer that is not XML; the value is a `Uint8Array`. */
  readonly outputContentType?: string;
  /** Names of the ports that offer it so, where not every port of the kind does. */
  readonly ports?: readonly string[];
  /** Facts of other ports of the kind, if their bindings differ; each entry names its ports. */
  readonly others?: readonly HttpBindingDescriptor[];
}

/** A parameter in the query or the form of a request (WSDL 1.1, 4). */
export interface HttpParameterDescriptor {
  readonly name: string;
  /** Property of the input; `name` if absent. */
  readonly property?: string;
  readonly type: Lazy<SimpleType>;
  readonly list?: boolean;
  /** True where the method's parameter is the value itself, as in bare messages; then `property` only names it. */
  readonly whole?: boolean;
  /** Property of the parameter's value that holds the list, where a class wraps it: `string` of ASP.NET's `ArrayOfString`. */
  readonly item?: string;
  /** Text for readers of the help pages. */
  readonly documentation?: string;
}

/** `T` where the compiler does not infer `T`, such as the result of a method. TypeScript has a type of its own for it only from 5.4 on. */
export type Uninferred<T> = [T][T extends unknown ? 0 : never];
