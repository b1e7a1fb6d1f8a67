import { callback, either, having, listOf, type OptionKind, object, oneOf, strings } from '../options.js';

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
  unknownProperties: oneOf('refuse', 'ignore'),
  tolerate: either('"nothing", "common", "all" or an object', oneOf('nothing', 'common', 'all'), object),
  onUnknown: callback,
  validate: having('`messageValidator()`', 'request'),
};
