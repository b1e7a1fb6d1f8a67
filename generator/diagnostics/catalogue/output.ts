import { error, info, warning } from './entry.js';

/** Wording of the diagnostics of the output stage. */
export const output = {
  'output/changed-by-hand': error(
    '"{path}" has been changed since codegen wrote it.',
    'move the change into the input, the config or a template; --force overwrites it.',
  ),
  'output/not-generated': error(
    '"{path}" exists, differs from what would be written, and was not written by codegen.',
    'move it away, choose another output folder, or overwrite it with --force.',
  ),
  'output/merged': info(
    (p: { path: string; others: number }) =>
      `A merge has changed "${p.path}"${p.others === 0 ? '' : ` and ${p.others} more of the generated files`}: written again, from the input as it is now.`,
    'look for conflicts in the WSDL and the config first: what is generated follows from them.',
  ),
  'output/kept': warning(
    '"{path}" is no longer generated, but has been changed by hand, so it stays.',
    'delete it, or keep it as a file of your own; codegen no longer keeps track of it.',
  ),
  'output/foreign-files': info(
    '"{path}" contains files that codegen did not write: {files}.',
    'delete what is left over from earlier; put files of your own beside the folders that codegen fills.',
  ),
  'output/other-runtime': warning(
    '"{folder}" needs @wsdl-codegen/runtime {range}, but finds {version} in "{place}".',
    "install one that fits, '@wsdl-codegen/runtime@{range}', or generate with the version of wsdl-codegen that belongs to the installed one.",
  ),
  'output/other-output': error(
    '"{path}" contains other files of codegen, not {wanted}.',
    'choose another output folder; codegen would remove the files that are there.',
  ),
  'output/unsafe-path': error(
    '"{path}" is not a path inside the output folder.',
    'change the name that the file name is made from; codegen writes only files with names that are valid on every system.',
  ),
  'output/not-a-file': error(
    '"{path}" cannot be written, because {what}.',
    'remove or rename what is there; codegen writes only plain files in plain folders.',
  ),
  'output/manifest-unreadable': warning(
    'The manifest "{path}" cannot be understood: {reason}.',
    'restore it from version control; without it every file that differs counts as written by hand.',
  ),
  'output/locked': error(
    'Another run ({owner}) is writing to "{path}".',
    'wait until it ends; if no such run exists, delete "{lock}".',
  ),
  'output/foreign-left-over': error(
    '"{path}" is named like something that an interrupted run leaves behind, but {reason}.',
    'nothing was changed; move files of yours out of it, delete it, and run codegen again.',
  ),
  'output/link-leads-away': error(
    '"{path}" cannot be written: "{link}" is a symbolic link that leads {leads}.',
    'name the target folder instead of the link, or replace the link by a folder.',
  ),
  'output/mended': info(
    'An earlier run was interrupted while it wrote "{path}"; its changes were {how}.',
    'nothing needs to be done.',
  ),
  'output/two-descriptions': error(
    'Both "{first}" and "{second}" describe a service that becomes "{path}".',
    'give one of the services another name, or write the two descriptions into folders of their own.',
  ),
  'output/too-large': error(
    'The contract is too large for the file "{path}".',
    'choose the operations that you need with --only, or with include and exclude in the config.',
  ),
  'output/moved-package': warning(
    '"{previous}" contains an earlier output of the package "{name}", which is written to "{out}" now.',
    'delete "{previous}" when nothing uses it any more.',
  ),
  'output/changed-meanwhile': error(
    '"{path}" was changed again and again while codegen was running, so it was left alone.',
    'run codegen again when no other program writes to the file.',
  ),
  'output/read-failed': error(
    'Reading "{path}" failed: {reason}.',
    'check the permissions of the file and of the folders around it.',
  ),
  'output/write-failed': error('Writing "{path}" failed: {reason}.', ({ reason }: { reason: string; path: string }) =>
    reason.endsWith('is needed')
      ? 'choose another folder, or move away what is there.'
      : 'check permissions and free space, then run codegen again.',
  ),
} as const;
