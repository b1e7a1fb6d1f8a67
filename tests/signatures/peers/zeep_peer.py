"""Signs and verifies envelopes with zeep: zeep_peer.py sign|signBinary|verify FILE KEY CERTIFICATE ALGORITHM"""

import sys

import xmlsec
from lxml import etree
from zeep.wsse.signature import BinarySignature, Signature

mode, file, key, certificate, algorithm = sys.argv[1:]
signature, digest = {
    "rsa-sha256": (xmlsec.Transform.RSA_SHA256, xmlsec.Transform.SHA256),
    "rsa-sha512": (xmlsec.Transform.RSA_SHA512, xmlsec.Transform.SHA512),
    "rsa-sha1": (xmlsec.Transform.RSA_SHA1, xmlsec.Transform.SHA1),
}[algorithm]
envelope = etree.parse(file).getroot()
kind = BinarySignature if mode == "signBinary" else Signature
plugin = kind(key, certificate, signature_method=signature, digest_method=digest)
if mode == "verify":
    plugin.verify(envelope)
    print("verified")
else:
    signed, _ = plugin.apply(envelope, {})
    print(etree.tostring(signed).decode())
