import type { Position } from '../source/document.js';
import type { ExpandedName } from '../source/names.js';
import type { AddressingDemand } from './addressing.js';
import type { PolicyAlternatives } from './policy-model.js';

/**
 * Components of WSDL 1.1 as the documents declare them: one type for each element of the language, names resolved to expanded
 * names, nothing united or interpreted yet. References to other WSDL components are checked when the contract is built,
 * because the consequences of a dangling one are decided there.
 */
export interface DefinitionsSet {
  readonly messages: ReadonlyMap<ExpandedName, MessageDefinition>;
  readonly portTypes: ReadonlyMap<ExpandedName, PortTypeDefinition>;
  readonly bindings: ReadonlyMap<ExpandedName, BindingDefinition>;
  /** In the order of the documents. */
  readonly services: readonly ServiceDefinition[];
}

interface Component {
  readonly position: Position;
  /** Text of `wsdl:documentation`. */
  readonly documentation?: string;
  /** What the policies demand that are attached to it. */
  readonly policy?: PolicyAlternatives;
}

/** `wsdl:message` (2.3). */
export interface MessageDefinition extends Component {
  readonly name: ExpandedName;
  readonly parts: readonly PartDefinition[];
}

/** `wsdl:part` (2.3.1): an element or a type, or neither when the input is wrong. */
export interface PartDefinition extends Component {
  readonly name: string;
  readonly element?: ExpandedName;
  readonly type?: ExpandedName;
  /** Where the element or type is named. */
  readonly referenceAt: Position;
}

/** `wsdl:portType` (2.4). */
export interface PortTypeDefinition extends Component {
  readonly name: ExpandedName;
  readonly addressing?: AddressingDemand;
  readonly operations: readonly OperationDefinition[];
}

/** `wsdl:operation` of a port type. The pattern follows from which of input and output are there, and their order. */
export interface OperationDefinition extends Component {
  readonly name: string;
  readonly pattern: 'requestResponse' | 'oneWay' | 'solicitResponse' | 'notification';
  readonly input?: MessageReference;
  readonly output?: MessageReference;
  readonly faults: readonly MessageReference[];
}

/** `wsdl:input`, `wsdl:output` or `wsdl:fault` of a port type's operation. */
export interface MessageReference extends Component {
  /** As written, or the default of 2.4.5. */
  readonly name: string;
  readonly message: ExpandedName;
  /** Where the message is named. */
  readonly messageAt: Position;
  /** WS-Addressing action. */
  readonly action?: string;
}

/** `wsdl:binding` (2.5). */
export interface BindingDefinition extends Component {
  readonly name: ExpandedName;
  readonly portType: ExpandedName;
  /** Where the port type is named. */
  readonly portTypeAt: Position;
  /** Absent when no binding extension that we know is there. */
  readonly protocol?: BindingProtocol;
  readonly addressing?: AddressingDemand;
  readonly operations: readonly BindingOperationDefinition[];
}

/** `soap:binding` (3.3) or `http:binding` (4.4). */
export type BindingProtocol =
  | { readonly kind: 'soap11' | 'soap12'; readonly transport: string; readonly style: SoapStyle }
  | { readonly kind: 'http' /** Upper case. */; readonly verb: string };

export type SoapStyle = 'document' | 'rpc';

/** `wsdl:operation` of a binding. */
export interface BindingOperationDefinition extends Component {
  readonly name: string;
  /** Where the operation is named. */
  readonly nameAt: Position;
  /** Names of input and output, which pick one of several operations of one name (2.4.5). */
  readonly inputName?: string;
  readonly outputName?: string;
  /** `soap:operation` (3.4). */
  readonly soapAction?: string;
  readonly soapActionRequired?: boolean;
  readonly style?: SoapStyle;
  /** `http:operation` (4.5). */
  readonly location?: string;
  readonly input?: BindingMessage;
  readonly output?: BindingMessage;
  readonly faults: readonly BindingFault[];
}

/** Extensions of an input or output of a binding operation, with `mime:multipartRelated` split into its parts. */
export interface BindingMessage {
  /** What the policies demand that are attached to it. */
  readonly policy?: PolicyAlternatives;
  readonly position: Position;
  readonly body?: SoapBody;
  readonly headers: readonly SoapHeaderDefinition[];
  /** `mime:content` and `mime:mimeXml` which stand for the whole message. */
  readonly contents: readonly MimeContent[];
  /** `mime:part`s of `mime:multipartRelated` that do not contain `soap:body`. Alternatives of one part stay together. */
  readonly attachments: readonly (readonly MimeContent[])[];
  readonly multipart: boolean;
  readonly urlEncoded: boolean;
  readonly urlReplacement: boolean;
}

/** `soap:body` (3.5). */
export interface SoapBody {
  readonly use: SoapUse;
  /** `parts`; absent when all parts are meant. */
  readonly parts?: readonly string[];
  /** Where the parts are named. */
  readonly partsAt: Position;
  readonly namespace?: string;
  readonly encodingStyle?: string;
}

export type SoapUse = 'literal' | 'encoded';

/** `soap:header` or `soap:headerfault` (3.7). */
export interface SoapHeaderDefinition {
  readonly position: Position;
  readonly message: ExpandedName;
  /** Where the message is named. */
  readonly messageAt: Position;
  readonly part: string;
  /** Where the part is named. */
  readonly partAt: Position;
  readonly use: SoapUse;
  readonly namespace?: string;
  readonly encodingStyle?: string;
  readonly headerFaults: readonly SoapHeaderDefinition[];
}

/** `mime:content` (5.4) or `mime:mimeXml` (5.6). */
export interface MimeContent {
  readonly kind: 'content' | 'xml';
  readonly part?: string;
  readonly type?: string;
}

/** `wsdl:fault` of a binding operation with its `soap:fault` (3.6). */
export interface BindingFault {
  /** What the policies demand that are attached to it. */
  readonly policy?: PolicyAlternatives;
  readonly name: string;
  /** Absent where nothing says it. */
  readonly use?: SoapUse;
  readonly namespace?: string;
  readonly position: Position;
}

/** `wsdl:service` (2.7). */
export interface ServiceDefinition extends Component {
  readonly name: ExpandedName;
  /** Display name of the document that contains it. */
  readonly source: string;
  readonly ports: readonly PortDefinition[];
}

/** `wsdl:port` (2.6). */
export interface PortDefinition extends Component {
  readonly name: string;
  readonly binding: ExpandedName;
  /** Where the binding is named. */
  readonly bindingAt: Position;
  readonly address?: string;
  readonly addressing?: AddressingDemand;
}
