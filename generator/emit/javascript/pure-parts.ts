/** An exported class that extends another, as the compiler prints it: its lines are indented. */
const derivedClass = /^export (class ([\p{ID_Continue}$]+) extends .*\{\n(?:\t.*\n|\n)*\})$/gmu;

/**
 * JavaScript in which each exported class that extends another is the result of a function that is marked as pure. Rspack takes such a class for one that does
 * something when it is loaded, and keeps what it names even if nothing uses it: the class of a client names its whole service.
 */
export function withPureClasses(code: string): string {
  return code.replace(derivedClass, 'export const $2 = /*#__PURE__*/ (() => $1)();');
}

/** An exported object, as the compiler prints it: its lines are indented. */
const exportedObject = /^(export const [\p{ID_Continue}$]+ = )(\{\n(?:\t.*\n)*\});$/gmu;

/**
 * JavaScript in which each exported object is the result of a function that is marked as pure: webpack takes what an object names for used, even if nothing uses the object. The map
 * of elements names all descriptors.
 */
export function withPureObjects(code: string): string {
  return code.replace(exportedObject, '$1/*#__PURE__*/ (() => ($2))();');
}
