/** Shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** A shell with a completion script. */
export type Shell = (typeof shells)[number];

/** The command that the scripts ask for words; it is for them alone. */
export const completeCommand = 'complete';
