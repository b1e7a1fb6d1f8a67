import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { installedVersion } from '../../install.mjs';

const groups = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];

/** A real .asmx: ASP.NET of Mono, whose System.Web.Services and XmlSerializer are Microsoft's sources. */
export default {
  name: 'ASP.NET .asmx (Mono)',
  note: "System.Web, System.Web.Services and XmlSerializer behind an HttpListener. Debian's xsp4 4.2 does not start with its Mono 6.8: `Could not resolve type … Mono.Security.Protocol.Tls.PrivateKeySelectionCallback`.",
  packages: ['mono-mcs', 'mono-devel'],
  bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  services: groups,
  async prepare({ here, work, url, run }) {
    const site = `${work}/site`;
    await mkdir(`${site}/bin`, { recursive: true });
    await run('mcs', ['-target:library', '-r:System.Web.Services', `-out:${site}/bin/Wallet.dll`, `${here}/Wallet.cs`]);
    await run('mcs', ['-r:System.Web', `-out:${site}/bin/Host.exe`, `${here}/Host.cs`]);
    // The host's own application domain and the site's both load it.
    await copyFile(`${site}/bin/Host.exe`, `${work}/Host.exe`);
    await copyFile(`${here}/web.config`, `${site}/web.config`);
    for (const group of groups) {
      await writeFile(`${site}/${group}.asmx`, `<%@ WebService Language="C#" Class="${group}" %>\n`);
    }
    return {
      version: installedVersion('mono-mcs'),
      command: 'mono',
      args: [`${work}/Host.exe`, url, site],
      addresses: Object.fromEntries(groups.map((group) => [group, `${url}/${group}.asmx`])),
    };
  },
};
