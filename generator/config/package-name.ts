/** The names that npm takes for packages. */
export const packageNamePattern = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Longest name that npm takes. */
export const maxPackageName = 214;

/** Whether npm takes a text as the name of a package. */
export function isPackageName(text: string): boolean {
  return text.length <= maxPackageName && packageNamePattern.test(text);
}
