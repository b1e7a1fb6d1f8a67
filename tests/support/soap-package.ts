import type { Server } from 'node:http';

/** What tests of other things use of the package `soap`, whose own types are there only for `npm run test:all`. */
interface SoapPackage {
  /** A client for the WSDL at an address; `XAsync` calls the operation X, and answers with its result first. */
  createClientAsync(
    wsdl: string,
    options?: object,
    endpoint?: string,
  ): Promise<Record<string, (input: object) => Promise<readonly Readonly<Record<string, unknown>>[]>>>;
  /** Serves a WSDL at a path. */
  listen(server: Server, path: string, services: object, wsdl: string): unknown;
}

/** The package `soap`. */
export const soapPackage = (): SoapPackage => jest.requireActual('soap');
