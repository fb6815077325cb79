import hashlib, hmac

# headers: by name in lower case; body: the bytes as they came
def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    own = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    previous = headers.get("x-hub-signature-256-previous", "")
    sent = [headers.get("x-hub-signature-256", ""), *previous.split(", ")]
    return any(hmac.compare_digest(own.encode(), one.encode()) for one in sent)
