// Interoperability: `npm run interop [-- --only zeep,php] [--no-install]`. Exits 1 on a failure that `known-limits.json` does not explain.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { debianPackages, installedVersion, installFromDebian } from './install.mjs';
import { runJaxws } from './jaxws/run.mjs';
import { readKnown } from './known.mjs';
import { runMonoWcf } from './mono-wcf/run.mjs';
import { page } from './publish.mjs';
import { randomServices } from './random-asmx/interop.mjs';
import { runClient } from './run-clients.mjs';
import { commandCases, runCommands } from './run-commands.mjs';
import { runHeaders } from './run-headers.mjs';
import { runServer } from './run-servers.mjs';
import { runSignatures } from './run-signatures.mjs';
import { runSecured } from './secured/run.mjs';

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, 'no-install': { type: 'boolean' }, verbose: { type: 'boolean' } },
});
const only = options.only?.split(',');
const root = fileURLToPath(new URL('../..', import.meta.url));
const work = `${root}node_modules/.cache/interop`;
const say = (text) => process.stdout.write(`${text}\n`);
const started = Date.now();

const absent = options['no-install']
  ? Object.fromEntries(debianPackages.filter((p) => installedVersion(p) === undefined).map((p) => [p, 'not installed']))
  : installFromDebian(say);
const known = readKnown();
const outcomes = [];
for (const [side, run] of [
  ['client', runClient],
  ['server', runServer],
]) {
  for (const name of stacksOf(side)) {
    if (only === undefined || only.includes(name) || only.includes(`${side}s/${name}`)) {
      outcomes.push(await runStack(side, name, run));
    }
  }
}
for (const one of commandCases) {
  if (only === undefined || only.includes('commands')) {
    outcomes.push(await commands(one));
  }
}
if (only === undefined || only.includes('signatures')) {
  outcomes.push(await signatures());
}
if (only === undefined || only.includes('peers')) {
  outcomes.push(await peers());
}
if (only === undefined || only.includes('headers')) {
  outcomes.push(...(await headers()));
}
if (only === undefined || only.includes('jaxws')) {
  outcomes.push(...(await jaxws()));
}
if (only === undefined || only.includes('mono-wcf')) {
  outcomes.push(...(await monoWcf()));
}
if (only === undefined || only.includes('secured')) {
  outcomes.push(...(await secured()));
}
const random = only === undefined || only.includes('random-asmx') ? await randomDotnet() : undefined;
finish();

/** Random services and data contracts of .NET, with fixed seeds. */
async function randomDotnet() {
  if (absent['mono-mcs'] ?? absent['mono-devel']) {
    return undefined;
  }
  try {
    return await randomServices(`${work}/random-asmx`, say);
  } catch (caught) {
    outcomes.push({ side: 'random', stack: 'random-asmx', error: String(caught) });
    say(`random .asmx: ERROR ${caught}`);
    return undefined;
  }
}

