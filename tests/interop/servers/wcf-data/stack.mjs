import { dataHost } from '../../parcels/compile.mjs';

/** WCF of Mono, with a client generated from what Microsoft's WCF publishes for the data contracts. */
export default dataHost({
  name: 'WCF (Mono), data contracts',
  note: 'The client is generated from what Microsoft’s WCF publishes for the contracts.',
});
