/**
 * Makes `package.json` what users of a package need while it is packed: `write` changes the file, `restore` brings it back as it was.
 *
 * - The field `repository` comes from git's remote `origin`. A field that is there stays, and without such a remote nothing is added.
 * - The field `homepage` is the address of the site, if the variable SITE_ADDRESS has it: messages of the command lead there. A field that is there stays.
 * - The script `prepare` builds a clone. npm would count it among the scripts that run when a package is installed, so it goes.
 *
 * In the folder of the package:
 *
 * node scripts/pack-manifest.mjs write|restore
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const file = 'package.json';
/** The file as it was. No package contains it, because `files` does not name it. */
const original = 'package.json.original';

const [command] = process.argv.slice(2);
if (command === 'write') {
  write();
} else if (command === 'restore') {
  restore();
} else {
  throw new Error('write or restore?');
}

function write() {
  const text = readFileSync(file, 'utf8');
  const manifest = withoutPrepare(withHomepage(withRepository(JSON.parse(text))));
  writeFileSync(original, text);
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

function withoutPrepare(manifest) {
  const { prepare, ...scripts } = manifest.scripts ?? {};
  return prepare === undefined ? manifest : { ...manifest, scripts };
}

/** A manifest that names the repository, after its licence. */
function withRepository(manifest) {
  const url = publicUrl(git('remote', 'get-url', 'origin'));
  if (manifest.repository !== undefined || url === undefined) {
    return manifest;
  }
  const directory = relative(git('rev-parse', '--show-toplevel') ?? '.', process.cwd()).replaceAll('\\', '/');
  const repository = { type: 'git', url, ...(directory !== '' && { directory }) };
  const entries = Object.entries(manifest).flatMap((entry) =>
    entry[0] === 'license' ? [['repository', repository], entry] : [entry],
  );
  return { ...Object.fromEntries(entries), repository };
}

/** A manifest that names the site, after its name and version. */
function withHomepage(manifest) {
  const address = process.env.SITE_ADDRESS;
  if (manifest.homepage !== undefined || !address) {
    return manifest;
  }
  if (!URL.canParse(address) || !address.startsWith('https://')) {
    throw new Error(`SITE_ADDRESS is "${address}", which is no https address.`);
  }
  const { name, version, ...rest } = manifest;
  return { name, version, homepage: address, ...rest };
}

function restore() {
  if (existsSync(original)) {
    renameSync(original, file);
  }
}

/** The output of a command of git; `undefined` if it fails. */
function git(...parameters) {
  try {
    return execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** The form that npm has, `git+https://HOST/PATH.git`, without user and password; `undefined` for a remote on this machine. */
function publicUrl(remote = '') {
  const [, host, path] =
    /^(?:https?|git|ssh|git\+ssh|git\+https):\/\/(?:[^@/]*@)?([^/:]+\.[^/:]+)(?::\d+)?\/(.+)$/.exec(remote) ??
    /^(?:[^@/]+@)?([^/:]+\.[^/:]+):(?!\/\/)(.+)$/.exec(remote) ??
    [];
  return path === undefined ? undefined : `git+https://${host}/${path.replace(/^\/+|(?:\.git)?\/*$/g, '')}.git`;
}
