import { callback, isObject, listOf, type OptionKind, oneOf, strings, withMethods } from '../base/options.js';
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
  extensions: listOf({ expected: 'an array of extensions', fits: isExtension }),
  prefixes: { ...strings, expected: 'an object of prefixes by namespace' },
  declareAt: oneOf('envelope', 'use'),
  unknownProperties,
  tolerate,
  onUnknown: callback,
  validate: withMethods('`messageValidator()`', 'request', 'answer', 'requireReadable', 'requireWritable'),
};

/** What reads and writes header blocks: names of blocks, and methods. */
function isExtension(value: unknown): boolean {
  if (!isObject(value)) {
    return false;
  }
  const names: unknown = Reflect.get(value, 'understands');
  const methods = ['write', 'read'].map((name) => Reflect.get(value, name)).filter((each) => each !== undefined);
  return Array.isArray(names) && names.every(isObject) && methods.every(callback.fits);
}

/** A service as data. */
export const service: OptionKind = {
  expected: 'a service, as generated packages have it',
  fits: (value) =>
    isObject(value) && Array.isArray(Reflect.get(value, 'ports')) && isObject(Reflect.get(value, 'operations')),
};
