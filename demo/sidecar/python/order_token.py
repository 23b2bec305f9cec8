"""The order token of a shop in Python 3, and the check of the signer's callbacks. Standard library only."""
import base64
import hashlib
import hmac
import json
import os
import sys
import time

ORDER_TYPE = "florin-order+jwt"
CALLBACK_TYPE = "florin-callback+jwt"
SECRET_LENGTH = 32


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> dict:
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def _mac(signed: str, secret: str) -> str:
    # `hmac` takes the empty secret too, with which anybody can sign.
    if len(secret.encode()) < SECRET_LENGTH:
        raise ValueError(f"The secret is missing, or has less than {SECRET_LENGTH} bytes")
    return _encode(hmac.new(secret.encode(), signed.encode(), hashlib.sha256).digest())


def create_order_token(order: dict, secret: str, kid: str, issuer: str = "shop.example") -> str:
    """Signs an order: {"order": "1042", "amount": 19900, "currency": "AUD", "version": 1, "crn1": "1042", …}.
    The issuer is orders.issuer of the signer's configuration."""
    now = int(time.time())
    claims = {**order, "iss": issuer, "aud": "florin", "iat": now, "exp": now + 600}
    head = {"alg": "HS256", "typ": ORDER_TYPE, "kid": kid}
    signed = ".".join(_encode(json.dumps(part).encode()) for part in (head, claims))
    return f"{signed}.{_mac(signed, secret)}"


def read_callback(token: str, secret: str, issuer: str = "shop.example") -> dict | None:
    """The claims of a callback, or None when it is not the signer's. Book once for each txnNumber, where
    agreedAmount, agreedCurrency and version are still the order's (otherwise a person has to check), and answer 204."""
    signed, _, mac = token.rpartition(".")
    if not hmac.compare_digest(_mac(signed, secret).encode(), mac.encode()):
        return None
    head, claims = (_decode(part) for part in signed.split("."))
    if head.get("alg") != "HS256" or head.get("typ") != CALLBACK_TYPE:
        return None
    if claims.get("iss") != "florin" or claims.get("aud") != issuer or claims.get("exp", 0) <= time.time():
        return None
    return claims


# order_token.py '{"order":"1042",…}' prints a token; order_token.py --callback <token> prints its claims.
if __name__ == "__main__":
    try:
        if sys.argv[1] == "--callback":
            read = read_callback(sys.argv[2], os.environ.get("FLORIN_CALLBACK_SECRET", ""))
            if read is None:
                sys.exit(1)
            print(json.dumps(read))
        else:
            print(create_order_token(json.loads(sys.argv[1]), os.environ.get("FLORIN_ORDER_SECRET", ""), "2026-11"))
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
