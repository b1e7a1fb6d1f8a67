import { soapPackage } from '../support/soap-package.js';

type SoapMethod = (input: object, callback: (error: unknown, result: unknown) => void) => void;

/** Calls an operation as a program with the package `soap` does, which knows the service from its WSDL alone. */
export async function callWithSoap(
  wsdl: string,
  service: string,
  port: string,
  operation: string,
  input: object,
): Promise<unknown> {
  const { createClientAsync } = soapPackage();
  const client = (await createClientAsync(wsdl)) as unknown as Record<
    string,
    Record<string, Record<string, SoapMethod>>
  >;
  const method = client[service]?.[port]?.[operation];
  return new Promise((resolve, reject) => {
    method?.(input, (error, result) => (error ? reject(error) : resolve(result)));
  });
}
