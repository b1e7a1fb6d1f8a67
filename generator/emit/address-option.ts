import type { BoundService } from '../typescript/services/bound-package.js';

/** The option with which sample code says where a service is, if its WSDL leaves that open. */
export function addressOption({ needsAddress, needsBaseUrl }: BoundService): readonly string[] {
  const base = needsBaseUrl ? ["baseUrl: 'https://service.example'"] : [];
  return needsAddress ? ["address: 'https://service.example/soap'"] : base;
}
