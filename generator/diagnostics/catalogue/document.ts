import { didYouMean, error } from './entry.js';

/** Wording of the diagnostics of commands for XML documents. */
export const document = {
  'document/not-found': error(
    (p: { name: string; isFolder: string }) =>
      p.isFolder === '' ? `There is no file "${p.name}".` : `The folder "${p.name}" has no files *.xml.`,
    'name files, folders with files *.xml, or patterns in quotes; - is standard input.',
  ),
  'document/no-schema': error(
    'Nothing says which schema the document has.',
    'name it: --schema FILE, a config with its package, or xsi:schemaLocation in the document.',
  ),
  'document/schema-not-allowed': error(
    'The document names a schema that may not be read: "{location}".',
    'save it, and name it with --schema FILE. What documents name is read in their own folder, or in its git repository.',
  ),
  'document/unknown-root': error(
    'The schemas declare no element "{name}".',
    didYouMean('name the schema that declares it with --schema FILE.'),
  ),
  'document/no-sample': error(
    'There is no sample of a document with the root "{name}": {reason}.',
    'another seed may find one: --seed NUMBER.',
  ),
  'document/other-root': error(
    'The root element is "{name}", not "{wanted}".',
    'leave --root out: a document in XML names its root itself.',
  ),
  'document/not-json': error('The document is not JSON: {reason}.', 'documents are XML or JSON.'),
  'document/json-root': error(
    'The JSON does not say its root element.',
    'it is an object with one property, which has the name of the root; or name the root of a value alone: --root NAME.',
  ),
  'document/too-large': error(
    '"{name}" is larger than {megabytes} MB, the most that fits into the memory of this program as a whole.',
    'give it more: NODE_OPTIONS=--max-old-space-size=MB, with 25 times the size of the document. codegen validate checks larger documents record by record, where they begin with a list of records.',
  ),
  'document/checked-in-parts': error(
    '"{name}" has no mistake in its records and around them, but it is too large to check IDs and keys that span them.',
    'give the program more memory: NODE_OPTIONS=--max-old-space-size=MB, with 25 times the size of the document.',
  ),
  'document/invalid': error('{place}{message} ({rule}).', ''),
} as const;
