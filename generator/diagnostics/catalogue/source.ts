import { documentFlaw, entry } from './entry.js';

/** Wording of what the source stage finds. */
export const source = {
  'source/missing-file': documentFlaw(
    (p: { location: string }) => `"${p.location}" does not exist.`,
    () => 'check the path, or put the file there.',
  ),
  'source/missing-import': entry(
    'warning',
    (p: { location: string }) => `"${p.location}" does not exist; what it declares is missing.`,
    () => 'put the file there, or pass the file that declares the namespace as an input too.',
  ),
  'source/unreadable-file': documentFlaw(
    (p: { location: string; reason: string }) => `"${p.location}" cannot be read: ${p.reason}.`,
    () => 'check that it is a file and that you may read it.',
  ),
  'source/outside-root': documentFlaw(
    (p: { location: string }) => `"${p.location}" leads out of the folders that descriptors may be read from.`,
    (p) =>
      `if you trust this descriptor, allow the folder with --allow-path (or allowPaths in the config); it asks for ${p.location}.`,
  ),
  'source/bad-location': documentFlaw(
    (p: { location: string }) => `"${p.location}" is not a location of a file or an http address.`,
    () => 'correct the location, or pass the file that it means as an input too.',
  ),
  'source/remote-input': documentFlaw(
    (p: { location: string }) => `"${p.location}" is a network address, and nothing is fetched unless you say so.`,
    () => 'save it and what it imports beside the descriptor and name the file, or pass --allow-remote.',
  ),
  'source/remote-import': entry(
    'warning',
    (p: { location: string }) => `"${p.location}" was not fetched: it is a network address.`,
    () =>
      'save it beside the descriptor and change the location, pass the file as an input too, or pass --allow-remote.',
  ),
  'source/internal-host': documentFlaw(
    (p: { location: string }) => `"${p.location}" was not fetched: the descriptor points into a private network.`,
    () => 'if you trust this descriptor, allow the host by name (allowHosts in the config).',
  ),
  'source/fetch-failed': documentFlaw(
    (p: { location: string; reason: string }) => `"${p.location}" could not be fetched: ${p.reason}.`,
    () => 'check the address and the network, or download the file and pass it as an input.',
  ),
  'source/too-large': entry(
    'error',
    (p: { location: string; limit: number }) => `"${p.location}" is larger than ${p.limit} bytes.`,
    () => 'raise limits.maxBytes in the config if the file is really meant.',
  ),
  'source/too-many': entry(
    'error',
    (p: { limit: number }) => `More than ${p.limit} documents are imported; the rest was not read.`,
    () => 'raise limits.maxDocuments in the config if they are really meant.',
  ),
  'source/too-deep': entry(
    'error',
    (p: { limit: number }) => `Elements are nested deeper than ${p.limit}.`,
    () => 'no descriptor needs this; check where the file comes from.',
  ),
  'source/not-well-formed': documentFlaw(
    (p: { reason: string }) => `This is not well-formed XML: ${p.reason}.`,
    () => 'correct the file; what could not be read is missing until then.',
  ),
  'source/undeclared-prefix': documentFlaw(
    (p: { prefix: string }) => `The prefix "${p.prefix}" is not declared.`,
    (p) => `add xmlns:${p.prefix}="…" to this element or one around it.`,
  ),
  'source/corrected-namespace': entry(
    'warning',
    (p: { declared: string; namespace: string }) => `The namespace "${p.declared}" is read as "${p.namespace}".`,
    () => 'correct the declaration; other tools will not know what it means.',
  ),
  'source/leading-space': entry(
    'warning',
    () => 'Something stands before the XML declaration, which XML does not allow.',
    () => 'remove it; other tools will refuse the file.',
  ),
  'source/wrapped-document': entry(
    'warning',
    (p: { name: string }) => `The WSDL or schema stands within an element "${p.name}"; it is read alone.`,
    () => 'save it as a document of its own.',
  ),
  'source/found-nearby': entry(
    'warning',
    (p: { location: string; name: string }) => `"${p.location}" was not reached; "${p.name}" was taken in its place.`,
    () => 'correct the location, or pass the file that it means as an input too.',
  ),
  'source/unknown-encoding': entry(
    'warning',
    (p: { encoding: string }) => `The encoding "${p.encoding}" is not known; UTF-8 was tried.`,
    () => 'save the file as UTF-8.',
  ),
  'source/invalid-bytes': entry(
    'warning',
    (p: { encoding: string }) => `The file has bytes that ${p.encoding} does not allow; they became U+FFFD.`,
    () => 'correct the encoding declaration, or save the file as UTF-8.',
  ),
  'source/external-dtd': entry(
    'info',
    () => 'The document type declaration points to an external file, which is never read.',
    () => 'nothing to do, unless the document uses entities from that file.',
  ),
  'source/entity-markup': entry(
    'warning',
    (p: { name: string }) => `The entity "${p.name}" stands for markup, which is not expanded.`,
    () => 'write its text where it is used.',
  ),
  'source/entity-expansion': entry(
    'error',
    () => 'The entities of this document expand to more than a descriptor can need.',
    () => 'check where the file comes from; write long texts out instead.',
  ),
  'source/unexpected-document': documentFlaw(
    (p: { name: string }) => `The document element is "${p.name}", neither a WSDL nor a schema.`,
    () => 'pass a WSDL 1.1 (wsdl:definitions) or an XML Schema (xs:schema).',
  ),
  'source/wsdl-2': documentFlaw(
    () => 'This is WSDL 2.0; only WSDL 1.1 is read.',
    () => 'ask the service for its WSDL 1.1 description (most publish it under ?wsdl).',
  ),
} as const;
