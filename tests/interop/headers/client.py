"""Python zeep as a client with WS-Addressing and WS-Security: a call a line on stdin, its result a line on stdout."""
import datetime
import json
import sys

import zeep
from zeep.exceptions import Fault
from zeep.wsse import utils
from zeep.wsse.username import UsernameToken


def timestamp():
    stamp = utils.WSU.Timestamp()
    now = datetime.datetime.utcnow().replace(microsecond=0)
    stamp.append(utils.WSU.Created(now.isoformat() + "Z"))
    stamp.append(utils.WSU.Expires((now + datetime.timedelta(seconds=60)).isoformat() + "Z"))
    return stamp


def security(call):
    kind = call["security"]
    if kind == "none":
        return None
    stamp = timestamp() if call["timestamp"] else None
    return UsernameToken(call["user"], call["password"], use_digest=kind == "digest", timestamp_token=stamp)


for line in sys.stdin:
    call = json.loads(line)
    try:
        client = zeep.Client(call["wsdl"], wsse=security(call))
        port = "Notes" if call["binding"] == "soap11" else "Notes12"
        proxy = client.create_service("{http://notes.example/}" + port, call["url"])
        result = {"type": "text", "value": proxy.Echo(text=call["text"])}
    except Fault as fault:
        codes = [str(fault.code)] + [str(code) for code in (fault.subcodes or [])]
        result = {"type": "fault", "value": " ".join(codes)}
    except Exception as error:
        result = {"type": "error", "value": f"{type(error).__name__}: {error}"}
    print(json.dumps(result), flush=True)
