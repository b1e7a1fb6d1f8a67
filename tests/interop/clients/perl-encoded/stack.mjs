import { installedVersion } from '../../install.mjs';

/** Perl's SOAP::Lite in SOAP encoding, without a descriptor. */
export default {
  name: 'Perl SOAP::Lite, rpc/encoded',
  note: 'Used without a descriptor: a default namespace reaches the accessors, which have none by SOAP 1.1, 5.1.',
  packages: ['libsoap-lite-perl'],
  bindings: ['soap11', 'soap12'],
  services: ['Registry'],
  prepare: ({ here }) => ({
    version: installedVersion('libsoap-lite-perl'),
    command: '/usr/bin/perl',
    args: [`${here}/client.pl`],
  }),
};
