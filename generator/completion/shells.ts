/**
 * Shells with a script in `templates/completion/` that makes them complete the command. A script asks the command itself for words: each is printed on a
 * line with its description after a tab; a line `:files` says that file names may come as well.
 */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** A shell with a completion script. */
export type Shell = (typeof shells)[number];

/** The command that the scripts ask for words, by this name; it is for them alone. */
export const completeCommand = 'complete';
