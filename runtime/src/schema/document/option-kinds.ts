import {
  callback,
  checkOptions,
  either,
  flag,
  having,
  isObject,
  number,
  type OptionKind,
  type OptionKinds,
  object,
  oneOf,
  text,
} from '../../base/options.js';
import type { XmlReaderOptions } from '../../xml/interfaces/reader.js';
import type { XmlWriterOptions } from '../../xml/interfaces/writer.js';
import type { XmlLimits } from '../../xml/text/limits.js';
import type { DecodeOptions } from '../context/decoder.js';
import type { EncodeOptions } from '../context/encoder.js';

/** The options with which documents are read and written, and what each of them has to be. */

/** What is done with properties that a type does not have. */
export const unknownProperties: OptionKind = oneOf('refuse', 'ignore');
/** What is read although it does not fit its schema. */
export const tolerate: OptionKind = either(
  '"nothing", "common", "all" or an object',
  oneOf('nothing', 'common', 'all'),
  object,
);

const namespaces = having('a Map of namespaces', 'get');

/** The kinds of the options of readers. */
export const readerOptions: OptionKinds<XmlReaderOptions> = {
  limits: object,
  namespaces,
  doctype: oneOf('refuse', 'skip'),
};

/** The kinds of the options of what reads documents. */
export const readingOptions: OptionKinds<DecodeOptions & XmlReaderOptions> = {
  strict: flag,
  missing: oneOf('error', 'default'),
  nearMisses: oneOf('read', 'refuse'),
  tolerate,
  onUnknown: callback,
  recover: callback,
  overflow: oneOf('nearest', 'refuse'),
  plainText: flag,
  ordered: flag,
  declarations: object,
  ...readerOptions,
};

/** The kinds of the options of what writes documents. */
export const writingOptions: OptionKinds<EncodeOptions & XmlWriterOptions> = {
  prefix: text,
  unknownProperties,
  namespaces,
  prefixes: having('a Map of prefixes by namespace', 'get'),
  chosen: object,
  attach: callback,
  indent: number,
};

const limits: OptionKinds<XmlLimits> = {
  maxDepth: number,
  maxAttributes: number,
  maxNamespaces: number,
  maxLength: number,
};

/** The options that are there. Throws `TypeError` for an option that `owner` does not have, and for one of another kind than its type says. */
export function checkReading<Options extends XmlReaderOptions>(
  owner: string,
  given: Options,
  kinds: OptionKinds<Options>,
): Options {
  const options = checkOptions(owner, given, kinds);
  checkOptions('`limits`', options.limits ?? {}, limits);
  return options;
}

/** The descriptor of an element. */
export const elementKind: OptionKind = {
  expected: 'the descriptor of an element',
  fits: (value) => isObject(value) && 'kind' in value && value.kind === 'element',
};
