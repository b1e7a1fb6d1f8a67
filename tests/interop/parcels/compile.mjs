import { fileURLToPath } from 'node:url';
import { installedVersion } from '../install.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const assemblies = ['System.ServiceModel', 'System.Runtime.Serialization', 'System.Web.Extensions'];

/** Compiles a program on the data contracts with Mono: `Host` or `Client`. Gives the driver for it. */
export async function compiled(program, { work, run }) {
  const sources = ['Contracts', 'Values', program].map((name) => `${here}${name}.cs`);
  await run('mcs', [...assemblies.map((name) => `-r:${name}`), `-out:${work}/${program}.exe`, ...sources]);
  return {
    version: installedVersion('mono-mcs'),
    command: 'mono',
    args: [`${work}/${program}.exe`],
    env: { TZ: 'UTC' },
  };
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
