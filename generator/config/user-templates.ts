import { basename, relative, resolve } from 'node:path';
import { type Diagnostic, diagnostic, type Result, type Span } from '../diagnostics/diagnostic.js';
import type { TemplateFile } from '../emit/template-file.js';
import type { Disk } from '../output/disk.js';
import { hashText } from '../output/hash.js';
import { withLineFeeds } from '../source/decode.js';
import type { Job } from './jobs.js';

const extension = '.hbs';

/**
 * The user's templates and partials, sorted by name. A folder or a file that cannot be read is an error, so that a typo in the config
 * does not bring the built-in templates back without a word. File names are relative to the config's folder.
 */
export function userTemplates(job: Job, disk: Disk): Result<readonly TemplateFile[]> {
  const { templates } = job.settings;
  if (templates === undefined) {
    return [[], []];
  }
  const root = resolve(job.folder, templates);
  const unusable = (problem: string): Result<readonly TemplateFile[]> => [
    [],
    [diagnostic('config/no-templates', { folder: templates, problem }, inConfig(job))],
  ];
  try {
    const real = disk.realPath(root);
    if (real === undefined) {
      return unusable('does not exist');
    }
    if (disk.entry(real)?.kind !== 'folder') {
      return unusable('is not a folder');
    }
    return readFolder(root, job.folder, disk);
  } catch (error) {
    return unusable(reasonOf(error));
  }
}

function inConfig({ configFile }: Job): Span | undefined {
  return configFile === undefined ? undefined : { file: basename(configFile), line: 1, column: 1, length: 0 };
}

/** Hash of each template by its name; empty if there are no templates. */
export function templateHashes(templates: readonly TemplateFile[]): Readonly<Record<string, string>> {
  return Object.fromEntries(templates.map(({ name, text }) => [name, hashText(text)]));
}

/** Absolute paths of the templates, and of the folder, where another one may appear. */
export function templatePaths(job: Job, templates: readonly TemplateFile[]): readonly string[] {
  return templates.map(({ file }) => resolve(job.folder, file));
}

function readFolder(root: string, folder: string, disk: Disk): Result<readonly TemplateFile[]> {
  const templates: TemplateFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of filesBelow(root, '', disk)) {
    const absolute = resolve(root, path);
    const file = relative(folder, absolute).replaceAll('\\', '/');
    const text = textOf(disk.bytes(absolute));
    if (text === undefined) {
      diagnostics.push(diagnostic('config/template-encoding', { file }, { file, line: 1, column: 1, length: 0 }));
    } else {
      templates.push({ name: path.slice(0, -extension.length), file, text });
    }
  }
  return [templates, diagnostics];
}

/** Paths of templates below a folder, with `/`. Links to files are followed; links to folders are not, because they may form a circle. */
function filesBelow(root: string, prefix: string, disk: Disk): readonly string[] {
  return disk.list(resolve(root, prefix)).flatMap((name) => {
    const path = prefix === '' ? name : `${prefix}/${name}`;
    if (disk.entry(resolve(root, path))?.kind === 'folder') {
      return filesBelow(root, path, disk);
    }
    return name.endsWith(extension) ? [path] : [];
  });
}

/** The text of a template in UTF-8, without its byte order mark and with line feeds; undefined for bytes that are not UTF-8. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && withLineFeeds(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return `cannot be read (${code ?? String(error)})`;
}
