import { execFileSync } from 'node:child_process';

/** PHP's SoapClient. With the default of `precision`, 14, it loses bits of doubles. */
export default {
  name: 'PHP SoapClient',
  note: 'Run with `precision=17`: with the default of 14, PHP loses bits of doubles.',
  packages: ['php-cli', 'php-soap'],
  bindings: ['soap11', 'soap12'],
  prepare: ({ here }) => ({
    version: execFileSync('/usr/bin/php', ['-r', 'echo PHP_VERSION;'], { encoding: 'utf8' }),
    command: '/usr/bin/php',
    args: ['-d', 'precision=17', '-d', 'serialize_precision=17', `${here}/client.php`],
  }),
};
