import type { ServiceRegistration } from '@wsdl-codegen/runtime';
import { type AddressLocatorService, addressLocator } from 'address-locator';
import { accountApi, errorsApi, exchangerApi, pushApi, telepayApi } from 'wallet-api';

/** The namespace of the wallet services in these tests. */
export const apiNamespace = 'http://wallet.example/api';

/** Results by method; methods that are not here answer 1. */
export const implementations: Readonly<Record<string, (input: never) => unknown>> = {
  getErrorDesc: (input: { errorCode: number }) => (input.errorCode === 0 ? undefined : `<${input.errorCode}> & "Я"`),
};

/** All generated services, answering by `methods`. */
export function services(methods: Readonly<Record<string, (input: never) => unknown>>): ServiceRegistration[] {
  const all: object = new Proxy({}, { get: (_, name) => methods[String(name)] ?? (() => 1) });
  return [
    accountApi(all as never),
    telepayApi(all as never),
    exchangerApi(all as never),
    pushApi(all as never),
    errorsApi(all as never),
    addressLocator(all as AddressLocatorService),
  ];
}
