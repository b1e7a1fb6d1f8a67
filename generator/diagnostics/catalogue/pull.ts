import { entry } from './entry.js';

/** Wording of the diagnostics of `codegen pull`, and of `codegen check --remote`. */
export const pull = {
  'pull/answer': entry(
    'error',
    (p: { location: string; what: string; advice: string }) => `"${p.location}" gives no descriptor: it is ${p.what}.`,
    (p) => p.advice,
  ),
  'pull/refused': entry(
    'error',
    (p: { location: string; reason: string; advice: string }) => `"${p.location}" was refused: ${p.reason}.`,
    (p) => p.advice,
  ),
  'pull/found-at': entry(
    'info',
    (p: { location: string; what: string; found: string }) =>
      `"${p.location}" is ${p.what}; its descriptor is at "${p.found}", and was taken from there.`,
    () => 'name that address the next time.',
  ),
  'pull/other-host': entry(
    'error',
    (p: { location: string; host: string; single: string | undefined }) =>
      `"${p.location}" is on another host than the descriptor, and was not fetched.`,
    (p) =>
      `if you trust the service, allow the host with --allow-host ${p.host}${p.single ? `; or pull all documents as one from ${p.single}` : ''}.`,
  ),
  'pull/own-host': entry(
    'info',
    (p: { location: string; host: string }) =>
      `"${p.location}" names another host; the same path at ${p.host} was taken.`,
    () => 'if the documents there are others, allow the host that is named with --allow-host.',
  ),
  'pull/private-host': entry(
    'error',
    (p: { location: string }) => `"${p.location}" was not fetched: it leads into a private network.`,
    () => 'name the address in the private network itself, or allow its host with --allow-host.',
  ),
  'pull/unreadable-record': entry(
    'error',
    (p: { path: string; reason: string }) => `The record "${p.path}" cannot be understood: ${p.reason}.`,
    () => 'restore it from version control, or delete it and pull each descriptor again by its address.',
  ),
  'pull/no-origin': entry(
    'error',
    (p: { where: string }) => `No address is known for ${p.where}.`,
    () => 'pull it by its address, codegen pull URL DIR, or name the address in "origins" of the config.',
  ),
  'pull/secret-address': entry(
    'error',
    (p: { location: string }) => `"${p.location}" contained a secret, which was not recorded.`,
    () => 'name the whole address again, codegen pull URL DIR; better, send the secret with --header.',
  ),
  'pull/file-name': entry(
    'error',
    (p: { name: string; other: string }) => `"${p.name}" cannot be the file of the descriptor, because ${p.other}.`,
    () => 'choose another name: letters, digits, dots, hyphens and underscores of ASCII.',
  ),
} as const;
