import { error } from './entry.js';

/** Wording of the diagnostics that several commands share. */
export const command = {
  'command/side-package': error('The package {name}, which {task}, is not installed here.', 'npm install {name}.'),
};
