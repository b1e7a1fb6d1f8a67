// Data contracts from the schemas of a descriptor, by the importer of .NET that svcutil uses.
using System;
using System.CodeDom;
using System.CodeDom.Compiler;
using System.IO;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Schema;

public static class Import {
  public static void Main(string[] args) {
    var document = new XmlDocument();
    document.Load(args[0]);
    var schemas = new XmlSchemaSet();
    foreach (XmlNode node in document.GetElementsByTagName("schema", XmlSchema.Namespace)) schemas.Add(XmlSchema.Read(new XmlNodeReader(node), null));
    var unit = new CodeCompileUnit();
    var importer = new XsdDataContractImporter(unit) { Options = new ImportOptions() };
    importer.Options.Namespaces.Add("*", "");
    importer.Import(schemas);
    using (var output = new StreamWriter(args[1])) CodeDomProvider.CreateProvider("CSharp").GenerateCodeFromCompileUnit(unit, output, new CodeGeneratorOptions());
  }
}
