import { compiled, imported } from '../../parcels/compile.mjs';

/** WCF of Mono with the data contracts that .NET's own importer makes of the descriptor that our server publishes. */
export default {
  name: 'WCF (Mono), contracts from our ?singleWsdl',
  note: 'The data contracts are imported from our `?singleWsdl` by XsdDataContractImporter, Microsoft’s code under `svcutil`: known types, IsReference, [Flags], dictionaries and IsRequired come back as they were written. The interface is ours: of a contract’s operations Mono’s `svcutil` makes C# that does not compile.',
  packages: ['mono-mcs', 'mono-devel'],
  bindings: ['soap11'],
  services: ['Parcels'],
  prepare: async (tools) =>
    compiled('Client', tools, await imported(`${tools.url}/parcels/Parcels.svc?singleWsdl`, tools)),
};
