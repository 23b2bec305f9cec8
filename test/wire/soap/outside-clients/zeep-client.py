"""Calls every operation with zeep. In: one JSON object on standard input. Out: the answers as JSON."""

import base64
import datetime
import json
import sys

import zeep
from zeep.helpers import serialize_object


def outgoing(value):
    if isinstance(value, dict):
        if set(value) == {"base64"}:
            return base64.b64decode(value["base64"])
        if set(value) == {"long"}:
            return int(value["long"])
        return {name: outgoing(member) for name, member in value.items()}
    return value


def incoming(value):
    if isinstance(value, dict):
        return {name: incoming(member) for name, member in value.items() if member is not None}
    if isinstance(value, list):
        return [incoming(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if isinstance(value, datetime.datetime):
        text = value.isoformat()
        return text.rstrip("0").rstrip(".") if "." in text else text
    return value


work = json.load(sys.stdin)
client = zeep.Client(work["wsdl"], port_name=work["port"])
answers = []
for call in work["calls"]:
    try:
        answer = getattr(client.service, call["operation"])(**outgoing(call["parameters"]))
        # zeep unwraps an answer of one element.
        answer = serialize_object(answer, dict)
        answers.append(incoming(answer if set(answer) - {"ResponseCode", "ResponseMessage"} else {"response": answer}))
    except zeep.exceptions.Fault as fault:
        answers.append({"fault": fault.message, "code": str(fault.code)})
print(json.dumps(answers))
