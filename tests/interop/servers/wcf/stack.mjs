import { installedVersion } from '../../install.mjs';

/** WCF of Mono, BasicHttpBinding. */
export default {
  name: 'WCF (Mono)',
  note: 'Self-hosted with BasicHttpBinding, from a contract written by hand.',
  packages: ['mono-mcs', 'mono-devel'],
  bindings: ['soap11'],
  services: ['AddressLocator'],
  async prepare({ here, work, url, run }) {
    const address = `${url}/geosrvex/AddressLocator.svc`;
    await run('mcs', [
      '-r:System.ServiceModel',
      '-r:System.Runtime.Serialization',
      `-out:${work}/locator.exe`,
      `${here}/Locator.cs`,
    ]);
    return {
      version: installedVersion('mono-mcs'),
      command: 'mono',
      args: [`${work}/locator.exe`, address],
      addresses: { AddressLocator: address },
    };
  },
};
