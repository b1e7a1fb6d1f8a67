"""Python zeep as a client: a call a line on stdin, its result a line on stdout."""
import json
import os
import struct
import sys

import zeep
from zeep.exceptions import Fault

base_url = os.environ["INTEROP_BASE_URL"]
geo_namespace = os.environ["INTEROP_GEO_NAMESPACE"]
ports = {"soap11": "Soap", "soap12": "Soap12", "httpGet": "HttpGet", "httpPost": "HttpPost"}
proxies = {}


def proxy(service, binding):
    key = (service, binding)
    if key not in proxies:
        if service == "AddressLocator":
            client = zeep.Client(base_url + "/geosrvex/AddressLocator.svc?wsdl")
            proxies[key] = client.bind("AddressLocator", "BasicEndPoint")
        else:
            client = zeep.Client(f"{base_url}/{service}.asmx?WSDL")
            proxies[key] = client.bind(service, service + ports[binding])
    return proxies[key]


def value_of(arg):
    kind, text = arg["type"], arg["value"]
    if kind == "string":
        return bytes.fromhex(text).decode("utf-8")
    if kind in ("int", "long"):
        return int(text)
    if kind == "double":
        return struct.unpack(">d", bytes.fromhex(text))[0]
    if kind == "boolean":
        return text == "true"
    return text


def form_value(arg):
    """What a user passes where the descriptor says s:string."""
    value = value_of(arg)
    if arg["type"] == "char":
        return chr(int(value))
    if arg["type"] == "boolean":
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


def locate(method, call):
    """The address locator's elements are open content."""
    from lxml import etree

    element = etree.Element("{%s}address" % geo_namespace)
    element.text = value_of(call["args"][0])
    result = method(_value_1=[element])
    found = getattr(result, "_value_1", result)
    return "".join(found[0].itertext())


def result_line(result):
    if result is None:
        return "null", ""
    if isinstance(result, str):
        return "string", result.encode("utf-8").hex()
    return "int", str(result)


def handle(call):
    method = getattr(proxy(call["service"], call["binding"]), call["operation"])
    if call["service"] == "AddressLocator":
        return result_line(locate(method, call))
    of = value_of if call["binding"].startswith("soap") else form_value
    return result_line(method(**{arg["name"]: of(arg) for arg in call["args"]}))


for line in sys.stdin:
    call = json.loads(line)
    try:
        kind, value = handle(call)
    except Fault as fault:
        # Over GET and POST zeep makes a fault of any answer that is not 200.
        text = fault.message.decode("utf-8") if isinstance(fault.message, bytes) else str(fault.message)
        kind, value = "fault", text.encode("utf-8").hex()
    except Exception as error:
        kind, value = "error", f"{type(error).__name__}: {error}".encode("utf-8", "replace").hex()
    print(json.dumps({"id": call["id"], "type": kind, "value": value}), flush=True)
