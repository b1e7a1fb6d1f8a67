import { entry } from './entry.js';

/** Wording of the diagnostics of the output stage. */
export const output = {
  'output/changed-by-hand': entry(
    'error',
    (p: { path: string }) => `"${p.path}" has been changed since codegen wrote it.`,
    () => 'move the change into the input, the config or a template; --force overwrites it.',
  ),
  'output/not-generated': entry(
    'error',
    (p: { path: string }) => `"${p.path}" exists, differs from what would be written, and was not written by codegen.`,
    () => 'move it away, choose another output folder, or overwrite it with --force.',
  ),
  'output/merged': entry(
    'info',
    (p: { path: string; others: number }) =>
      `A merge has changed "${p.path}"${p.others === 0 ? '' : ` and ${p.others} more of the generated files`}: written again, from the input as it is now.`,
    () => 'look for conflicts in the WSDL and the config first: what is generated follows from them.',
  ),
  'output/kept': entry(
    'warning',
    (p: { path: string }) => `"${p.path}" is no longer generated, but has been changed by hand, so it stays.`,
    () => 'delete it, or keep it as a file of your own; codegen no longer keeps track of it.',
  ),
  'output/foreign-files': entry(
    'info',
    (p: { path: string; files: string }) => `"${p.path}" contains files that codegen did not write: ${p.files}.`,
    () => 'delete what is left over from earlier; put files of your own beside the folders that codegen fills.',
  ),
  'output/other-output': entry(
    'error',
    (p: { path: string }) => `"${p.path}" contains a generated package, not pages.`,
    () => 'choose another output folder; codegen would remove the files of the package.',
  ),
  'output/unsafe-path': entry(
    'error',
    (p: { path: string }) => `"${p.path}" is not a path inside the output folder.`,
    () =>
      'change the name that the file name is made from; codegen writes only files with names that are valid on every system.',
  ),
  'output/not-a-file': entry(
    'error',
    (p: { path: string; what: string }) => `"${p.path}" cannot be written, because ${p.what}.`,
    () => 'remove or rename what is there; codegen writes only plain files in plain folders.',
  ),
  'output/manifest-unreadable': entry(
    'warning',
    (p: { path: string; reason: string }) => `The manifest "${p.path}" cannot be understood: ${p.reason}.`,
    () => 'restore it from version control; without it every file that differs counts as written by hand.',
  ),
  'output/locked': entry(
    'error',
    (p: { path: string; owner: string; lock: string }) => `Another run (${p.owner}) is writing to "${p.path}".`,
    (p) => `wait until it ends; if no such run exists, delete "${p.lock}".`,
  ),
  'output/foreign-left-over': entry(
    'error',
    (p: { path: string; reason: string }) =>
      `"${p.path}" is named like something that an interrupted run leaves behind, but ${p.reason}.`,
    () => 'nothing was changed; move files of yours out of it, delete it, and run codegen again.',
  ),
  'output/link-leads-away': entry(
    'error',
    (p: { path: string; link: string; leads: string }) =>
      `"${p.path}" cannot be written: "${p.link}" is a symbolic link that leads ${p.leads}.`,
    () => 'name the target folder instead of the link, or replace the link by a folder.',
  ),
  'output/mended': entry(
    'info',
    (p: { path: string; how: 'completed' | 'discarded' }) =>
      `An earlier run was interrupted while it wrote "${p.path}"; its changes were ${p.how}.`,
    () => 'nothing needs to be done.',
  ),
  'output/two-descriptions': entry(
    'error',
    (p: { path: string; first: string; second: string }) =>
      `Both "${p.first}" and "${p.second}" describe a service that becomes "${p.path}".`,
    () => 'give one of the services another name, or write the two descriptions into folders of their own.',
  ),
  'output/too-large': entry(
    'error',
    (p: { path: string }) => `The contract is too large for the file "${p.path}".`,
    () => 'choose the operations that you need with --only, or with include and exclude in the config.',
  ),
  'output/moved-package': entry(
    'warning',
    (p: { name: string; previous: string; out: string }) =>
      `"${p.previous}" contains an earlier output of the package "${p.name}", which is written to "${p.out}" now.`,
    (p) => `delete "${p.previous}" when nothing uses it any more.`,
  ),
  'output/changed-meanwhile': entry(
    'error',
    (p: { path: string }) => `"${p.path}" was changed again and again while codegen was running, so it was left alone.`,
    () => 'run codegen again when no other program writes to the file.',
  ),
  'output/read-failed': entry(
    'error',
    (p: { path: string; reason: string }) => `Reading "${p.path}" failed: ${p.reason}.`,
    () => 'check the permissions of the file and of the folders around it.',
  ),
  'output/write-failed': entry(
    'error',
    (p: { path: string; reason: string }) => `Writing "${p.path}" failed: ${p.reason}.`,
    () => 'check permissions and free space, then run codegen again.',
  ),
} as const;
