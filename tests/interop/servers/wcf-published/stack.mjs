import { dataHost } from '../../parcels/compile.mjs';

/** WCF of Mono, with a client generated from the metadata that it publishes while it runs. */
export default dataHost({
  name: 'WCF (Mono), its own ?wsdl',
  note: 'The client is generated from `?wsdl` of the running host. Mono offers no `?singleWsdl`: it answers its page.',
  published: true,
});
