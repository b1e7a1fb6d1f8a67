import { compiled } from '../../parcels/compile.mjs';

/** WCF of Mono with typed data contracts, against a server generated from what Microsoft's WCF publishes for them. */
export default {
  name: 'WCF (Mono), data contracts',
  note: 'A `ChannelFactory` with typed data contracts; the server is generated from what Microsoft’s WCF publishes for them.',
  packages: ['mono-mcs', 'mono-devel'],
  bindings: ['soap11'],
  services: ['Parcels'],
  prepare: (tools) => compiled('Client', tools),
};
