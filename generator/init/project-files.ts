import { join } from 'node:path';
import type { Disk } from '../output/disk.js';
import type { FileChange } from '../output/file-change.js';
import { isRecord, parsedJson } from '../output/json-text.js';

/** The scripts that a project gets. */
const scripts: Readonly<Record<string, string>> = { codegen: 'codegen', 'codegen:check': 'codegen check' };

/** Files of ignore patterns of tools that would format or check generated code, and how to know that a project uses the tool. */
const ignoreFiles = [
  { file: '.prettierignore', tool: 'prettier', configs: /^\.prettierrc|^prettier\.config\./ },
  { file: '.eslintignore', tool: undefined, configs: /^\.eslintignore$/ },
] as const;

/** What is known of a project. */
export interface Project {
  /** Its name without a scope; the name of the folder if package.json has none. */
  readonly name: string;
  /** The packages that it depends on. */
  readonly dependencies: ReadonlySet<string>;
  /** True if there is a package.json that is not an object of JSON. */
  readonly isBroken: boolean;
}

/** Reads package.json of a folder. One that is not JSON is taken as absent. */
export function readProject(folder: string, disk: Disk): Project {
  const file = packageJson(folder, disk);
  const data = file?.data;
  const fallback = folder.split(/[\\/]/).at(-1) ?? 'project';
  const name = typeof data?.name === 'string' ? data.name.replace(/^@[^/]*\//, '') : fallback;
  const groups = [data?.dependencies, data?.devDependencies].map((group) => Object.keys(Object(group)));
  return { name, dependencies: new Set(groups.flat()), isBroken: file !== undefined && data === undefined };
}

/**
 * The changes of files of a project that go with a config: scripts in package.json, and the folders of packages among the patterns
 * of files that formatters leave alone. What is there already is not changed, whatever it says.
 *
 * @param outs The folders of packages, relative to the folder, with `/`.
 */
export function projectChanges(folder: string, outs: readonly string[], disk: Disk): readonly FileChange[] {
  return [...scriptChange(folder, disk), ...ignoreChanges(folder, outs, disk)];
}

/** The file package.json of a folder. */
interface PackageJson {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Absent if it is not an object of JSON. */
  readonly data?: Readonly<Record<string, unknown>>;
}

function packageJson(folder: string, disk: Disk): PackageJson | undefined {
  const bytes = disk.bytes(join(folder, 'package.json'));
  if (bytes === undefined) {
    return undefined;
  }
  const text = new TextDecoder().decode(bytes);
  const data = parsedJson(text);
  return { bytes, text, ...(isRecord(data) && { data }) };
}

function scriptChange(folder: string, disk: Disk): readonly FileChange[] {
  const file = packageJson(folder, disk);
  if (file?.data === undefined) {
    return [];
  }
  const own = Object(file.data.scripts) as Readonly<Record<string, unknown>>;
  const used = Object.values(own).flatMap((script) => String(script).split(/&&|\|\||;/));
  const missing = Object.entries(scripts).filter(
    // A project may have scripts of other names for the same commands.
    ([name, command]) => own[name] === undefined && !used.some((each) => isRunOf(command, each)),
  );
  if (missing.length === 0) {
    return [];
  }
  const data = { ...file.data, scripts: { ...own, ...Object.fromEntries(missing) } };
  const [, indent = '  '] = /\n([ \t]+)"/.exec(file.text) ?? [];
  const end = /\r\n/.test(file.text) ? '\r\n' : '\n';
  const text = JSON.stringify(data, undefined, indent).replaceAll('\n', end) + (/\n$/.test(file.text) ? end : '');
  return [changeOf(folder, 'package.json', file.bytes, text)];
}

/** True if a line of a script is a command, perhaps with options. */
function isRunOf(command: string, line: string): boolean {
  const text = line
    .trim()
    .replace(/^npx /, '')
    .replace(/^wsdl-/, '');
  return text === command || text.startsWith(`${command} -`);
}

function ignoreChanges(folder: string, outs: readonly string[], disk: Disk): readonly FileChange[] {
  const names = disk.list(folder);
  const { dependencies } = readProject(folder, disk);
  return ignoreFiles.flatMap(({ file, tool, configs }) => {
    const isUsed = names.includes(file) || names.some((name) => configs.test(name)) || (tool && dependencies.has(tool));
    if (!isUsed) {
      return [];
    }
    const before = disk.bytes(join(folder, file));
    const text = before === undefined ? '' : new TextDecoder().decode(before);
    const known = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/(\*\*)?$/g, '')));
    const missing = outs.filter((out) => !prefixes(out).some((prefix) => known.has(prefix)));
    const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return missing.length === 0
      ? []
      : [changeOf(folder, file, before, start + missing.map((out) => `${out}/\n`).join(''))];
  });
}

/** A folder and those around it. */
function prefixes(path: string): readonly string[] {
  const steps = path.split('/');
  return steps.map((_, i) => steps.slice(0, i + 1).join('/'));
}

function changeOf(folder: string, name: string, before: Uint8Array | undefined, text: string): FileChange {
  return { path: join(folder, name), display: name, before, bytes: new TextEncoder().encode(text) };
}
