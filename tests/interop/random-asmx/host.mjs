import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort, startDriver } from '../driver.mjs';
import { usings } from './service.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const asmx = fileURLToPath(new URL('../servers/asmx', import.meta.url));

/** Compiles services and starts them in ASP.NET. `refused` are those that .NET itself cannot describe, `accepted` have their WSDL in a file. */
export async function hostServices({ services, folder, command }) {
  const site = `${folder}/site`;
  mkdirSync(`${site}/bin`, { recursive: true });
  writeFileSync(`${folder}/Services.cs`, usings + services.map(({ source }) => source).join('\n'));
  const sources = [`${folder}/Services.cs`, `${here}Values.cs`, `${here}Harness.cs`];
  await command('mcs', [
    '-target:library',
    '-nowarn:1591',
    '-r:System.Web.Services',
    `-out:${site}/bin/Services.dll`,
    ...sources,
  ]);
  await command('mcs', ['-r:System.Web', `-out:${site}/bin/Host.exe`, `${asmx}/Host.cs`]);
  // The host's own application domain and the site's both load it.
  copyFileSync(`${site}/bin/Host.exe`, `${folder}/Host.exe`);
  copyFileSync(`${asmx}/web.config`, `${site}/web.config`);
  for (const { name, namespace } of [...services, { name: 'Control' }]) {
    const type = namespace === undefined ? name : `${namespace}.${name}`;
    writeFileSync(`${site}/${name}.asmx`, `<%@ WebService Language="C#" Class="${type}" %>\n`);
  }
  const url = `http://127.0.0.1:${await freePort()}`;
  const driver = startDriver({ command: 'mono', args: [`${folder}/Host.exe`, url, site], env: { TZ: 'UTC' } });
  await driver.next(60_000);
  return { url, driver, ...(await described(services, url, folder)) };
}

async function described(services, url, folder) {
  const accepted = [];
  const refused = [];
  for (const service of services) {
    const answer = await fetch(`${url}/${service.name}.asmx?WSDL`);
    const text = await answer.text();
    if (answer.ok) {
      writeFileSync(`${folder}/${service.name}.wsdl`, text);
      accepted.push({ ...service, wsdl: `${folder}/${service.name}.wsdl` });
    } else {
      refused.push({
        service,
        reason: text
          .replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ')
          .replaceAll(/\s+/g, ' ')
          .slice(0, 600),
      });
    }
  }
  return { accepted, refused };
}
