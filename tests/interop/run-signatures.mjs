import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { security } from '@wsdl-codegen/soap';
import { WSSecurityCert } from 'soap';
import { selfSigned } from '../../examples/dist/ws-security/self-signed.js';
import { walletCalls } from './cases.mjs';
import { createOwnClient } from './own-client.mjs';
import { startOwnServer } from './own-server.mjs';

const wsSecurity = '{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd}Security';

/** Every string in a signed message: what arrived is verified by xmlsec1, and refused by it once it has been changed. */
export async function runSignatures(work) {
  const folder = `${work}/signatures`;
  mkdirSync(folder, { recursive: true });
  // The package uses an old interface of its library, and Node says so each time.
  process.noDeprecation = true;
  const { key, certificate } = selfSigned('client');
  writeFileSync(`${folder}/certificate.pem`, certificate);
  const object = new WSSecurityCert(key, certificate, '');
  const server = await startOwnServer({ understoodHeaders: [wsSecurity] });
  const client = createOwnClient({ PushApi: `${server.url}/PushApi.asmx` }, security(object));
  const checks = [];
  const calls = walletCalls().filter((c) => c.operation === 'UnsubscribeWithAuthTicket');
  for (const binding of ['soap11', 'soap12']) {
    for (const call of calls) {
      const result = await client.call(call, binding);
      const { calls: seen, request } = server.take();
      const message = request.slice(request.indexOf('\n\n') + 2);
      const arrived = seen[0]?.args.join() === call.args.map((a) => a.value).join();
      let problem;
      if (!arrived) {
        problem = `did not arrive: ${JSON.stringify(result)}`;
      } else if (!verified(folder, 'signed.xml', message)) {
        problem = 'xmlsec1 refuses the signature';
      } else if (verified(folder, 'changed.xml', message.replace('<ticket>t<', '<ticket>T<'))) {
        problem = 'xmlsec1 takes a message that was changed';
      }
      checks.push({ binding, service: call.service, name: call.name, status: problem ? 'failed' : 'passed', problem });
    }
  }
  server.close();
  return checks;
}

function verified(folder, name, message) {
  const file = `${folder}/${name}`;
  writeFileSync(file, message);
  const ids = ['--id-attr:Id', 'Body', '--id-attr:Id', 'Timestamp'];
  const args = ['--verify', '--pubkey-cert-pem', `${folder}/certificate.pem`, ...ids, file];
  return spawnSync('xmlsec1', args, { stdio: 'ignore' }).status === 0;
}
