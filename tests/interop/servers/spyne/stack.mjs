import { installedVersion } from '../../install.mjs';

const wallet = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];

/** Python spyne: it answers GET and POST with its own document shapes, so only SOAP can be spoken. */
export default {
  name: 'Python spyne',
  note: 'Answers GET and POST with documents of its own, so that SOAP alone can be spoken.',
  packages: ['python3-spyne'],
  bindings: ['soap11', 'soap12'],
  services: [...wallet, 'AddressLocator'],
  prepare: ({ here, url }) => ({
    version: installedVersion('python3-spyne'),
    command: '/usr/bin/python3',
    args: [`${here}/server.py`, new URL(url).port],
    addresses: {
      ...Object.fromEntries(
        wallet.flatMap((group) => ['soap11', 'soap12'].map((b) => [`${group} ${b}`, `${url}/${b}/${group}`])),
      ),
      AddressLocator: `${url}/geo/AddressLocator`,
    },
  }),
};
