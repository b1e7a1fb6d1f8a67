import { mkdirSync, rmSync } from 'node:fs';
import { generatedPackage } from '../generated-package.mjs';
import { notesWsdl } from '../headers/own.mjs';
import { installedVersion } from '../install.mjs';
import { askGsoap, compileGsoap, gsoapPackages, gsoapReads, gsoapSends, startGsoap } from './gsoap.mjs';
import { makeKeys } from './keys.mjs';
import { callSecured, startChanger, startSecured } from './own.mjs';

const bindings = ['soap11', 'soap12'];

/** Signed and encrypted messages with other stacks, in both directions. An outcome for each; `absent` has the Debian packages that are missing. */
export async function runSecured(work, absent, run) {
  const folder = `${work}/secured`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const notes = await generatedPackage(notesWsdl, 'notes', `${folder}/package`);
  const missing = gsoapPackages.filter((name) => absent[name] !== undefined);
  const base = { side: 'secured', stack: 'gSOAP' };
  if (missing.length > 0) {
    return [{ ...base, of: 'client', missing: missing.join(' ') }];
  }
  const keys = makeKeys(folder);
  await compileGsoap(run, folder);
  const version = installedVersion('gsoap');
  const outcomes = [];
  for (const [of, calls] of [
    ['client', () => theirCalls(notes, folder, keys)],
    ['server', () => ourCalls(notes, folder, keys)],
  ]) {
    try {
      outcomes.push({ ...base, of, version, checks: await calls() });
    } catch (error) {
      outcomes.push({ ...base, of, version, checks: [], error: String(error.stack) });
    }
  }
  return outcomes;
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
