import { callback, having, listOf, type OptionKind, oneOf, strings } from '../base/options.js';
import { tolerate, unknownProperties } from '../schema/document/option-kinds.js';

/** The kinds of those options about messages that clients and servers have in common. */
export const messageOptions: Readonly<
  Record<
    | 'namespaces'
    | 'extensions'
    | 'prefixes'
    | 'declareAt'
    | 'unknownProperties'
    | 'tolerate'
    | 'onUnknown'
    | 'validate',
    OptionKind
  >
> = {
  namespaces: strings,
  extensions: listOf({ ...having('', 'understands'), expected: 'an array of extensions' }),
  prefixes: { ...strings, expected: 'an object of prefixes by namespace' },
  declareAt: oneOf('envelope', 'use'),
  unknownProperties,
  tolerate,
  onUnknown: callback,
  validate: having('`messageValidator()`', 'request'),
};
