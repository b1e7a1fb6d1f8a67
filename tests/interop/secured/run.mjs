import { mkdirSync, rmSync } from 'node:fs';
import { generatedPackage } from '../generated-package.mjs';
import { notesWsdl } from '../headers/own.mjs';
import { installedVersion } from '../install.mjs';
import { askGsoap, compileGsoap, gsoapPackages, gsoapReads, gsoapSends, startGsoap } from './gsoap.mjs';
import { makeKeys } from './keys.mjs';
import { callSecured, startChanger, startSecured } from './own.mjs';
import { askWcf, compileWcf, startWcf, wcfCases, wcfPackages } from './wcf.mjs';

const bindings = ['soap11', 'soap12'];

/** Signed and encrypted messages with other stacks, in both directions. An outcome for each; `absent` has the Debian packages that are missing. */
export async function runSecured(work, absent, run) {
  const folder = `${work}/secured`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const notes = await generatedPackage(notesWsdl, 'notes', `${folder}/package`);
  const stacks = [
    ['gSOAP', gsoapPackages, compileGsoap, { client: theirCalls, server: ourCalls }],
    ['WCF (Mono)', wcfPackages, compileWcf, { client: callsOfWcf, server: callsToWcf }],
  ];
  const outcomes = [];
  for (const [stack, packages, compile, directions] of stacks) {
    const missing = packages.filter((name) => absent[name] !== undefined);
    if (missing.length > 0) {
      outcomes.push({ side: 'secured', stack, of: 'client', missing: missing.join(' ') });
      continue;
    }
    const keys = makeKeys(folder);
    await compile(run, folder);
    for (const [of, calls] of Object.entries(directions)) {
      outcomes.push(await outcomeOf(of, stack, packages[0], () => calls(notes, folder, keys, run)));
    }
  }
  return outcomes;
}

async function outcomeOf(of, stack, packageName, calls) {
  const outcome = { side: 'secured', of, stack, version: installedVersion(packageName) };
  try {
    return { ...outcome, checks: await calls() };
  } catch (error) {
    return { ...outcome, checks: [], error: String(error) };
  }
}

/** The client of WCF calls our servers. */
async function callsOfWcf(notes, folder, keys, run) {
  const calls = [];
  try {
    for (const one of wcfCases) {
      const server = await startSecured(notes, one, keys);
      calls.push({ one, server, url: server.url });
    }
    const results = await askWcf(run, folder, calls);
    return calls.map(({ one, server }, index) => checkOf('soap12', one, results[index], server.seen[0]?.text));
  } finally {
    for (const { server } of calls) {
      server.close();
    }
  }
}

/** Our client calls the server of WCF. */
async function callsToWcf(notes, folder, keys) {
  const server = await startWcf(folder, wcfCases);
  const checks = [];
  try {
    for (const one of wcfCases) {
      const result = await callSecured(notes, server.urlOf(one), one, keys, 'soap12');
      checks.push(checkOf('soap12', one, result, server.served()[0]?.value));
    }
  } finally {
    server.stop();
  }
  return checks;
}

/** Their client calls our server. */
async function theirCalls(notes, folder, keys) {
  const checks = [];
  for (const one of gsoapSends) {
    for (const binding of bindings) {
      const server = await startSecured(notes, one, keys);
      const changer = one.changed ? await startChanger(server.url, /“c”/, '“d”') : undefined;
      const result = await askGsoap(folder, one, binding, changer?.url ?? server.url, keys);
      checks.push(checkOf(binding, one, result, server.seen[0]?.text));
      changer?.close();
      server.close();
    }
  }
  return checks;
}

/** Our client calls their server. */
async function ourCalls(notes, folder, keys) {
  const server = await startGsoap(folder, keys);
  const checks = [];
  try {
    for (const one of gsoapReads) {
      for (const binding of one.only11 ? ['soap11'] : bindings) {
        await server.expect(one, binding);
        const changer = one.changed ? await startChanger(server.url, /“c”/, '“d”') : undefined;
        const result = await callSecured(notes, changer?.url ?? server.url, one, keys, binding);
        const served = await server.served();
        changer?.close();
        checks.push(checkOf(binding, one, result, served.type === 'text' ? served.value : undefined));
      }
    }
  } finally {
    server.stop();
  }
  return checks;
}

function checkOf(binding, one, { type, value }, arrived) {
  const isRight = one.changed
    ? type !== 'text' && arrived === undefined
    : type === 'text' && value === one.text && arrived === one.text;
  const problem = isRight ? undefined : `${type} ${value}, arrived: ${arrived}`;
  return { binding, name: one.name, status: isRight ? 'passed' : 'failed', problem };
}
