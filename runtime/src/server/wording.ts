/** Sentences of answers, as ASP.NET words them. The only place with such text. */
export const wording = {
  unreadableRequest: 'Server was unable to read request.',
  unprocessableRequest: 'Server was unable to process request.',
  xmlError: (line: number, column: number) => `There is an error in XML document (${line}, ${column}).`,
  badFormat: 'Input string was not in a correct format.',
  badBoolean: 'String was not recognized as a valid Boolean.',
  badDate: 'String was not recognized as a valid DateTime.',
  overflow: (type: string) => `Value was either too large or too small for ${type}.`,
  badCharacter: 'String must be exactly one character long.',
  unknownEnumeration: (text: string) => `Requested value '${text}' was not found.`,
  unknownSoapAction: (action: string) => `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`,
  noAction: 'Unable to handle request without a valid action parameter. Please supply a valid soap action.',
  unknownAction: (action: string) => `Unable to handle request. The action '${action}' was not recognized.`,
  headerNotUnderstood: (name: string) => `SOAP header ${name} was not understood.`,
  wrongEnvelope: 'Possible SOAP version mismatch: Envelope namespace was unexpected.',
  notAnEnvelope: 'The root element is not a SOAP envelope.',
  noBody: 'The SOAP envelope has no Body.',
  wrongBodyElement: (found: string, expected: string) => `The Body holds ${found} where ${expected} is expected.`,
  missingParameter: (name: string) => `Missing parameter: ${name}.`,
  repeatedParameter: (name: string) => `Parameter occurs more than once: ${name}.`,
  cannotConvert: (text: string, type: string, why: string) =>
    `Cannot convert ${text} to ${type}.\nParameter name: type ---> ${why}`,
  unknownMethod: (name: string) => `${name} Web Service method name is not valid.`,
  badRequestFormat: (contentType: string) => `Request format is invalid: ${contentType}.`,
  unrecognizedFormat: (path: string) => `Request format is unrecognized for URL unexpectedly ending in '${path}'.`,
  noDescription: 'XML Web service description was not found.',
  tooManyFields: 'The query or form has too many fields.',
  timedOut: 'The operation has timed out.',
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
