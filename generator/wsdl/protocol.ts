import type { SourceElement } from '../source/document.js';
import type {
  BindingMessage,
  BindingOperationDefinition,
  BindingProtocol,
  MimeContent,
  SoapHeaderDefinition,
} from './components.js';
import type { ReaderContext } from './elements.js';

/** How the extension elements of one protocol are read (WSDL 1.1, 2.5). */
export interface ProtocolReader {
  /** Namespace of the elements. */
  readonly namespace: string;
  /** Reads the element `binding`. */
  binding(context: ReaderContext, element: SourceElement): BindingProtocol;
  /** The value for a binding that forgets this element, if its operations have extensions of the protocol. */
  readonly assumed?: BindingProtocol;
  /** Reads the element `operation`. */
  operation(context: ReaderContext, element: SourceElement): OperationExtensions;
  /** Reads an element in the input or the output of an operation. */
  message(context: ReaderContext, element: SourceElement, message: MessageExtensions): void;
}

/** The facts that the extensions of an operation may contain. */
export type OperationExtensions = Pick<
  BindingOperationDefinition,
  'soapAction' | 'soapActionRequired' | 'style' | 'location'
>;

/** The extensions of an input or output while they are read. */
export type MessageExtensions = { -readonly [K in keyof BindingMessage]: BindingMessage[K] } & {
  headers: SoapHeaderDefinition[];
  contents: MimeContent[];
  attachments: (readonly MimeContent[])[];
};
