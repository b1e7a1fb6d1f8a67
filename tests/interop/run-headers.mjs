import { mkdirSync } from 'node:fs';
import { generatedPackage } from './generated-package.mjs';
import { cases, problemAtClient, problemAtServer } from './headers/cases.mjs';
import { callNotes, notesWsdl, startNotes, user } from './headers/own.mjs';
import { clients, servers } from './headers/partners.mjs';

const bindings = ['soap11', 'soap12'];

/** WS-Addressing and WS-Security with other stacks, in both directions. An outcome for each; `absent` has the Debian packages that are missing. */
export async function runHeaders(work, absent, run) {
  const folder = `${work}/headers`;
  const notes = await generatedPackage(notesWsdl, 'notes', `${folder}/package`);
  const outcomes = [];
  for (const [side, partners, runPartner] of [
    ['client', clients, runClient],
    ['server', servers, runServer],
  ]) {
    for (const partner of partners) {
      const own = `${folder}/${side}-${partner.name.replaceAll(/[^\w.]+/g, '-')}`;
      mkdirSync(own, { recursive: true });
      outcomes.push(await outcomeOf(side, partner, absent, () => runPartner(partner, notes, { run, work: own })));
    }
  }
  return outcomes;
}

async function outcomeOf(side, partner, absent, run) {
  const base = { side: 'headers', of: side, stack: partner.name };
  const missing = partner.packages.filter((name) => absent[name] !== undefined);
  if (missing.length > 0) {
    return { ...base, missing: missing.join(' ') };
  }
  try {
    return { ...base, version: partner.version(), checks: await run() };
  } catch (error) {
    return { ...base, version: partner.version(), checks: [], error: String(error) };
  }
}

/** Another stack calls our server. */
async function runClient(partner, notes, tools) {
  const [open, secured] = [await startNotes(notes, false), await startNotes(notes, true)];
  const program = await partner.start(tools);
  try {
    return await checkAll(partner, async (one, binding) => {
      const server = one.security === 'none' ? open : secured;
      const result = await program.ask(one, binding, server.url);
      return problemAtServer(one, result, server.take(), user);
    });
  } finally {
    program.stop();
    open.close();
    secured.close();
  }
}

/** Our client calls the server of another stack. */
async function runServer(partner, notes, tools) {
  const checks = [];
  for (const secured of [false, true]) {
    for (const addressed of [false, true]) {
      const isOf = ({ security, addressing }) =>
        secured === (security !== 'none') && addressed === (addressing !== false);
      if (!cases.some((one) => isOf(one) && partner.takes(one))) {
        continue;
      }
      const server = await partner.start(secured, addressed, tools);
      try {
        const ofServer = { ...partner, takes: (one) => isOf(one) && partner.takes(one) };
        checks.push(
          ...(await checkAll(ofServer, async (one, binding) =>
            problemAtClient(one, await callNotes(notes, server.url, { ...one, binding }), partner.answers),
          )),
        );
      } finally {
        server.stop();
      }
    }
  }
  return checks;
}

async function checkAll(partner, problemOf) {
  const checks = [];
  for (const binding of bindings) {
    for (const one of cases.filter((each) => partner.takes(each))) {
      const problem = await problemOf(one, binding);
      checks.push({ binding, name: one.name, status: problem === undefined ? 'passed' : 'failed', problem });
    }
  }
  return checks;
}
