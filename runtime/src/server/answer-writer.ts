import { XmlWriter } from '../xml/engine.js';
import { DefaultNamespaceError } from '../xml/errors.js';
import type { XmlOutput, XmlWriterOptions } from '../xml/index.js';
import type { Endpoint } from './endpoint.js';
import { addressingNamespace, dispatcherNamespace } from './wording.js';

/** WCF's prefix for the namespaces of its fault codes. */
const codePrefixes: readonly (readonly [string, string])[] = [
  [dispatcherNamespace, 'a'],
  [addressingNamespace, 'a'],
];

/**
 * A writer for an answer that makes `namespace` the default one, as ASP.NET does; `''` means no default. `attach` receives
 * binary values if they are sent as parts outside the envelope.
 */
export function answerWriter(endpoint: Endpoint, namespace: string, attach?: XmlWriterOptions['attach']): XmlOutput {
  const options = answerWriterOptions(endpoint, namespace);
  return new XmlWriter(attach === undefined ? options : { ...options, attach });
}

/** The options of such a writer. */
export function answerWriterOptions(endpoint: Endpoint, namespace: string): XmlWriterOptions {
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
 * Writes an answer in which `namespace` is the default one. If the answer contains a name in no namespace, such as a value of
 * `xs:QName`, it is written again without a default namespace: `write` gets `''`.
 */
export function withDefaultNamespace<T>(namespace: string, write: (namespace: string) => T): T {
  try {
    return write(namespace);
  } catch (error) {
    if (namespace === '' || !(error instanceof DefaultNamespaceError)) {
      throw error;
    }
    return write('');
  }
}
