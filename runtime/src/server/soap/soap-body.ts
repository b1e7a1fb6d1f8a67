import { zeroOfType } from '../../schema/decode/zero-values.js';
import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import type { SoapBindingDescriptor } from '../../service/descriptor.js';
import type { SoapVersion } from '../../service/soap-version.js';
import { type BodyCodec, bodyCodec } from '../../soap/body.js';
import { readContent } from '../../soap/body-content.js';
import { encodedMessages } from '../../soap/encoded.js';
import { besideAttachments } from '../../soap/message-value.js';
import { rpcMessages } from '../../soap/rpc.js';
import type { Endpoint } from '../routes/endpoint.js';

/** Namespace and local name of an element. */
export interface BodyElementName {
  readonly namespace: string;
  readonly name: string;
}

/** The Body contains an element other than the operation's, where that matters. Namespaces are those of the program. */
export class BodyElementError extends Error {
  override readonly name = 'BodyElementError';
  readonly expected: BodyElementName;
  /** Undefined for an empty Body. */
  readonly found: BodyElementName | undefined;

  constructor(expected: BodyElementName, found: BodyElementName | undefined) {
    super(`The Body does not contain ${expected.name}.`);
    this.expected = { namespace: expected.namespace, name: expected.name };
    this.found = found;
  }
}

/**
 * True for an element whose value is a string or the like. To ASP.NET, an element that is not there has a value without content: zero, or
 * an object without members. A string would be null.
 */
function isText({ type: reference }: ElementDescriptor): boolean {
  const type = resolve(reference);
  return type.kind === 'simple' && zeroOfType(type) === '';
}

/** The codec of an operation that is served. It throws `BodyElementError` for a Body that the profile does not take for the operation's. */
export function serverBodyCodec(
  { profile, encode }: Pick<Endpoint, 'profile' | 'encode'>,
  binding: SoapBindingDescriptor,
  version: SoapVersion,
): BodyCodec {
  return bodyCodec(binding, {
    written: encode,
    version,
    parts: { encoded: encodedMessages, rpc: rpcMessages },
    bodyPart: besideAttachments(binding),
    otherElement: (element, cursor, present, { absent }) => {
      if (present && binding.encoded === true) {
        return 'element';
      }
      if (profile.actionDecides && (absent !== undefined || !isText(element))) {
        return readContent;
      }
      throw new BodyElementError(
        element,
        present ? { namespace: cursor.namespace, name: cursor.localName } : undefined,
      );
    },
  });
}
