/** Properties of a contract's parts that may contain names in namespaces: expanded names and keys of types. */
export const nameProperties: readonly string[] = (
  'name key type element base builtIn itemType memberTypes message bindingName portType substitutionGroup ' +
  'otherSubstitutionGroups refer group'
).split(' ');

/** Properties that are a namespace, or begin with one, such as the actions of .NET. */
export const namespaceProperties: readonly string[] =
  'namespace namespaces soapAction inputAction outputAction action'.split(' ');
