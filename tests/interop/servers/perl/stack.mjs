import { installedVersion } from '../../install.mjs';

/** Perl's SOAP::Lite as a server, without a descriptor: it gives return values names of its own. */
export default {
  name: 'Perl SOAP::Lite',
  note: 'rpc/encoded, without a descriptor: the names of return values are `s-gensym3` and so on.',
  packages: ['libsoap-lite-perl'],
  bindings: ['soap11', 'soap12'],
  services: ['Registry'],
  prepare: ({ here, url }) => ({
    version: installedVersion('libsoap-lite-perl'),
    command: '/usr/bin/perl',
    args: [`${here}/server.pl`, new URL(url).port],
    addresses: { Registry: `${url}/` },
  }),
};
