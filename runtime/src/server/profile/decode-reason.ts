import { XmlDecodeError } from '../../schema/descriptor/errors.js';
import { type XmlCursor, XmlEvent } from '../../xml/interfaces/reader.js';
import { wording } from '../base/wording.js';
import type { Profile } from './profile.js';

/**
 * The reason why a request's XML could not be read, for its sender: position and reason. It repeats only parts of the
 * request, so it is never masked.
 */
export function decodeReason(error: Error, profile: Profile, reader: XmlCursor | undefined): string {
  if (!(error instanceof XmlDecodeError) || !profile.dotNetValues) {
    return error.message;
  }
  const place = placeBehind(reader) ?? error;
  return `${wording.xmlError(place.line, place.column)} ---> ${error.reason}`;
}

/** .NET's reader has moved past the element by the time its value is checked: into the next tag, after `<` or `</`. */
function placeBehind(reader: XmlCursor | undefined): { readonly line: number; readonly column: number } | undefined {
  if (reader === undefined || reader.event !== XmlEvent.EndElement) {
    return undefined;
  }
  let event: XmlEvent;
  try {
    event = reader.next();
  } catch {
    return undefined;
  }
  const into = event === XmlEvent.StartElement ? 1 : event === XmlEvent.EndElement ? 2 : 0;
  return reader.position(reader.offset + into);
}
