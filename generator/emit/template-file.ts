/** A template or partial of the user. */
export interface TemplateFile {
  /** With `/` and without `.hbs`: `client.ts`, `partials/header`. */
  readonly name: string;
  /** Path for diagnostics. */
  readonly file: string;
  readonly text: string;
}
