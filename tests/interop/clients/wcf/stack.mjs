import { installedVersion } from '../../install.mjs';

/** WCF of Mono, BasicHttpBinding, from a contract written by hand: its `svcutil` reads no open content. */
export default {
  name: 'WCF (Mono)',
  note: 'A `ChannelFactory` with BasicHttpBinding, from a contract written by hand.',
  packages: ['mono-mcs', 'mono-devel'],
  bindings: ['soap11'],
  services: ['AddressLocator'],
  async prepare({ here, work, run }) {
    const references = ['-r:System.ServiceModel', '-r:System.Runtime.Serialization', '-r:System.Web.Extensions'];
    await run('mcs', [...references, `-out:${work}/client.exe`, `${here}/Client.cs`]);
    return { version: installedVersion('mono-mcs'), command: 'mono', args: [`${work}/client.exe`] };
  },
};
