import { instanceNamespace, schemaNamespace } from '../../schema/descriptor/resolve.js';
import type { SoapVersion } from '../../service/soap-version.js';
import type { Declaration } from '../../soap/prefixes.js';
import type { XmlOutput, XmlWriterOptions } from '../../xml/index.js';
import { hindersDefault, withoutDefault } from '../../xml/interfaces/writer.js';
import { XmlWriter } from '../../xml/write/xml-writer.js';
import { addressingNamespace, dispatcherNamespace } from '../base/wording.js';
import type { Endpoint } from '../routes/endpoint.js';

/** WCF's prefix for the namespaces of its fault codes. */
const codePrefixes: readonly (readonly [string, string])[] = [
  [dispatcherNamespace, 'a'],
  [addressingNamespace, 'a'],
];

/** What .NET declares at each envelope. */
const schemaDeclarations: readonly Declaration[] = [
  ['xsi', instanceNamespace],
  ['xsd', schemaNamespace],
];

/** A writer for an answer. `attach` receives binary values if they are sent as parts outside the envelope. */
export function answerWriter(options: XmlWriterOptions, attach?: XmlWriterOptions['attach']): XmlOutput {
  return new XmlWriter(attach === undefined ? options : { ...options, attach });
}

/** The names that the prefixes of an answer depend on. */
export interface AnswerNames {
  /** The namespace that is the default one, as in ASP.NET, unless prefixes are chosen; `''` means no default. */
  readonly namespace: string;
  /** Version of the envelope; absent where there is none. */
  readonly version?: SoapVersion;
}

/** The options of the writer of an answer. */
export function answerWriterOptions(endpoint: Endpoint, names: AnswerNames): XmlWriterOptions {
  return endpoint.prefixes === undefined ? usualOptions(endpoint, names.namespace) : chosenOptions(endpoint, names);
}

function chosenOptions(endpoint: Endpoint, { namespace, version }: AnswerNames): XmlWriterOptions {
  const key = `${version ?? ''} ${namespace}`;
  const known = endpoint.writerOptions.get(key);
  if (known !== undefined || endpoint.prefixes === undefined) {
    return known ?? usualOptions(endpoint, namespace);
  }
  const root = version === undefined ? [] : schemaDeclarations;
  const options = endpoint.prefixes.writer(usualOptions(endpoint, namespace), version, root);
  endpoint.writerOptions.set(key, options);
  return options;
}

function usualOptions(endpoint: Endpoint, namespace: string): XmlWriterOptions {
  let options = endpoint.writerOptions.get(namespace);
  if (options === undefined) {
    const { write } = endpoint.namespaces;
    options = {
      ...(write !== undefined && { namespaces: write }),
      prefixes: new Map(namespace === '' ? codePrefixes : [[namespace, '']]),
    };
    endpoint.writerOptions.set(namespace, options);
  }
  return options;
}

/**
 * Writes an answer. If it contains a name in no namespace, such as a value of `xs:QName`, where there is a default namespace, it is written again without
 * one.
 */
export function writeAnswer<T>(endpoint: Endpoint, names: AnswerNames, write: (options: XmlWriterOptions) => T): T {
  if (endpoint.prefixes === undefined) {
    return withDefaultNamespace(names.namespace, (namespace) => write(usualOptions(endpoint, namespace)));
  }
  const options = chosenOptions(endpoint, names);
  try {
    return write(options);
  } catch (error) {
    return write(withoutDefault(options, error));
  }
}

/**
 * Writes an answer in which `namespace` is the default one. If the answer contains a name in no namespace, such as a value of
 * `xs:QName`, it is written again without a default namespace: `write` gets `''`.
 */
export function withDefaultNamespace<T>(namespace: string, write: (namespace: string) => T): T {
  try {
    return write(namespace);
  } catch (error) {
    if (namespace === '' || !hindersDefault(error)) {
      throw error;
    }
    return write('');
  }
}
