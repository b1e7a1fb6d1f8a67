import { fileURLToPath } from 'node:url';
import { installedVersion } from '../install.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const assemblies = ['System.ServiceModel', 'System.Runtime.Serialization', 'System.Web.Extensions'];

/** Compiles a program on the data contracts with Mono: `Host` or `Client`. Gives the driver for it. `contracts` are others than those of ours. */
export async function compiled(program, { work, run }, contracts = `${here}Contracts.cs`) {
  const sources = [contracts, ...['Service', 'Values', program].map((name) => `${here}${name}.cs`)];
  await run('mcs', [...assemblies.map((name) => `-r:${name}`), `-out:${work}/${program}.exe`, ...sources]);
  return {
    version: installedVersion('mono-mcs'),
    command: 'mono',
    args: [`${work}/${program}.exe`],
    env: { TZ: 'UTC' },
  };
}

/** C# of the data contracts that .NET's importer, which svcutil uses, makes of a descriptor. */
export async function imported(url, { work, run }) {
  const program = `${work}/Import.exe`;
  await run('mcs', ['-r:System.Runtime.Serialization', `-out:${program}`, `${here}Import.cs`]);
  await run('mono', [program, url, `${work}/Imported.cs`]);
  return `${work}/Imported.cs`;
}

/** A WCF host of the data contracts. */
export function dataHost(about) {
  return {
    ...about,
    packages: ['mono-mcs', 'mono-devel'],
    bindings: ['soap11'],
    services: ['Parcels'],
    async prepare(tools) {
      const address = `${tools.url}/parcels/Parcels.svc`;
      const program = await compiled('Host', tools);
      return { ...program, args: [...program.args, address], addresses: { Parcels: address } };
    },
  };
}
