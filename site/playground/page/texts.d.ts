/** Texts that the build puts into the script. */
declare module 'worker-text' {
  const text: string;
  export default text;
}
declare module '*.wsdl' {
  const text: string;
  export default text;
}
declare module '*.yaml' {
  const text: string;
  export default text;
}
declare module '*.xsd' {
  const text: string;
  export default text;
}
