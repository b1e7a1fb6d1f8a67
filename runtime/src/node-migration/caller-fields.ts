import { isProxyField } from '../http/passing-on.js';
import type { BelievedCaller } from '../server/fallback.js';

/** Fields that are made anew for each request; `Forwarded` says the same once more. */
const ownFields: ReadonlySet<string> = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]);

/** True for a field that is a claim of the caller about itself. What a trusted proxy says besides is kept. */
export function isClaim(name: string, { isTrustedProxy }: BelievedCaller): boolean {
  return isProxyField(name) && (!isTrustedProxy || ownFields.has(name.toLowerCase().replaceAll('_', '-')));
}

/** The fields that tell the older service who called, and at which address. */
export function callerFields({ address, scheme, host }: BelievedCaller): Readonly<Record<string, string>> {
  return {
    ...(address !== undefined && { 'x-forwarded-for': address, 'x-real-ip': address }),
    ...(host !== undefined && { 'x-forwarded-host': host }),
    'x-forwarded-proto': scheme,
  };
}
