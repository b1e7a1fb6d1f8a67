import { createRequire } from 'node:module';

const wallet = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];

/** A server on `listen` of the npm package `soap`: `server.mjs` of the stack's folder, with all six services at their usual paths. */
export function soapPackageServer(about) {
  return {
    ...about,
    packages: [],
    bindings: ['soap11', 'soap12'],
    services: [...wallet, 'AddressLocator'],
    prepare: ({ here, url }) => ({
      version: createRequire(import.meta.url)('soap/package.json').version,
      command: process.execPath,
      args: [`${here}/server.mjs`, url],
      addresses: {
        ...Object.fromEntries(wallet.map((group) => [group, `${url}/${group}.asmx`])),
        AddressLocator: `${url}/geosrvex/AddressLocator.svc`,
      },
    }),
  };
}
