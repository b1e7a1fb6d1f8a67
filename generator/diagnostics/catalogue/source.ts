import { isAddress } from '../public-address.js';
import { didYouMean, documentFlaw, error, info, warning } from './entry.js';

/** Why a folder cannot be read as a file. */
export const aFolder = 'it is a folder';

/** Wording of the diagnostics of the source stage. */
export const source = {
  'source/missing-file': documentFlaw(
    '"{location}" does not exist.',
    didYouMean(({ location, folder }: { readonly location: string; readonly folder?: string | undefined }) =>
      location.includes('*')
        ? 'name each file: patterns are not expanded.'
        : folder === undefined
          ? 'check the path.'
          : `check the path: it was looked for from "${folder}". No WSDL yet? codegen init --template client writes one.`,
    ),
  ),
  'source/missing-import': warning(
    ({ location, status }: { location: string; status?: number | undefined }) =>
      status === undefined
        ? `"${location}" does not exist, so its declarations are missing.`
        : `"${location}" could not be fetched: the server answered ${status}. Its declarations are missing.`,
    ({ status }) =>
      status === undefined
        ? 'put the file there, or pass the file that declares the namespace as an input too.'
        : 'check the location, or pass the file that declares the namespace as an input too.',
  ),
  'source/not-given': error(
    (p: { location: string; name: string }) => `"${p.location}" is not among the texts that were given.`,
    ({ name }) => `give its text under the name "${name}", or let the option resolve give it.`,
  ),
  'source/unreadable-file': documentFlaw(
    '"{location}" cannot be read: {reason}.',
    ({ reason, location }: { reason: string; location: string }) =>
      reason === aFolder
        ? `name the files in it; codegen init ${location} writes a config for the descriptors that it finds there.`
        : 'check that it is a file, and check its permissions.',
  ),
  'source/outside-root': documentFlaw(
    (p: { location: string; path?: string }) => `"${p.location}" is outside the folders that may be read.`,
    ({ location, path = location }) =>
      `if you trust this document, allow the path with --allow-path ${path}, or with allowPaths in the config.`,
  ),
  'source/not-allowed': error(
    (p: { location: string; others: number; path: string; inConfig: string }) =>
      `"${p.location}" ${p.others === 0 ? 'is' : `and ${p.others} more of the documents that are referred to are`} there, but outside the folders that may be read.`,
    ({ path, inConfig }) =>
      `if you trust what is there, allow it with --allow-path ${path}, or with allowPaths: ['${inConfig}'] in the config.`,
  ),
  'source/bad-location': documentFlaw(
    ({ location }: { location: string }) =>
      /^https?:\/\//i.test(location)
        ? `"${location}" is not a valid address.`
        : isAddress(location)
          ? `"${location}" cannot be fetched: only addresses that begin with http:// or https:// can.`
          : `"${location}" is neither a file nor an http address.`,
    ({ location }) =>
      isAddress(location)
        ? 'correct the address, or save the document as a file and pass the file.'
        : 'correct the location, or pass the right file as an input too.',
  ),
  'source/remote-input': documentFlaw(
    '"{location}" is a network address, which is fetched only with --allow-remote.',
    "save it and all that it imports with codegen pull '{location}' wsdl, and pass the file; or pass --allow-remote.",
  ),
  'source/remote-import': warning(
    '"{location}" was not fetched: it is a network address.',
    'save it as a file and change the location, pass the file as an input too, or pass --allow-remote.',
  ),
  'source/internal-host': documentFlaw(
    '"{location}" was not fetched: it is in a private network.',
    'if you trust this document, allow the host with allowHosts in the config.',
  ),
  'source/fetch-failed': documentFlaw(
    '"{location}" could not be fetched: {reason}.',
    'check the address and the network, or download the file and pass it as an input.',
  ),
  'source/too-large': error(
    '"{location}" is larger than {limit} bytes.',
    'if the file is right, raise limits.maxBytes in the config.',
  ),
  'source/too-many': error(
    'More than {limit} documents are imported; the rest was not read.',
    'if the documents are right, raise limits.maxDocuments in the config.',
  ),
  'source/too-deep': error(
    'Elements are nested deeper than {limit}.',
    'no real document needs this; check where the file comes from.',
  ),
  'source/not-well-formed': documentFlaw(
    'This is not well-formed XML: {reason}.',
    'correct the file; the parts that could not be read are missing.',
  ),
  'source/not-xml': documentFlaw(
    (p: { format: string }) => `This is not XML: it is ${p.format}.`,
    (p) =>
      p.format.startsWith('an HTML page')
        ? 'the address of a service gives its WSDL with "?WSDL" at the end; if it asks for a password, save the WSDL with a browser.'
        : /gzip|ZIP/.test(p.format)
          ? 'unpack it first.'
          : 'pass a WSDL or a schema; a service description in YAML or JSON has a name that ends in .yaml, .yml or .json.',
  ),
  'source/undeclared-prefix': documentFlaw(
    'The prefix "{prefix}" is not declared.',
    'add xmlns:{prefix}="…" to this element or an outer one.',
  ),
  'source/corrected-namespace': warning(
    'The namespace "{declared}" is read as "{namespace}".',
    'correct the declaration; other tools may not accept it.',
  ),
  'source/schema-element-of-wsdl': warning(
    'The element "{name}" in a schema is in the namespace of WSDL; it is read as an element of XML Schema.',
    'give it the prefix of xs:schema; other tools ignore it.',
  ),
  'source/leading-space': warning(
    'There is text before the XML declaration, which XML does not allow.',
    'remove it; other tools may refuse the file.',
  ),
  'source/wrapped-document': warning(
    'The WSDL or schema is inside an element "{name}"; only the WSDL or schema is read.',
    'save it as a separate document.',
  ),
  'source/found-nearby': warning(
    '"{location}" was not found; "{name}" was used instead.',
    'correct the location, or pass the right file as an input too.',
  ),
  'source/unknown-encoding': warning(
    'The encoding "{encoding}" is not known; UTF-8 was tried.',
    'save the file as UTF-8.',
  ),
  'source/invalid-bytes': warning(
    'The file contains bytes that are not valid in {encoding}; they became U+FFFD.',
    'correct the encoding declaration, or save the file as UTF-8.',
  ),
  'source/external-dtd': info(
    'The document type declaration points to an external file, which is never read.',
    'no action is needed, unless the document uses entities from that file.',
  ),
  'source/entity-markup': warning(
    'The entity "{name}" contains markup, which is not expanded.',
    'replace the entity by its text.',
  ),
  'source/entity-expansion': error(
    'The entities of this document expand to too much text.',
    'check where the file comes from, or replace the entities by their texts.',
  ),
  'source/unexpected-document': documentFlaw(
    'The document element is "{name}"; this is neither a WSDL nor a schema.',
    'pass a WSDL 1.1 (wsdl:definitions) or an XML Schema (xs:schema).',
  ),
  'source/wsdl-2': documentFlaw(
    'This is WSDL 2.0; only WSDL 1.1 is supported.',
    'ask the service for its WSDL 1.1 description (usually at ?wsdl).',
  ),
} as const;
