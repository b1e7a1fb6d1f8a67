import type { SoapBindingDescriptor } from '../service/descriptor.js';
import { type BodyCodec, bodyCodec } from '../soap/body.js';
import type { SoapVersion } from '../soap/version.js';
import type { Profile } from './profile.js';

/** Namespace and local name of an element. */
export interface ElementName {
  readonly namespace: string;
  readonly name: string;
}

/** The Body holds an element other than the operation's, where that matters. Namespaces are those of the program. */
export class BodyElementError extends Error {
  override readonly name = 'BodyElementError';
  readonly expected: ElementName;
  /** Undefined for an empty Body. */
  readonly found: ElementName | undefined;

  constructor(expected: ElementName, found: ElementName | undefined) {
    super(`The Body does not contain ${expected.name}.`);
    this.expected = { namespace: expected.namespace, name: expected.name };
    this.found = found;
  }
}

/** The codec of an operation that is served. It throws `BodyElementError` for a Body that the profile does not take for the operation's. */
export function serverBodyCodec(profile: Profile, binding: SoapBindingDescriptor, version: SoapVersion): BodyCodec {
  return bodyCodec(binding, {
    version,
    otherElement: (element, cursor, present) => {
      if (present && binding.encoded === true) {
        return 'element';
      }
      // To ASP.NET an empty Body is as if the element were there without content.
      if (profile.actionDecides) {
        return 'content';
      }
      throw new BodyElementError(
        element,
        present ? { namespace: cursor.namespace, name: cursor.localName } : undefined,
      );
    },
  });
}
