import { findConfig } from '../config/load.js';
import { folderOf } from '../config/resolve-package.js';
import { groupBy } from '../contract/grouping.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { visible } from '../diagnostics/format.js';
import { runtimeRange } from '../emit/runtime-range.js';
import { isAtLeast, least } from '../least-versions.js';
import { disk } from '../output/disk.js';
import { generatorVersion } from '../version.js';
import { accessToInputs } from './input-access.js';
import { installedPackages } from './installed.js';
import type { DoctorCommandOptions } from './options.js';
import { addCommand, packageManager } from './project.js';
import { displayPath, linesOf, printResult, upToDateText } from './report.js';
import { runCheck } from './run.js';
import { fits, manifestIn, type RuntimeUser, runtimeUser, unfitRuntime } from './runtime-fit.js';
import { progress, type Terminal } from './terminal.js';

/** What is there, and what is wrong with it. */
interface Findings {
  readonly lines: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `codegen doctor`: looks for what keeps a project from working, and says what to do about each. Exit code 1 if something is wrong. */
export async function doctorCommand(options: DoctorCommandOptions, terminal: Terminal): Promise<number> {
  const line = progress(terminal, 'looking');
  const { workingFolder } = terminal;
  const hasConfig = options.config !== undefined || findConfig(workingFolder) !== undefined;
  const [outs, output] = hasConfig
    ? await outputFindings(options, terminal)
    : [[], { lines: ['no config'], diagnostics: [] }];
  const all = [hostFindings(), packageFindings(outs, workingFolder), output];
  line.done();
  const diagnostics = all.flatMap((each) => each.diagnostics);
  const lines = all.flatMap((each) => each.lines);
  printResult<'doctor'>(options, diagnostics, terminal, {
    json: () => ({ result: diagnostics.length === 0 ? 'well' : 'wrong', found: lines }),
    text: () => linesOf([...lines.map(visible), ...(diagnostics.length === 0 ? ['nothing is wrong'] : [])]),
  });
  return diagnostics.length === 0 ? 0 : 1;
}

/** What runs programs. */
type Host = Pick<typeof globalThis, 'Intl' | 'crypto' | 'fetch' | 'TextDecoder'>;

/** Parts of a host that builds of Node may lack, with what they are for. */
const needs: readonly (readonly [what: string, isThere: (host: Partial<Host>) => boolean, task: string])[] = [
  ['Intl', ({ Intl: intl }) => typeof intl === 'object', 'reading names and addresses in all scripts'],
  ['full ICU', ({ TextDecoder: decoder }) => knows(decoder, 'windows-1252'), 'reading other encodings than UTF-8'],
  ['Web Crypto', ({ crypto }) => crypto?.subtle !== undefined, 'signatures, encryption and digests'],
  ['fetch', ({ fetch }) => typeof fetch === 'function', 'the transport of clients outside of Node'],
];

function knows(decoder: typeof TextDecoder | undefined, encoding: string): boolean {
  try {
    return decoder !== undefined && new decoder(encoding).encoding === encoding;
  } catch {
    return false;
  }
}

/** The version of Node, and what it lacks. What an old one lacks comes with a newer one. */
export function hostFindings(
  host: Partial<Host> = globalThis,
  { node, bun, deno }: Readonly<Record<string, string | undefined>> & { readonly node: string } = process.versions,
): Findings {
  const other = bun ? `Bun ${bun}, as ` : deno ? `Deno ${deno}, as ` : '';
  return {
    lines: [`${other}Node ${node}`, `wsdl-codegen ${generatorVersion}`],
    diagnostics: isAtLeast(node, least.node)
      ? needs.flatMap(([what, isThere, task]) => (isThere(host) ? [] : [diagnostic('doctor/host', { what, task })]))
      : [diagnostic('doctor/old', { name: 'Node', version: node, least: least.node })],
  };
}

/** The packages of the project: which versions they are of, and which runtime they find. */
function packageFindings(outs: readonly string[], workingFolder: string): Findings {
  const installed = installedPackages(workingFolder);
  const generated = outs.map((folder) => disk.realPath(folder) ?? folder);
  const users = [...new Set([disk.realPath(workingFolder) ?? workingFolder, ...generated, ...installed])]
    .map(runtimeUser)
    .filter(({ folder, range }) => range !== undefined || generated.includes(folder));
  const copies = groupBy(
    users.filter(({ place }) => place !== undefined),
    ({ place = '' }) => disk.realPath(place) ?? place,
  );
  const typescript = folderOf('typescript', workingFolder);
  const version = typescript === undefined ? '' : String(manifestIn(typescript).version);
  return {
    lines: [
      ...(typescript === undefined ? [] : [`TypeScript ${version}`]),
      ...[...copies].map(([place, own]) => copyText(place, own, workingFolder)),
    ],
    diagnostics: [
      ...(version === '' || isAtLeast(version, least.typescript)
        ? []
        : [diagnostic('doctor/old', { name: 'TypeScript', version, least: least.typescript })]),
      ...otherVersions(installed, workingFolder),
      ...users.flatMap((user) => runtimeProblems(user, generated, workingFolder)),
      ...(copies.size < 2
        ? []
        : [
            diagnostic('doctor/copies', {
              copies: [...copies].map(([place, own]) => copyText(place, own, workingFolder)),
            }),
          ]),
    ],
  };
}

function copyText(place: string, users: readonly RuntimeUser[], workingFolder: string): string {
  const names = users.map(({ folder }) => displayPath(folder, workingFolder).replace(/^\.$/, 'the project'));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return `@wsdl-codegen/runtime ${users[0]?.version} in ${displayPath(place, workingFolder)}, for ${shown.join(', ')}`;
}

function runtimeProblems(
  user: RuntimeUser,
  generated: readonly string[],
  workingFolder: string,
): readonly Diagnostic[] {
  const { folder, range = runtimeRange, version } = user;
  const manager = packageManager(workingFolder);
  // What nobody asks for who has a lock is installed by nobody: pnpm and Yarn link folders without their dependencies.
  const isForeign = generated.includes(folder) || /[\\/]node_modules[\\/]/.test(folder);
  const isAsked = !isForeign || runtimeUser(workingFolder).range !== undefined;
  return version === undefined
    ? [
        diagnostic('doctor/no-runtime', {
          folder: displayPath(folder, workingFolder),
          range,
          command: isAsked ? `${manager} install` : addCommand(manager, '@wsdl-codegen/runtime'),
        }),
      ]
    : unfitRuntime(user, workingFolder);
}

/** Packages of this product that do not belong to the generator that runs. */
function otherVersions(installed: readonly string[], workingFolder: string): readonly Diagnostic[] {
  return installed.flatMap((folder) => {
    const { name, version } = manifestIn(folder);
    const isOurs = typeof name === 'string' && /^(?:wsdl-codegen|@wsdl-codegen\/(?!runtime$).+)$/.test(name);
    const isOther = name === 'wsdl-codegen' ? version !== generatorVersion : !fits(String(version), runtimeRange);
    return isOurs && isOther
      ? [
          diagnostic('doctor/other-version', {
            name,
            version: String(version),
            place: displayPath(folder, workingFolder),
            generator: generatorVersion,
          }),
        ]
      : [];
  });
}

/**
 * The folders of the packages of the config, and whether they are what their inputs give, or what keeps codegen from saying so. Flaws of inputs are for
 * `generate`.
 */
async function outputFindings(
  options: DoctorCommandOptions,
  terminal: Terminal,
): Promise<readonly [outs: readonly string[], findings: Findings]> {
  const { workingFolder } = terminal;
  const accessTo = (inputs: readonly string[]) => accessToInputs(inputs, options, terminal);
  const { jobs, differences, diagnostics } = await runCheck(options, { workingFolder, accessTo });
  const found = diagnostics.filter(
    ({ code, severity }) => severity === 'error' || /^config\/|^output\/foreign/.test(code),
  );
  const paths = differences.map(({ path }) => path);
  const isCurrent = paths.length === 0 && found.length === 0;
  const stale = paths.length === 0 ? [] : [diagnostic('doctor/stale', { count: paths.length, path: paths[0] ?? '' })];
  return [
    jobs.map(({ out }) => out),
    { lines: isCurrent ? [upToDateText(jobs.length)] : [], diagnostics: [...found, ...stale] },
  ];
}
