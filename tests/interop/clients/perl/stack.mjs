import { installedVersion } from '../../install.mjs';

/** Perl's SOAP::Lite, without a WSDL: it writes xsi:type on every parameter. */
export default {
  name: 'Perl SOAP::Lite',
  note: 'Used without a descriptor, with an `xsi:type` on every parameter.',
  packages: ['libsoap-lite-perl'],
  bindings: ['soap11', 'soap12'],
  prepare: ({ here }) => ({
    version: installedVersion('libsoap-lite-perl'),
    command: '/usr/bin/perl',
    args: [`${here}/client.pl`],
  }),
};
