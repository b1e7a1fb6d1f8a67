import { type BodyFrames, writtenFrame } from './body-frame.js';
import { type SoapVersion, soapVersion } from './version.js';

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const schemaDeclarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** The fixed text before and after the content of the Body. */
export interface EnvelopeFrame {
  readonly start: string;
  readonly end: string;
}

/**
 * The text around the content of the Body of a message without headers, so that only the content has to be written each time.
 * `schemaPrefixes` also declares `xsi` and `xsd`, as ASP.NET does.
 */
export function envelopeFrame(
  version: SoapVersion,
  options: { readonly schemaPrefixes?: boolean } = {},
): EnvelopeFrame {
  const { namespace } = soapVersion(version);
  const extra = options.schemaPrefixes ? schemaDeclarations : '';
  return {
    start: `${declaration}<soap:Envelope xmlns:soap="${namespace}"${extra}><soap:Body>`,
    end: '</soap:Body></soap:Envelope>',
  };
}

/** One element in the Body goes between two fixed texts. */
export const fixedFrame: BodyFrames = (version, message, binding, prefixes) => {
  if (message.content !== undefined || binding.encoded === true || prefixes !== undefined) {
    return writtenFrame(version, message, binding, prefixes);
  }
  const { start: before, end: after } = envelopeFrame(version.version);
  return (write) => ({ before, after, write });
};
