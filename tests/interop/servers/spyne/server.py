"""Python spyne as a server: every method writes what it got to stdout."""
import json
import math
import os
import struct
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import Application, Boolean, Double, Enum, Fault, Integer32, Integer64, ServiceBase, Unicode, UnsignedInteger16, rpc
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication

namespace = os.environ["INTEROP_NAMESPACE"]
texts = [bytes.fromhex(text).decode("utf-8") for text in os.environ["INTEROP_TEXTS"].split(",")]
fault_reason = bytes.fromhex(os.environ["INTEROP_FAULT"]).decode("utf-8")
currencies = os.environ["INTEROP_CURRENCIES"].split(",")
CurrencyCode = Enum(*currencies, type_name="CurrencyCode")


def token(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return struct.pack(">d", math.nan if math.isnan(value) else value).hex()
    return value.encode("utf-8").hex() if isinstance(value, str) else str(value)


def record(operation, values, enumeration=None):
    args = [str(value) if i == enumeration else token(value) for i, value in enumerate(values)]
    print(json.dumps({"operation": operation, "args": args}), flush=True)
    answer = 7
    for byte in (operation + "," + ",".join(args)).encode("ascii"):
        answer = (answer * 31 + byte) & 0xFFFFFFFF
    return answer - 0x100000000 if answer >= 0x80000000 else answer


class AccountApi(ServiceBase):
    @rpc(Unicode, CurrencyCode, _returns=Integer32)
    def MarkAllOperationsAsReadForCurrency(ctx, sessionId, currency):
        return record("MarkAllOperationsAsReadForCurrency", [sessionId, currency], 1)

    @rpc(Unicode, Unicode, _returns=Integer32)
    def MarkAllMessagesAsReadForContact(ctx, sessionId, wmid):
        return record("MarkAllMessagesAsReadForContact", [sessionId, wmid])

    @rpc(Unicode, Unicode, Boolean, _returns=Integer32)
    def ContactSetFavorite(ctx, sessionId, wmid, value):
        return record("ContactSetFavorite", [sessionId, wmid, value])

    @rpc(Unicode, Integer64, Double, Unicode, _returns=Integer32)
    def TopupAtmCard(ctx, sessionId, id, amount, purseFrom):
        return record("TopupAtmCard", [sessionId, id, amount, purseFrom])

    @rpc(Unicode, Integer64, _returns=Integer32)
    def MarkOperationAsRead(ctx, sessionId, id):
        return record("MarkOperationAsRead", [sessionId, id])


class TelepayApi(ServiceBase):
    @rpc(Unicode, Integer32, Integer32, Unicode, _returns=Integer32)
    def TelepaySchedulerConfirmCreate(ctx, sessionId, profileId, taskId, code):
        return record("TelepaySchedulerConfirmCreate", [sessionId, profileId, taskId, code])


class ExchangerApi(ServiceBase):
    @rpc(Unicode, UnsignedInteger16, UnsignedInteger16, Double, _returns=Integer32)
    def Exchange(ctx, sessionId, CurrencyToBuy, CurrencyToPay, amountToPay):
        return record("Exchange", [sessionId, CurrencyToBuy, CurrencyToPay, amountToPay])


class PushApi(ServiceBase):
    @rpc(Unicode, Unicode, Unicode, _returns=Integer32)
    def UnsubscribeWithAuthTicket(ctx, ticket, wmid, pushServiceUserId):
        return record("UnsubscribeWithAuthTicket", [ticket, wmid, pushServiceUserId])

    @rpc(Unicode, Unicode, Unicode, Unicode, _returns=Integer32)
    def UnsubscribeApp(ctx, appId, userId, pushServiceUserId, authHash):
        return record("UnsubscribeApp", [appId, userId, pushServiceUserId, authHash])


class ErrorsApi(ServiceBase):
    @rpc(Integer32, Integer32, _returns=Unicode)
    def GetErrorDesc(ctx, errorCode, cultureCode):
        record("GetErrorDesc", [errorCode, cultureCode])
        if errorCode < 0:
            raise Fault("Server", fault_reason)
        return texts[errorCode] if errorCode < len(texts) else None


class AddressLocator(ServiceBase):
    @rpc(Unicode, _returns=Unicode)
    def Parse(ctx, address):
        record("Parse", [address])
        return address

    @rpc(Unicode, _returns=Unicode)
    def ParseWithHouse(ctx, address):
        record("ParseWithHouse", [address])
        return address

    @rpc(Unicode, _returns=Unicode)
    def GeoCode(ctx, address):
        record("GeoCode", [address])
        return address

    @rpc(Unicode, _returns=Unicode)
    def CheckPostIndex(ctx, address):
        record("CheckPostIndex", [address])
        return address


def application(services, tns, protocol):
    return WsgiApplication(Application(services, tns, in_protocol=protocol(), out_protocol=protocol()))


wallet = [AccountApi, TelepayApi, ExchangerApi, PushApi, ErrorsApi]
applications = {
    "/soap11": application(wallet, namespace, Soap11),
    "/soap12": application(wallet, namespace, Soap12),
    "/geo": application([AddressLocator], os.environ["INTEROP_GEO_NAMESPACE"], Soap11),
}


def dispatch(environ, start_response):
    prefix = "/" + environ["PATH_INFO"].split("/")[1]
    return applications[prefix](environ, start_response)


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


port = int(sys.argv[1])
server = make_server("127.0.0.1", port, dispatch, handler_class=Quiet)
print(json.dumps({"ready": f"http://127.0.0.1:{port}"}), flush=True)
server.serve_forever()
