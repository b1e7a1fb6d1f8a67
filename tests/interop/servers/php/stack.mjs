import { execFileSync } from 'node:child_process';

const wallet = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];

/** PHP's SoapServer from our WSDLs, in PHP's own web server. */
export default {
  name: 'PHP SoapServer',
  note: "Run with `precision=17`, in PHP's own web server.",
  packages: ['php-cli', 'php-soap'],
  bindings: ['soap11', 'soap12'],
  services: [...wallet, 'AddressLocator'],
  /** PHP's server says nothing on stdout when it listens. */
  readyWhenAnswering: true,
  prepare: ({ here, url }) => ({
    version: execFileSync('/usr/bin/php', ['-r', 'echo PHP_VERSION;'], { encoding: 'utf8' }),
    command: '/usr/bin/php',
    args: ['-d', 'precision=17', '-d', 'serialize_precision=17', '-S', new URL(url).host, `${here}/router.php`],
    addresses: {
      ...Object.fromEntries(wallet.map((group) => [group, `${url}/${group}.asmx`])),
      AddressLocator: `${url}/geosrvex/AddressLocator.svc`,
    },
  }),
};