/** The command with a server that describes itself: pull, call, record and replay. */
async function commands(one) {
  const here = fileURLToPath(new URL(`./servers/${one.stack}`, import.meta.url));
  const { default: stack } = await import(`./servers/${one.stack}/stack.mjs`);
  const outcome = { side: 'command', stack: stack.name, checks: [] };
  const evidence = stack.packages.filter((p) => absent[p] !== undefined).map((p) => `${p}: ${absent[p]}`);
  if (evidence.length > 0) {
    return { ...outcome, missing: evidence.join('; ') };
  }
  const folder = `${work}/commands/${one.stack}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    outcome.version = await runCommands(one, stack, { here, work: folder, run: command }, (c) =>
      outcome.checks.push(c),
    );
  } catch (caught) {
    outcome.error = String(caught);
  }
  const wrong = outcome.checks.filter((c) => c.status === 'failed');
  const { checks, version, error = '' } = outcome;
  say(`the command with ${stack.name} ${version}: ${checks.length - wrong.length}/${checks.length} right ${error}`);
  for (const c of wrong) {
    say(`  ${c.name}: ${c.problem}`);
  }
  return outcome;
}

/** WS-Addressing and WS-Security with other stacks. */
async function headers() {
  return told('WS-Addressing and WS-Security', await runHeaders(work, absent, command));
}

/** JAX-WS, in both directions. */
async function jaxws() {
  return told('header blocks, WS-Addressing and MTOM', await runJaxws(work, absent, command));
}

/** Message contracts of WCF, in both directions. */
async function monoWcf() {
  return told('message contracts', await runMonoWcf(work, absent, command));
}

/** Signed and encrypted messages of our own, in both directions. */
async function secured() {
  return told('signed and encrypted messages', await runSecured(work, absent, command));
}

function told(what, outcomes) {
  for (const { of: side, stack, version, checks = [], missing, error } of outcomes) {
    const wrong = checks.filter((c) => c.status === 'failed');
    const summary =
      missing === undefined ? `${checks.length - wrong.length}/${checks.length} right` : `not available, ${missing}`;
    say(`${what}, ${side} ${stack} ${version ?? ''}: ${summary} ${error ?? ''}`);
    for (const c of wrong) {
      say(`  ${c.binding} ${c.name}: ${c.problem}`);
    }
  }
  return outcomes;
}

/** Signed messages, verified by a program that shares nothing with the one that signed. */
async function signatures() {
  const outcome = { side: 'signature', stack: 'xmlsec1', checks: [] };
  if (absent.xmlsec1 !== undefined) {
    return { side: 'signature', stack: 'xmlsec1', missing: `xmlsec1: ${absent.xmlsec1}` };
  }
  try {
    outcome.checks = await runSignatures(work);
  } catch (caught) {
    outcome.error = String(caught);
  }
  const wrong = outcome.checks.filter((c) => c.status === 'failed');
  outcome.version = installedVersion('xmlsec1');
  say(
    `signed messages, xmlsec1 ${outcome.version}: ${outcome.checks.length - wrong.length}/${outcome.checks.length} right ${outcome.error ?? ''}`,
  );
  for (const c of wrong) {
    say(`  ${c.binding} ${c.name}: ${c.problem}`);
  }
  return outcome;
}

/** Signed documents and messages, both ways with other programs: tests that leave out what is not installed, which it is here. */
async function peers() {
  const args = ['jest', '-c', 'jest.all.config.js', '--json', '--silent', 'tests/signatures'];
  const { stdout } = await promisify(execFile)('npx', args, { cwd: root, maxBuffer: 2 ** 28 }).catch((error) => error);
  const results = stdout === undefined ? [] : JSON.parse(stdout.slice(stdout.indexOf('{'))).testResults;
  const checks = results.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      name: fullName,
      status: status === 'passed' ? 'passed' : 'failed',
      problem: failureMessages[0] ?? status,
    })),
  );
  const wrong = checks.filter((c) => c.status === 'failed');
  say(`signatures, both ways with other programs: ${checks.length - wrong.length}/${checks.length} right`);
  for (const c of wrong) {
    say(`  ${c.name}: ${c.problem}`);
  }
  return { side: 'peers', stack: 'signatures', checks, ...(checks.length === 0 && { error: 'no test ran' }) };
}

/** Each stack is a folder; the files that they share are next to these. */
function stacksOf(side) {
  const entries = readdirSync(new URL(`./${side}s`, import.meta.url), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function runStack(side, name, run) {
  const here = fileURLToPath(new URL(`./${side}s/${name}`, import.meta.url));
  const { default: stack } = await import(`./${side}s/${name}/stack.mjs`);
  const evidence = stack.packages.filter((p) => absent[p] !== undefined).map((p) => `${p}: ${absent[p]}`);
  if (evidence.length > 0) {
    say(`${side} ${stack.name}: not available, ${evidence.join('; ')}`);
    return { side, stack: stack.name, missing: evidence.join('; ') };
  }
  const folder = `${work}/${side}s/${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const checks = [];
  const since = Date.now();
  const report = (exchange) => checks.push(checkOf(side, stack, exchange));
  let version = '';
  let error;
  try {
    version = await run(stack, { here, work: folder, run: command }, report);
  } catch (caught) {
    error = caught instanceof Error ? caught.message : String(caught);
  }
  const count = (status) => checks.filter((c) => c.status === status).length;
  const summary = `${count('passed')}/${checks.length} right, ${count('limit')} limited, ${count('failed')} wrong`;
  say(
    `${side} ${stack.name} ${version}: ${summary} (${Math.round((Date.now() - since) / 1000)} s)${error ? ` ERROR ${error}` : ''}`,
  );
  const wrong = checks.filter((c) => c.status === 'failed');
  for (const c of options.verbose ? wrong : wrong.slice(0, 12)) {
    say(`  ${c.binding} ${c.operation} ${c.name}: ${c.problem}${options.verbose ? `\n${c.raw}` : ''}`);
  }
  return { side, stack: stack.name, note: stack.note, version, checks, error };
}

/** A judged exchange as a line of the matrix: passed, limited by the other stack, or failed. */
function checkOf(side, stack, { call, binding, request, answer, arrival, result }) {
  const check = { side, stack: stack.name, binding, service: call.service, operation: call.operation, name: call.name };
  const problem = arrival ?? result;
  if (problem === undefined) {
    return { ...check, status: 'passed' };
  }
  const what = arrival === undefined ? 'result' : 'arrival';
  const evidence = excerpt(what === 'arrival' ? request : answer);
  const limit = known.find({ ...check, what, problem, evidence });
  if (limit !== undefined) {
    return { ...check, status: 'limit', limits: [limit] };
  }
  return { ...check, status: 'failed', problem, raw: `${request}\n\n${answer}` };
}

/** First line and body: the headers say nothing here, and the port differs from run to run. */
function excerpt(message = '') {
  const [head = '', ...body] = message.replaceAll(/127\.0\.0\.1:\d+/g, 'host').split('\n\n');
  const text = `${head.split('\n')[0]}\n${body.join('\n\n')}`.trim().replaceAll('\r', '␍').replaceAll('```', "'''");
  return text.length > 1200 ? `${text.slice(0, 1200)}…` : text;
}

async function command(name, args, settings = {}) {
  try {
    return await promisify(execFile)(name, args, { ...settings, maxBuffer: 1 << 26, timeout: 180_000 });
  } catch (error) {
    throw new Error(
      `${name} failed: ${`${error.stdout ?? ''}\n${error.stderr ?? ''}\n${error.message}`.trim().slice(-2000)}`,
    );
  }
}

function finish() {
  const unmet = known.unmet(outcomes.flatMap((o) => o.checks ?? []));
  for (const entry of unmet) {
    say(`known-limits.json: nothing meets "${entry.case}" of ${entry.side} ${entry.stack}; remove the entry`);
  }
  const failures = outcomes.filter((o) => o.error !== undefined || o.checks?.some((c) => c.status === 'failed'));
  // Where nothing could be installed, the page would say that other stacks do not exist.
  const asked = process.getuid?.() === 0 && !options['no-install'];
  const complete = asked || outcomes.every((o) => o.missing === undefined);
  if (only === undefined && complete) {
    writeFileSync(`${root}docs/interop.md`, page(outcomes, known.met(), random));
  }
  const checks = outcomes.flatMap((o) => o.checks ?? []);
  const failed =
    checks.filter((c) => c.status === 'failed').length +
    unmet.length +
    outcomes.filter((o) => o.error).length +
    (random?.wrong() ?? 0);
  const limited = checks.filter((c) => c.status === 'limit').length;
  say(
    `${checks.length - limited - checks.filter((c) => c.status === 'failed').length} passed, ${failed} failed, ${limited} limits of other stacks, ${Math.round((Date.now() - started) / 1000)} s`,
  );
  process.exit(failures.length > 0 || unmet.length > 0 || random?.wrong() > 0 ? 1 : 0);
}
