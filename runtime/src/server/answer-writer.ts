import type { XmlOutput, XmlWriterOptions } from '../xml/index.js';
import { XmlWriter } from '../xml/index.js';
import type { Endpoint } from './endpoint.js';
import { addressingNamespace, dispatcherNamespace } from './wording.js';

/** WCF's prefix for the namespaces of its fault codes. */
const codePrefixes: readonly (readonly [string, string])[] = [
  [dispatcherNamespace, 'a'],
  [addressingNamespace, 'a'],
];

/**
 * A writer of an answer that makes `namespace` the default one, as ASP.NET does; `''` makes none. `attach` takes binary values, where they
 * are sent beside the envelope.
 */
export function answerWriter(endpoint: Endpoint, namespace: string, attach?: XmlWriterOptions['attach']): XmlOutput {
  let options = endpoint.writerOptions.get(namespace);
  if (options === undefined) {
    const { write } = endpoint.namespaces;
    options = {
      ...(write !== undefined && { namespaces: write }),
      prefixes: new Map(namespace === '' ? codePrefixes : [[namespace, '']]),
    };
    endpoint.writerOptions.set(namespace, options);
  }
  return new XmlWriter(attach === undefined ? options : { ...options, attach });
}
