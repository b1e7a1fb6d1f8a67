import { createRequire } from 'node:module';

const wallet = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];

/** `listen` of the npm package `soap`, from our descriptors. */
export default {
  name: 'npm soap',
  note: '`preserveWhitespace` is set by hand after `listen`, which does not read it; without it the server trims every text.',
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
