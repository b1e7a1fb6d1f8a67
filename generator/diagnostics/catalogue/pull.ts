import { error, info } from './entry.js';

/** Wording of the diagnostics of `codegen pull`, and of `codegen check --remote`. */
export const pull = {
  'pull/answer': error('"{location}" gives no descriptor: it is {what}.', '{advice}'),
  'pull/refused': error('"{location}" was refused: {reason}.', '{advice}'),
  'pull/found-at': info(
    '"{location}" is {what}; its descriptor is at "{found}", and was taken from there.',
    'name that address the next time.',
  ),
  'pull/other-host': error(
    (p: { location: string; host: string; single: string | undefined }) =>
      `"${p.location}" is on another host than the descriptor, and was not fetched.`,
    (p) =>
      `if you trust the service, allow the host with --allow-host ${p.host}${p.single ? `; or pull all documents as one from ${p.single}` : ''}.`,
  ),
  'pull/own-host': info(
    '"{location}" names another host; the same path at {host} was taken.',
    'if the documents there are others, allow the host that is named with --allow-host.',
  ),
  'pull/private-host': error(
    '"{location}" was not fetched: it leads into a private network.',
    'name the address in the private network itself, or allow its host with --allow-host.',
  ),
  'pull/unreadable-record': error(
    'The record "{path}" cannot be understood: {reason}.',
    'restore it from version control, or delete it and pull each descriptor again by its address.',
  ),
  'pull/no-origin': error(
    'No address is known for {where}.',
    'pull it by its address, codegen pull URL DIR, or name the address in "origins" of the config.',
  ),
  'pull/secret-address': error(
    '"{location}" contained a secret, which was not recorded.',
    'name the whole address again, codegen pull URL DIR; better, send the secret with --header.',
  ),
  'pull/file-name': error(
    '"{name}" cannot be the file of the descriptor, because {other}.',
    'choose another name: letters, digits, dots, hyphens and underscores of ASCII.',
  ),
} as const;
