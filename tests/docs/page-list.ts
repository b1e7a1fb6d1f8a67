import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders } from '../architecture/imports.js';
import { repository } from '../support/repository.js';

const generated = readdirSync(join(repository, 'generated')).map((name) => `generated/${name}/README.md`);
const docs = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.replaceAll('\\', '/')}`);
const examples = readdirSync(join(repository, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(repository, 'examples', entry.name, 'README.md')))
  .map((entry) => `examples/${entry.name}/README.md`);
const sidePackages = packageFolders.map((folder) => `${folder}/README.md`);
/** Every page that a reader sees. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'examples/README.md',
  ...docs,
  ...examples,
  ...generated,
  ...sidePackages,
];
