import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkDocuments } from './documents.mjs';
import { generatedFrom } from './generated.mjs';
import { hostServices } from './host.mjs';
import { callServices } from './our-client.mjs';
import { callProxies } from './proxies.mjs';
import { randomService } from './service.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const batchSize = 6;

async function command(name, args) {
  try {
    return await promisify(execFile)(name, args, { maxBuffer: 1 << 26, timeout: 300_000 });
  } catch (error) {
    const text = `${error.stdout ?? ''}\n${error.stderr ?? ''}\n${error.message}`.trim();
    const errors = text.split('\n').filter((line) => / error /.test(line));
    throw new Error(`${name} failed: ${errors.length > 0 ? errors.slice(0, 10).join('\n') : text.slice(-2000)}`);
  }
}

/**
 * Random services and data contracts of one seed, in both directions. `report` gets every call; the numbers of services and operations come back, and
 * what .NET refused. `only` is the index of one service.
 */
export async function runSeed({ seed, services: count, operations, rounds, classes, documents, only, work, report }) {
  rmSync(work, { recursive: true, force: true });
  const totals = { services: 0, operations: 0, refused: [], styles: {} };
  const indexes = only === undefined ? Array.from({ length: count }, (_, i) => i + 1) : [only];
  for (let at = 0; at < indexes.length; at += batchSize) {
    const services = indexes.slice(at, at + batchSize).map((index) => randomService(seed, index, operations));
    const place = `--seed ${seed}, services ${services[0].name} to ${services.at(-1).name}`;
    await guarded(place, 'client', report, () =>
      runBatch({ services, folder: `${work}/${at}`, rounds, report, totals }),
    );
  }
  if (documents > 0) {
    const folder = `${work}/contracts`;
    await guarded(`--seed ${seed}, data contracts`, 'documents', report, () =>
      checkDocuments({ seed, count: classes, each: documents, folder, sources: here, command, report }),
    );
  }
  return totals;
}

/** What cannot be generated, compiled or started is one thing that is wrong; the rest of the run goes on. */
async function guarded(place, direction, report, work) {
  try {
    await work();
  } catch (error) {
    report({ direction, status: 'wrong', place, problem: String(error) });
  }
}

async function runBatch({ services, folder, rounds, report, totals }) {
  mkdirSync(folder, { recursive: true });
  const { url, driver, accepted, refused } = await hostServices({ services, folder, command });
  totals.refused.push(...refused);
  try {
    if (accepted.length === 0) {
      return;
    }
    totals.services += accepted.length;
    totals.operations += accepted.reduce((sum, service) => sum + service.operations.length, 0);
    const generated = await generatedFrom(
      accepted.map(({ wsdl }) => wsdl),
      'random',
      `${folder}/package`,
      command,
    );
    await callServices({ services: accepted, generated, driver, url, rounds, report });
    await callProxies({ services: accepted, generated, folder, rounds, command, report });
  } finally {
    driver.stop();
  }
}
