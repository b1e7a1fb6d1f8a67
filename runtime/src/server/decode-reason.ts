import { XmlDecodeError } from '../schema/index.js';
import type { XmlCursor } from '../xml/reader.js';
import type { Profile } from './profile.js';
import { wording } from './wording.js';

/**
 * Why a request's XML could not be read, for its sender: place and reason. It says nothing but what stands in the request, so
 * it is never masked.
 */
export function decodeReason(error: Error, profile: Profile, reader: XmlCursor | undefined): string {
  if (profile.name !== 'aspnet') {
    return error.message;
  }
  const place = error instanceof XmlDecodeError && error.line > 0 ? error : reader?.position();
  const why = error instanceof XmlDecodeError ? wording.badFormat : error.message;
  return `${wording.xmlError(place?.line ?? 0, place?.column ?? 0)} ---> ${why}`;
}
