import { readFileSync, writeFileSync } from 'node:fs';
import { registryWsdl } from '../../encoded/own.mjs';
import { installedVersion } from '../../install.mjs';

/** A server in C that gSOAP generates from our descriptor. One binding is enough: it answers in the version of the request. */
export default {
  name: 'gSOAP',
  note: 'rpc/encoded, from the binding for SOAP 1.1, with the schema made unqualified. gSOAP reads and writes members of structs in the form that the schema asks for, and drops the others without an error; in SOAP encoding they have no namespace (SOAP 1.1, 5.1).',
  packages: ['gsoap', 'libgsoap-dev', 'g++'],
  bindings: ['soap11', 'soap12'],
  services: ['Registry'],
  async prepare({ here, work, url, run }) {
    const text = readFileSync(registryWsdl, 'utf8');
    const adapted = text
      .replace(/<binding name="RegistryBinding12".*?<\/binding>/s, '')
      .replace(/<port name="RegistryPort12".*/, '')
      .replace(' elementFormDefault="qualified"', '');
    writeFileSync(`${work}/registry.wsdl`, adapted);
    await run('wsdl2h', ['-c', '-j', '-R', '-o', 'registry.h', 'registry.wsdl'], { cwd: work });
    await run('soapcpp2', ['-c', '-S', '-L', '-x', 'registry.h'], { cwd: work });
    const sources = [`${here}/server.c`, 'soapC.c', 'soapServer.c'];
    await run('gcc', ['-O0', '-w', '-I', work, '-o', 'server', ...sources, '-lgsoap'], { cwd: work });
    return {
      version: installedVersion('gsoap'),
      command: `${work}/server`,
      args: [new URL(url).port],
      addresses: { Registry: `${url}/` },
    };
  },
};
