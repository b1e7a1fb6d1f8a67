import { createRequire } from 'node:module';

const wallet = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];

/** `listen` of the npm package `soap` with our services mounted on it, which then read the messages. */
export default {
  name: 'npm soap, our services mounted',
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
