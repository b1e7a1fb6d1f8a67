import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { installedVersion } from '../../install.mjs';

const host = fileURLToPath(new URL('../asmx', import.meta.url));

/** An .asmx in SOAP encoding, for a client that is generated from another WSDL than its own. */
export default {
  name: 'ASP.NET .asmx (Mono), rpc/encoded',
  note: 'Its return values have the names that .NET gives them, which are not those of the descriptor.',
  packages: ['mono-mcs', 'mono-devel'],
  bindings: ['soap11', 'soap12'],
  services: ['Registry'],
  async prepare({ here, work, url, run }) {
    const site = `${work}/site`;
    await mkdir(`${site}/bin`, { recursive: true });
    await run('mcs', [
      '-target:library',
      '-r:System.Web.Services',
      `-out:${site}/bin/Registry.dll`,
      `${here}/Registry.cs`,
    ]);
    await run('mcs', ['-r:System.Web', `-out:${site}/bin/Host.exe`, `${host}/Host.cs`]);
    // The host's own application domain and the site's both load it.
    await copyFile(`${site}/bin/Host.exe`, `${work}/Host.exe`);
    await copyFile(`${host}/web.config`, `${site}/web.config`);
    await writeFile(`${site}/Registry.asmx`, '<%@ WebService Language="C#" Class="Registry" %>\n');
    return {
      version: installedVersion('mono-mcs'),
      command: 'mono',
      args: [`${work}/Host.exe`, url, site],
      addresses: { Registry: `${url}/Registry.asmx` },
    };
  },
};
