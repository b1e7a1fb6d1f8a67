/** Sentences of answers, as ASP.NET words them. The only place with such text. */
export const wording = {
  unreadableRequest: 'Server was unable to read request.',
  unprocessableRequest: 'Server was unable to process request.',
  xmlError: (line: number, column: number) => `There is an error in XML document (${line}, ${column}).`,
  /** An error of .NET's XML reader in a document that was only searched for the operation. */
  noRoot: 'Root element is missing.',
  noDtd: 'DTD is prohibited in this XML document.',
  notAtRoot: (line: number, column: number) => `Data at the root level is invalid. Line ${line}, position ${column}.`,
  notBoolean: (text: string) => `The string '${text}' is not a valid Boolean value.`,
  notDate: (text: string) => `The string '${text}' is not a valid AllXsd value.`,
  notEnumerated: (text: string, type: string) =>
    `Instance validation error: '${text}' is not a valid value for ${type}.`,
  emptyEnumeration: 'Must specify valid information for parsing in the string.',
  badFormat: 'Input string was not in a correct format.',
  badBoolean: 'String was not recognized as a valid Boolean.',
  badGuid: 'Guid should contain 32 digits with 4 dashes (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx).',
  badDate: 'String was not recognized as a valid DateTime.',
  overflow: (type: string) => `Value was either too large or too small for ${type}.`,
  badCharacter: 'String must be exactly one character long.',
  unknownEnumeration: (text: string) => `Requested value '${text}' was not found.`,
  unknownSoapAction: (action: string) => `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`,
  noAction: 'Unable to handle request without a valid action parameter. Please supply a valid soap action.',
  unknownAction: (action: string) => `Unable to handle request. The action '${action}' was not recognized.`,
  otherAction: (action: string, operation: string) =>
    `Unable to handle request. The action '${action}' does not name the operation ${operation}, which the request calls.`,
  headerNotUnderstood: (name: string) => `SOAP header ${name} was not understood.`,
  wrongEnvelope: (found: string, expected: string) =>
    `Possible SOAP version mismatch: Envelope namespace ${found} was unexpected. Expecting ${expected}.`,
  noBody: 'Request format is invalid: Missing required soap:Body element.',
  wrongBodyElement: (found: string, expected: string) => `The Body contains ${found}, but ${expected} is expected.`,
  missingParameter: (name: string) => `Missing parameter: ${name}.`,
  repeatedParameter: (name: string) => `Parameter occurs more than once: ${name}.`,
  cannotConvert: (text: string, type: string, why: string) =>
    `Cannot convert ${text} to ${type}.\r\nParameter name: type ---> ${why}`,
  unknownMethod: (name: string) => `${name} Web Service method name is not valid.`,
  soapOnly: (service: string) =>
    `${service} is served over SOAP alone, because an extension of the server has \`soapOnly\`: checkSecurity has it, unless its option otherBindings is 'unchecked'.`,
  otherCaseMethod: (name: string, known: string) =>
    `Invalid method name '${name}',  method names are case sensitive.   The method name '${known}' with the same name but different casing was found.\r\nParameter name: methodName`,
  dangerousValue: (collection: string, name: string, excerpt: string) =>
    `A potentially dangerous Request.${collection} value was detected from the client (${name}="${excerpt}").`,
  badRequestFormat: (contentType: string) => `Request format is invalid: ${contentType}.`,
  unrecognizedFormat: (path: string) => `Request format is unrecognized for URL unexpectedly ending in '${path}'.`,
  noDescription: 'XML Web service description was not found.',
  otherContentType: (accepted: string) =>
    `The Content-Type of the request is none that this service takes. It takes ${accepted}.\r\n`,
  otherEnvelope: (accepted: string) =>
    `The envelope is of another version of SOAP than the Content-Type of the request says. This service takes ${accepted}.\r\n`,
  unknownCharset: (charset: string) => `The charset "${charset}" of the request is not known.\r\n`,
  unknownCoding: (accepted: string) => `The Content-Encoding of the request is not supported. Supported: ${accepted}.`,
  brokenCoding: 'The body of the request is not what its Content-Encoding says, or it is not complete.',
  anotherSite:
    'Pages of other web sites may not call this operation. To allow this one, add its origin to the option trustedOrigins of the server.\r\n',
  otherHost:
    'This server does not answer at this host name. The option hosts of the server lists those at which it does.\r\n',
  wrongHost: 'The request does not name one host at which this server answers.\r\n',
  wrongTarget: 'The target of the request is not a plain path: some readers of it would understand another one.\r\n',
  wrongMethod: 'The server does not have this method.\r\n',
  timedOut: 'The operation has timed out.',
  busy: 'The server is busy. Please try again later.\r\n',
  tooMany: 'Too many requests. Please try again later.\r\n',
  noAnswer: 'The service behind this one did not answer.\r\n',
} as const;

/** Namespace of WCF's codes for errors of its dispatcher. */
export const dispatcherNamespace = 'http://schemas.microsoft.com/net/2005/12/windowscommunicationfoundation/dispatcher';
/** Namespace of WCF's codes for errors of addressing. */
export const addressingNamespace = 'http://schemas.microsoft.com/ws/2005/05/addressing/none';

/** Sentences of faults, as WCF words them. */
export const wcfWording = {
  unknownAction: (action: string) =>
    `The message with Action '${action}' cannot be processed at the receiver, due to a ContractFilter mismatch at the EndpointDispatcher. This may be because of either a contract mismatch (mismatched Actions between sender and receiver) or a binding/security mismatch between the sender and the receiver.  Check that sender and receiver have the same contract and the same binding (including security requirements, e.g. Message, Transport, None).`,
  unreadable: (operation: string, why: string) =>
    `The formatter threw an exception while trying to deserialize the message: Error in deserializing body of request message for operation '${operation}'. ${why}`,
  wrongBodyElement: (name: string, namespace: string, found: string) =>
    `OperationFormatter encountered an invalid Message body. Expected to find node type 'Element' with name '${name}' and namespace '${namespace}'. Found ${found}.`,
  internal:
    'The server was unable to process the request due to an internal error.  For more information about the error, either turn on IncludeExceptionDetailInFaults (either from ServiceBehaviorAttribute or from the <serviceDebug> configuration behavior) on the server in order to send the exception information back to the client, or turn on tracing as per the Microsoft .NET Framework SDK documentation and inspect the server trace logs.',
  headerNotUnderstood: (name: string, namespace: string) =>
    `The header '${name}' from the namespace '${namespace}' was not understood by the recipient of this message, causing the message to not be processed.  This error typically indicates that the sender of this message has enabled a communication protocol that the receiver cannot process.  Please ensure that the configuration of the client's binding is consistent with the service's binding. `,
} as const;

/** Messages of an error and its causes, outermost first, as .NET joins inner exceptions. */
export function errorChain(error: unknown): string {
  const messages: string[] = [];
  let current = error;
  while (current !== undefined && current !== null && messages.length < 8) {
    messages.push(current instanceof Error ? current.message : String(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return messages.join(' ---> ');
}

/** Characters of a text that an answer repeats: enough to find it, too few to make a large request a larger answer's cause. */
const maxEcho = 500;

/** A text from a request as answers repeat it. */
export function excerpt(text: string): string {
  return text.length > maxEcho ? `${text.slice(0, maxEcho)}…` : text;
}

/** Escapes text for HTML and XML, in elements and quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => markup[character] ?? character);
}

const markup: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
