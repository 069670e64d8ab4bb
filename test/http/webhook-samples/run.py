import json
import sys

sys.path.insert(0, sys.argv[1])
from verify_webhook import verify_webhook


def verify(case):
    try:
        return verify_webhook(case["secret"], case["headers"], case["body"].encode())["id"]
    except ValueError as error:
        return str(error)


print(json.dumps([verify(case) for case in json.load(sys.stdin)]))
