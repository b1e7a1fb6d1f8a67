// The service, on the data contracts of Contracts.cs or on those that are imported from its descriptor.
using System.ServiceModel;

[ServiceContract(Name = "IParcels", Namespace = "http://parcels.example/")]
public interface IParcels {
  [OperationContract] Scalars EchoScalars(Scalars value);
  [OperationContract] Optional EchoOptional(Optional value);
  [OperationContract] Collections EchoCollections(Collections value);
  [OperationContract] Item EchoItem(Item value);
  [OperationContract] Node EchoNode(Node value);
  [OperationContract, ServiceKnownType(typeof(Letter)), ServiceKnownType(typeof(Size))] object EchoObject(object value);
  [OperationContract, FaultContract(typeof(ParcelFault))] int Fail(int code, string reason);
  [OperationContract(IsOneWay = true)] void Notify(string text);
  [OperationContract] void Clear();
}
