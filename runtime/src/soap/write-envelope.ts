import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { encodeElement } from '../schema/encode/encode.js';
import { actorAttribute, type SoapVersion, type SoapVersionFacts, soapVersion } from '../service/soap-version.js';
import { writeTree } from '../xml/index.js';
import type { XmlOutput } from '../xml/interfaces/writer.js';
import type { TreeRefusal } from '../xml/trees/tree-writing.js';
import type { EncodedMessages } from './encoded.js';
import { type SoapHeaderBlock, writeAround } from './envelope.js';

/**
 * Writes a whole envelope: declaration, headers (the Header element only if there are any) and the output of `writeBody` in
 * the Body. `encoding` is needed for headers in SOAP encoding.
 */
export function writeEnvelope(
  output: XmlOutput,
  version: SoapVersion,
  headers: readonly SoapHeaderBlock[],
  writeBody: (output: XmlOutput) => void,
  encoding?: EncodedMessages,
): void {
  const facts = soapVersion(version);
  writeAround(
    output,
    facts,
    writeBody,
    headers.length === 0
      ? undefined
      : () => {
          output.startElement(facts.namespace, 'Header', 'soap');
          for (const header of headers) {
            writeHeader(output, facts, header, encoding);
          }
          output.endElement();
        },
  );
}

/** Writes a header block with its attributes for SOAP. Throws `TypeError` for one in SOAP encoding without `encoding`. */
export function writeHeader(
  output: XmlOutput,
  facts: SoapVersionFacts,
  header: SoapHeaderBlock,
  encoding?: EncodedMessages,
): void {
  const marked = marking(output, () => {
    if (header.mustUnderstand) {
      output.attribute(facts.namespace, 'mustUnderstand', '1', 'soap');
    }
    if (header.actor !== undefined) {
      output.attribute(facts.namespace, actorAttribute(facts), header.actor, 'soap');
    }
    if (header.relay && facts.version === '1.2') {
      output.attribute(facts.namespace, 'relay', '1', 'soap');
    }
  });
  if ('tree' in header) {
    writeTree(header.tree, marked, 'refuse' in header ? (header as TreeRefusal) : undefined);
  } else if (header.encoded) {
    writeEncoded(marked, facts, header, encoding);
  } else {
    encodeElement(header.element, header.value, marked);
  }
}

function writeEncoded(
  output: XmlOutput,
  facts: SoapVersionFacts,
  { element, value }: { readonly element: ElementDescriptor; readonly value: unknown },
  encoding: EncodedMessages | undefined,
): void {
  if (encoding === undefined) {
    throw new TypeError(`The SOAP header ${element.name} needs encodedMessages, which the client does not name.`);
  }
  encoding.encodeBlock(element, value, output, facts);
}

/** Calls `mark` after the start of the first element, to add attributes; everything else passes unchanged. */
function marking(output: XmlOutput, mark: () => void): XmlOutput {
  let isMarked = false;
  return {
    declaration: () => output.declaration(),
    startElement: (...element) => {
      output.startElement(...element);
      if (!isMarked) {
        isMarked = true;
        mark();
      }
    },
    declare: (prefix, namespace) => output.declare(prefix, namespace),
    attribute: (...attribute) => output.attribute(...attribute),
    text: (value) => output.text(value),
    binary: (content) => output.binary?.(content) ?? false,
    endElement: () => output.endElement(),
    prefixFor: (namespace) => output.prefixFor(namespace),
    programNamespace: (namespace) => output.programNamespace(namespace),
    resolvePrefix: (prefix) => output.resolvePrefix(prefix),
    toString: () => output.toString(),
  };
}
