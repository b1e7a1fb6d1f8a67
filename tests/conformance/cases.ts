/** The cases and their results: plain data that passes between the run and its workers. */

/** A schema of the XML Schema Test Suite with its instances. Paths are below the suite's folder. */
export interface XstsCase {
  readonly kind: 'xsts';
  readonly name: string;
  readonly schemas: readonly string[];
  /** Whether the schema itself is valid. */
  readonly schemaValid: boolean;
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

/** A WSDL by its path below the folder of WSDLs. */
export interface WsdlCase {
  readonly kind: 'wsdl';
  readonly name: string;
}

/** A vocabulary without WSDL: its schemas and its documents, below the folder of vocabularies. */
export interface VocabularyCase {
  readonly kind: 'vocabulary';
  readonly name: string;
  readonly schemas: readonly string[];
  readonly documents: readonly string[];
}

export type Case = XstsCase | WsdlCase | VocabularyCase;

/** The task of a worker. */
export interface Task {
  readonly case: Case;
  /** Folder of the data set. */
  readonly root: string;
  /** Folder for generated code; absent when none is wanted. */
  readonly emitTo?: string;
}

/** The checks, in the order of the table. */
export const checks = [
  'schema',
  'schema-types',
  'valid',
  'valid-strict',
  'valid-emitted',
  'valid-libxml2',
  'invalid',
  'invalid-schema',
  'documents-schema',
  'documents',
  'documents-strict',
  'documents-libxml2',
  'documents-refused',
  'wsdl',
  'wsdl-dangling',
  'wsdl-types',
  'wsdl-own-types',
  'wsdl-loads',
  'wsdl-operations',
  'wsdl-round-trip',
  'wsdl-calls',
  'wsdl-libxml2',
] as const;

export type Check = (typeof checks)[number];

/** One thing that was checked. */
export interface Outcome {
  readonly check: Check;
  /** Unique within the check; without spaces. */
  readonly name: string;
  /** Why it failed; absent when it passed. */
  readonly failure?: string;
  /** The kind of failure, for the table by cause: the code of a diagnostic or of the compiler, or the class of an error. */
  readonly cause?: string;
  /** True for exceptions of kinds that must never answer a user's mistake. */
  readonly internal?: boolean;
  /** Diagnostics that generation gave, as severity and code. */
  readonly found?: readonly string[];
}

/** The meaning of the checks, for the table. */
export const checkTitles: Readonly<Record<Check, string>> = {
  schema: 'valid schemas that generate without error and break no constraint',
  'schema-types': 'generated packages (sample) that type-check under the strict options',
  valid: 'valid instances that decode and encode back to the same infoset (descriptors in memory)',
  'valid-strict': 'what was encoded is read strictly, and its value is valid: both with the same declarations',
  'valid-emitted': 'the same through generated code (sample)',
  'valid-libxml2': 'encoded again, they are still valid to libxml2 (of those that it takes)',
  invalid: 'invalid instances that are refused',
  'invalid-schema': 'invalid schemas that are refused: an error, or a constraint that is broken',
  'documents-schema': 'vocabularies without WSDL whose schemas generate without error and break no constraint',
  documents: 'documents of vocabularies, valid to libxml2, that decode and encode back to the same infoset',
  'documents-strict': 'what was encoded of them is read strictly, and its value is valid',
  'documents-libxml2': 'what was encoded of them is still valid to libxml2 (of those that it takes)',
  'documents-refused': 'documents of vocabularies that libxml2 refuses and that are refused',
  wsdl: 'WSDLs whose references resolve that generate without error',
  'wsdl-dangling': 'WSDLs with unresolved references that generate the rest and say what is missing',
  'wsdl-types': 'WSDL packages that type-check under the strict options',
  'wsdl-own-types':
    'WSDL packages that type-check with their own `tsconfig.json`, declarations of the runtime included',
  'wsdl-loads': 'WSDL packages that Node loads with `import` and `require`, with the same exports at each path',
  'wsdl-operations': 'ports that expose every operation of their binding',
  'wsdl-round-trip': 'sample messages that pass between client and server unchanged',
  'wsdl-calls': 'the same between the generated client and server of the package that was loaded, each way',
  'wsdl-libxml2': 'sample messages that libxml2 finds valid',
};

/** An identifier of an outcome: that of the known failures. */
export function outcomeId({ check, name }: Pick<Outcome, 'check' | 'name'>): string {
  return `${check} ${name}`;
}

/** An outcome that names the exception. */
export function failed(check: Check, name: string, error: unknown, prefix = ''): Outcome {
  const known =
    error instanceof Error && /^(XmlDecodeError|XmlEncodeError|XmlSyntaxError|LexicalError)$/.test(error.name);
  const text = error instanceof Error ? (known ? error.message : `${error.name}: ${error.message}`) : String(error);
  const place = known ? '' : placeOf(error);
  const cause = error instanceof Error ? error.name : 'error';
  return { check, name, failure: `${prefix}${oneLine(text)}${place}`, cause, ...(known ? {} : { internal: true }) };
}

function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frame = /\(?([\w./-]*(?:generator|runtime|tests)\/[\w./-]+:\d+)(?::\d+)?\)?/.exec(stack)?.[1];
  return frame === undefined ? '' : ` (at ${frame.replace(/^.*?(generator|runtime\/src|tests)\//, '$1/')})`;
}

/** A text of at most 240 characters on one line. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 240 ? `${line.slice(0, 240)}…` : line;
}
