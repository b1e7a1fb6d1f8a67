import { parseMediaType } from '../../http/media-type.js';
import { KnownHeaders } from './known-headers.js';
import type { SoapRoute } from './soap-routes.js';

const type = 'text/xml; charset=utf-8';
const mediaType = parseMediaType(type) ?? { type: '', parameters: new Map<string, string>() };
const route = {} as SoapRoute;

describe('the calls that headers name', () => {
  test('are found by the same content type and action only', () => {
    const known = new KnownHeaders();
    known.set(type, '"a"', { mediaType, version: '1.1', route });
    expect(known.get(type, '"a"')?.route).toBe(route);
    expect(known.get('text/xml', '"a"')).toBeUndefined();
    expect(known.get(type, '"b"')).toBeUndefined();
    expect(known.get(type, undefined)).toBeUndefined();
  });

  test('are found by a content type alone, where no action was sent', () => {
    const known = new KnownHeaders();
    const soap12 = 'application/soap+xml; action="a"';
    known.set(soap12, undefined, { mediaType, version: '1.2', route });
    expect(known.get(soap12, undefined)?.version).toBe('1.2');
    expect(known.get(soap12, soap12)).toBeUndefined();
  });
});
