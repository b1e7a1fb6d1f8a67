import { entry } from './entry.js';

/** Wording of what the emit stage finds. */
export const emit = {
  'emit/unknown-template': entry(
    'error',
    (p: { name: string; known: string }) => `There is no template "${p.name}" to override.`,
    (p) => `Use one of these names: ${p.known}.`,
  ),
  'emit/template-failed': entry(
    'error',
    (p: { name: string; problem: string }) => `Template "${p.name}" cannot be rendered: ${p.problem}.`,
    () => 'Correct the template; its first line names the view, whose properties generator/emit/views.ts documents.',
  ),
  'emit/template-output': entry(
    'error',
    (p: { path: string; problem: string }) => `The template's output for "${p.path}" is not TypeScript: ${p.problem}.`,
    () => 'Correct the template; texts of the descriptor need {{quote}} around them.',
  ),
} as const;
